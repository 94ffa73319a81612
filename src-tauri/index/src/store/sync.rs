//! Brings the index up to date with the folder, in transactions that a kill may interrupt.

mod listing;
mod look;
mod permits;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    time::Instant,
};

use ::records::own_date;
use notes::{
    Change, ContentHash, DateSource, FileEntry, FileProblem, Note, NotePath, ParsedNote, Places,
    identities,
};

pub(super) use self::look::{names_of, stamp, stamp_of};
use self::{
    listing::Listing,
    look::{Moves, Outcome, Plan, look, outcome_of, read, set_date, title_of},
    permits::Permits,
};
use super::{
    control::Control,
    edit::{Edit, List, ReadNote},
    progress::{SyncEvent, SyncReport, SyncScope},
    rows::count,
    settings::VaultSettings,
    shared::{Shared, View, load_catalog},
    status::{counts, load_failed},
    writer::PendingReply,
};
use crate::Result;

/// Maximum edits per transaction. Larger batches save time, because each transaction writes the
/// pages of all tables' indices again. Smaller ones lose less when the process is killed: the
/// current batch, and the two that may be waiting for the writer. Tests use a small value, so that
/// small vaults have several transactions, too.
const BATCH: usize = if cfg!(test) { 16 } else { 1_000 };

/// Maximum bytes of text per transaction, for large notes.
const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// Maximum bytes of text waiting to be written; prepared notes take several times their size.
const WAITING_BYTES: usize = 4 * BATCH_BYTES;

/// Minimum transactions of a sync after which the full-text index is merged, to make it smaller and
/// faster.
const MERGE_AFTER: i64 = if cfg!(test) { 8 } else { 3 };

pub(super) fn run(
    shared: &Shared,
    scope: &SyncScope,
    control: &Control,
    progress: &mut dyn FnMut(SyncEvent),
) -> Result<SyncReport> {
    let started = Instant::now();
    control.step()?;
    // Takes the symbolic links out of the view until the end. Without them, the sync after a failed
    // one compares all files.
    let links = shared.view().links.take();
    let view = shared.view().clone();
    let settings = VaultSettings::read(&shared.vault);
    let rereads = !shared.readers.with(|connection| settings.are_indexed(connection))?;
    let (change, listing) = match (scope, &links) {
        (SyncScope::All, _) => (&Change::everything(), None),
        (SyncScope::Changed(change), _) if rereads => (change, None),
        (SyncScope::Changed(change), Some(links)) => {
            (change, Listing::of(shared, &view, links, change)?)
        }
        (SyncScope::Changed(change), None) => (change, None),
    };
    let listing = match listing {
        Some(listing) => listing,
        None => Listing::whole(shared)?,
    };
    let Listing { scan, only, known, revision, .. } = &listing;
    // Another process or an interrupted sync may have written since.
    let is_view_true = view.revision == *revision;
    let listed: HashSet<&NotePath> = scan.notes.iter().map(|entry| &entry.path).collect();
    let notes = known.keys().chain(&*view.gone);
    let (renamed, late): (Vec<_>, Vec<_>) =
        identities(&change.renames, notes, |path| listed.contains(path))
            .into_iter()
            .partition(|(from, _)| known.contains_key(from));
    let forced: HashSet<&NotePath> = match &change.places {
        Places::Everything => HashSet::new(),
        Places::Paths(paths) => paths.iter().collect(),
    };
    let plan = Plan {
        from: renamed.iter().map(|(from, to)| (to, from)).collect(),
        old: renamed.iter().map(|(from, _)| from).collect(),
        known,
        listed,
        settings: &settings,
        rereads,
    };
    let todo: Vec<&FileEntry> = scan
        .notes
        .iter()
        .filter(|entry| {
            rereads
                || forced.contains(&entry.path)
                || plan.old.contains(&entry.path)
                || plan.from.contains_key(&entry.path)
                || known.get(&entry.path).is_none_or(|known| known.stamp != stamp_of(entry))
        })
        .collect();
    let total = u32::try_from(todo.len()).unwrap_or(u32::MAX);
    progress(SyncEvent::Found { notes: total, excluded: count(scan.excluded.len()) });
    for problem in &scan.problems {
        progress(SyncEvent::Unread(problem.clone()));
    }

    let new_sizes: HashSet<i64> = todo
        .iter()
        .filter(|entry| !known.contains_key(&entry.path))
        .map(|entry| stamp_of(entry).bytes)
        .collect();
    // A missing note leaves the index at once, unless a new file of its size may be the same note.
    let (maybe_moved, gone): (Vec<_>, Vec<_>) = known
        .iter()
        .filter(|(path, _)| !plan.listed.contains(path) && !plan.old.contains(path))
        .map(|(path, known)| (path.clone(), known))
        .partition(|(_, known)| new_sizes.contains(&known.stamp.bytes));
    let mut work = Work {
        shared,
        plan: &plan,
        control,
        progress,
        edits: Vec::new(),
        edit_bytes: 0,
        chunks: 0,
        pending: VecDeque::new(),
        batches: 0,
        revision: *revision,
        failed: scan.problems.clone(),
        report: SyncReport::default(),
        moved: renamed.iter().cloned().chain(late).collect(),
        changed: Vec::new(),
        replaced: HashMap::new(),
        new: HashMap::new(),
    };
    for (path, _) in gone {
        work.remove(path);
    }
    for (from, to) in &renamed {
        if !plan.is_simple(from, to) && !plan.listed.contains(from) {
            work.edits.push(Edit::Remove(from.clone()));
        }
    }
    for list in [List::Files, List::Excluded] {
        let (gone, new) = listing.difference(list);
        if !gone.is_empty() || !new.is_empty() {
            work.edits.push(Edit::List { list, gone, new });
        }
    }
    work.flush()?;

    let (maybe_moved, stale) =
        if is_view_true { (maybe_moved, Vec::new()) } else { (Vec::new(), maybe_moved) };
    for (path, _) in stale {
        work.remove(path);
    }
    let moves = Moves::new(maybe_moved);
    work.read_all(&todo, &moves)?;
    shared.vault.check_presence()?;
    for path in moves.unclaimed() {
        work.remove(path);
    }
    work.find_unseen_renames();
    let failed = work.problems(only.as_ref(), &view, is_view_true)?;
    if rereads {
        work.edits.push(Edit::Settings(settings.text.clone()));
    }
    work.finish()?;
    let links = match (only, links) {
        (Some(_), Some(before)) => before.iter().chain(&scan.links).cloned().collect(),
        _ => scan.links.iter().cloned().collect::<BTreeSet<_>>(),
    };
    let links = Arc::new(links);
    let is_ours = is_view_true && work.revision == revision + work.batches;
    let catalog = work.catalog(&listing, &view, is_ours)?;
    *shared.view() = View {
        revision: work.revision,
        catalog,
        paths: Arc::default(),
        failed: Arc::new(failed.clone()),
        links: Some(links),
        gone: Arc::new(work.report.removed.clone()),
    };
    let (has_written, batches) = (work.revision != *revision, work.batches);
    let mut report = work.report;
    if has_written {
        let settled = shared.writer.settle(batches >= MERGE_AFTER)?;
        // Search works already. After a sync of all files, the caller may show the file's size, so
        // this waits for the checkpoint, but not for a merge, which takes long.
        if batches < MERGE_AFTER && only.is_none() {
            settled.wait()?;
        }
    }
    let (status, _) = shared.readers.with(counts)?;
    report.indexed = status.indexed;
    report.failed = failed.into_iter().map(|(path, reason)| FileProblem { path, reason }).collect();
    report.excluded = status.excluded;
    report.chunks = status.chunks;
    report.changed.sort();
    report.removed.sort();
    report.moved.sort();
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

struct Work<'a> {
    shared: &'a Shared,
    plan: &'a Plan<'a>,
    control: &'a Control,
    progress: &'a mut dyn FnMut(SyncEvent),
    edits: Vec<Edit>,
    edit_bytes: usize,
    chunks: u32,
    pending: VecDeque<(usize, PendingReply)>,
    batches: i64,
    revision: i64,
    failed: Vec<FileProblem>,
    report: SyncReport,
    moved: Vec<(NotePath, NotePath)>,
    changed: Vec<(NotePath, Arc<Note>)>,
    /// By the hash of their previous content, the paths of notes whose content changed.
    replaced: HashMap<ContentHash, Vec<NotePath>>,
    /// By the hash of their content, the paths of new notes.
    new: HashMap<ContentHash, Vec<NotePath>>,
}

impl Work<'_> {
    fn read_all(&mut self, todo: &[&FileEntry], moves: &Moves) -> Result<()> {
        let total = u32::try_from(todo.len()).unwrap_or(u32::MAX);
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let threads = threads.min(todo.len());
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let permits = Permits::new();
        let (results, inbox) = mpsc::sync_channel(2 * threads + 1);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (results, next, stop) = (results.clone(), &next, &stop);
                let permits = &permits;
                let (shared, plan, control) = (self.shared, self.plan, self.control);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && control.step().is_ok()
                        && let Some(entry) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let permit = permits.take(entry.bytes);
                        let outcome = look(shared, plan, entry, moves);
                        if results.send((&entry.path, outcome, permit)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            for (done, (path, outcome, permit)) in (1..).zip(&inbox) {
                let result = self.control.step().and_then(|()| self.take(path, outcome));
                drop(permit);
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    drop(inbox);
                    return result;
                }
                (self.progress)(SyncEvent::Progress { done, total, chunks: self.chunks });
            }
            self.control.step()
        })
    }

    fn take(&mut self, path: &NotePath, outcome: Outcome) -> Result<()> {
        let known = self.plan.known.get(path);
        let renamed_from = self.plan.renamed_from(path).map(|(from, _)| from);
        match outcome {
            Outcome::Same(stamp) => {
                if known.is_none_or(|known| known.stamp != stamp) {
                    self.edits.push(Edit::Touch { path: path.clone(), stamp });
                }
            }
            Outcome::Read(read, note) => {
                self.edits.extend(renamed_from.map(|from| Edit::Remove(from.clone())));
                self.put(path, read, note);
            }
            Outcome::Moved { from, stamp } => {
                if renamed_from.is_none() {
                    self.moved.push((from.clone(), path.clone()));
                }
                let catalog = self.shared.catalog();
                let settings = self.plan.settings;
                match catalog.note(&from) {
                    Some(note) => {
                        let mut note = note.clone();
                        let mut dated = None;
                        if note.date_source != Some(DateSource::Property) {
                            dated = own_date(path, &ParsedNote::default(), &settings.formats);
                            set_date(Arc::make_mut(&mut note), dated);
                        }
                        self.edits.push(Edit::Move {
                            from,
                            to: path.clone(),
                            title: title_of(&note, path),
                            names: names_of(&note),
                            dated,
                            stamp,
                        });
                        self.changed.push((path.clone(), note));
                    }
                    None => {
                        // Another process wrote it, so our view doesn't have it.
                        self.edits.push(Edit::Remove(from));
                        match read(self.shared, path) {
                            Ok((text, stamp)) => match outcome_of(text, stamp, settings) {
                                Outcome::Read(read, note) => self.put(path, read, note),
                                Outcome::Failed(problem) => self.fail(problem),
                                _ => {}
                            },
                            Err(Outcome::Failed(problem)) => self.fail(problem),
                            Err(_) => {}
                        }
                    }
                }
            }
            Outcome::Gone | Outcome::Failed(_) => {
                // A missing vault folder doesn't mean that notes are gone.
                self.shared.vault.check_presence()?;
                if let Outcome::Failed(problem) = outcome {
                    self.fail(problem);
                }
                if let Some(from) = renamed_from.or(known.map(|_| path)) {
                    self.remove(from.clone());
                }
            }
        }
        if self.edits.len() >= BATCH || self.edit_bytes >= BATCH_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn fail(&mut self, problem: FileProblem) {
        (self.progress)(SyncEvent::Unread(problem.clone()));
        self.failed.push(problem);
    }

    fn put(&mut self, path: &NotePath, read: Box<ReadNote>, note: Arc<Note>) {
        if read.stamp.bytes > 0 && !self.plan.from.contains_key(path) {
            match self.plan.known.get(path) {
                None => self.new.entry(read.hash).or_default().push(path.clone()),
                Some(_) if self.plan.old.contains(path) => {}
                Some(known) => self.replaced.entry(known.hash).or_default().push(path.clone()),
            }
        }
        self.edit_bytes += usize::try_from(read.stamp.bytes).unwrap_or(0);
        self.chunks += count(read.chunks.len());
        self.report.changed.push(path.clone());
        self.changed.push((path.clone(), note));
        self.edits.push(Edit::Put(read));
    }

    /// Finds renames that the watcher didn't see and whose old path has another note by now:
    /// exactly one path had the old content before, and exactly one new note has it now.
    fn find_unseen_renames(&mut self) {
        for (hash, old) in std::mem::take(&mut self.replaced) {
            if let ([from], Some([to])) = (&old[..], self.new.get(&hash).map(Vec::as_slice)) {
                self.moved.push((from.clone(), to.clone()));
            }
        }
    }

    fn remove(&mut self, path: NotePath) {
        self.report.removed.push(path.clone());
        self.edits.push(Edit::Remove(path));
    }

    /// Passes the edits to the writer as one batch. Waits while more than two batches, or more than
    /// [`WAITING_BYTES`] of text, aren't written yet.
    fn flush(&mut self) -> Result<()> {
        let bytes = std::mem::take(&mut self.edit_bytes);
        if !self.moved.is_empty() {
            let moved = std::mem::take(&mut self.moved);
            self.report.moved.extend_from_slice(&moved);
            (self.progress)(SyncEvent::Moved(moved));
        }
        let edits = std::mem::take(&mut self.edits);
        if !edits.is_empty() {
            self.pending.push_back((bytes, self.shared.writer.apply(edits)?));
            self.batches += 1;
        }
        let waiting =
            |pending: &VecDeque<(usize, _)>| pending.iter().map(|(bytes, _)| bytes).sum::<usize>();
        while self.pending.len() > 2 || waiting(&self.pending) > WAITING_BYTES {
            self.wait()?;
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<()> {
        if let Some((_, pending)) = self.pending.pop_front() {
            self.revision = pending.wait()?;
        }
        Ok(())
    }

    fn problems(
        &mut self,
        only: Option<&BTreeSet<NotePath>>,
        view: &View,
        is_view_true: bool,
    ) -> Result<BTreeMap<String, String>> {
        let before = match is_view_true {
            true => view.failed.clone(),
            false => Arc::new(self.shared.readers.with(load_failed)?),
        };
        let mut now = match only {
            Some(_) => (*before).clone(),
            None => BTreeMap::new(),
        };
        for path in only.into_iter().flatten() {
            now.remove(path.as_str());
        }
        for problem in std::mem::take(&mut self.failed) {
            now.entry(problem.path).or_insert(problem.reason);
        }
        if now != *before {
            let gone = before.keys().filter(|path| !now.contains_key(*path)).cloned().collect();
            let new = now.iter().filter(|(path, reason)| before.get(*path) != Some(reason));
            let new = new
                .map(|(path, reason)| FileProblem { path: path.clone(), reason: reason.clone() });
            self.edits.push(Edit::Problems { gone, new: new.collect() });
        }
        Ok(now)
    }

    fn finish(&mut self) -> Result<()> {
        self.flush()?;
        while !self.pending.is_empty() {
            self.wait()?;
        }
        Ok(())
    }

    fn catalog(
        &mut self,
        listing: &Listing,
        view: &View,
        is_ours: bool,
    ) -> Result<Arc<OnceLock<Arc<notes::Catalog>>>> {
        if !is_ours {
            let catalog = self.shared.readers.with(load_catalog)?;
            return Ok(Arc::new(OnceLock::from(Arc::new(catalog))));
        }
        let (files_gone, files_new) = listing.difference(List::Files);
        let changed = std::mem::take(&mut self.changed);
        let moved = self.report.moved.iter().map(|(from, _)| from);
        let gone: Vec<NotePath> = self
            .report
            .removed
            .iter()
            .chain(moved.filter(|from| !self.plan.listed.contains(from)))
            .cloned()
            .chain(paths(files_gone))
            .collect();
        if changed.is_empty() && gone.is_empty() && files_new.is_empty() {
            return Ok(view.catalog.clone());
        }
        let Some(before) = view.catalog.get() else { return Ok(Arc::default()) };
        let mut catalog = before.with(changed, gone);
        if !files_new.is_empty() {
            catalog = catalog.with_files(paths(files_new));
        }
        Ok(Arc::new(OnceLock::from(Arc::new(catalog))))
    }
}

fn paths(texts: Vec<String>) -> impl Iterator<Item = NotePath> {
    texts.into_iter().filter_map(|text| NotePath::new(&text).ok())
}
