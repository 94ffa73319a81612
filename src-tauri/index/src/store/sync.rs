//! Bringing the index up to date with the folder.

mod look;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    time::Instant,
};

use notes::{
    Catalog, Change, ContentHash, FileEntry, FileProblem, Note, NotePath, Places, Scan, identities,
};

use self::look::{
    Moves, Outcome, Plan, load_known, look, names_of, outcome_of, read, stamp_of, title_of,
};
use super::{
    Control, Shared, SyncEvent, SyncReport, SyncScope, View, counts,
    embed::count,
    load_failed, load_view,
    writer::{Edit, Pending, ReadNote},
};
use crate::Result;

/// Notes written in one transaction. A sync that is killed loses at most this many. The tests' vaults
/// are small, and have several transactions all the same.
const BATCH: usize = if cfg!(test) { 16 } else { 200 };

/// Text written in one transaction, in bytes: large notes make smaller batches.
const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// So many transactions leave the full-text index in pieces.
const MUCH: i64 = 8;

/// The sync itself, without its last event.
pub(super) fn run(
    shared: &Shared,
    scope: &SyncScope,
    control: &Control,
    progress: &mut dyn FnMut(SyncEvent),
) -> Result<SyncReport> {
    let started = Instant::now();
    control.step()?;
    let scan = shared.vault.scan(&shared.scan)?;
    let (known, revision) = shared.readers.with(|connection| {
        let connection = connection.transaction()?;
        Ok((load_known(&connection)?, super::writer::revision(&connection)?))
    })?;
    // Another process, or a sync that was cut off, may have written what isn't in our view.
    let is_view_true = shared.view().revision == revision;
    let listed: HashSet<&NotePath> = scan.notes.iter().map(|entry| &entry.path).collect();
    let change = match scope {
        SyncScope::All => &Change::everything(),
        SyncScope::Changed(change) => change,
    };
    let renamed = identities(&change.renames, known.keys(), |path| listed.contains(path));
    let forced: HashSet<&NotePath> = match &change.places {
        Places::Everything => HashSet::new(),
        Places::Paths(paths) => paths.iter().collect(),
    };
    let plan = Plan {
        from: renamed.iter().map(|(from, to)| (to, from)).collect(),
        old: renamed.iter().map(|(from, _)| from).collect(),
        known: &known,
        listed,
    };
    let todo: Vec<&FileEntry> = scan
        .notes
        .iter()
        .filter(|entry| {
            forced.contains(&entry.path)
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
    // A note that is gone leaves the search at once, unless a new file of its size may be it.
    let (maybe_moved, gone): (Vec<_>, Vec<_>) = known
        .iter()
        .filter(|(path, _)| !plan.listed.contains(path) && !plan.old.contains(path))
        .map(|(path, known)| (path.clone(), known))
        .partition(|(_, known)| new_sizes.contains(&known.stamp.bytes));
    let mut work = Work {
        shared,
        plan: &plan,
        control,
        told: progress,
        edits: Vec::new(),
        edit_bytes: 0,
        chunks: 0,
        pending: VecDeque::new(),
        batches: 0,
        revision,
        failed: scan.problems.clone(),
        report: SyncReport::default(),
        moved: renamed.clone(),
        changed: Vec::new(),
        left: HashMap::new(),
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
    work.list(&scan, is_view_true)?;
    work.flush()?;

    let (maybe_moved, stale) =
        if is_view_true { (maybe_moved, Vec::new()) } else { (Vec::new(), maybe_moved) };
    for (path, _) in stale {
        work.remove(path);
    }
    let moves = Moves::new(maybe_moved);
    work.read_all(&todo, &moves)?;
    for path in moves.unclaimed() {
        work.remove(path);
    }
    work.find_left_behind();
    work.finish(&scan, revision, is_view_true)?;

    let mut report = work.report;
    let status = shared.readers.with(counts)?;
    report.indexed = status.indexed;
    report.failed = status.failed;
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
    told: &'a mut dyn FnMut(SyncEvent),
    edits: Vec<Edit>,
    edit_bytes: usize,
    /// Passages of the notes that were read.
    chunks: u32,
    pending: VecDeque<Pending>,
    batches: i64,
    /// The database's state after the last batch that is done.
    revision: i64,
    failed: Vec<FileProblem>,
    report: SyncReport,
    /// Notes with another path that nobody was told of yet.
    moved: Vec<(NotePath, NotePath)>,
    /// Outlines of new and changed notes, for the catalog.
    changed: Vec<(NotePath, Arc<Note>)>,
    /// Paths at which another content stands now, by the content that stood there.
    left: HashMap<ContentHash, Vec<NotePath>>,
    /// New notes, by their content.
    new: HashMap<ContentHash, Vec<NotePath>>,
}

impl Work<'_> {
    /// Reads, parses and cuts the notes on all cores, and hands them to the writer.
    fn read_all(&mut self, todo: &[&FileEntry], moves: &Moves) -> Result<()> {
        let total = u32::try_from(todo.len()).unwrap_or(u32::MAX);
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let threads = threads.min(todo.len());
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let (results, inbox) = mpsc::sync_channel(2 * threads + 1);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (results, next, stop) = (results.clone(), &next, &stop);
                let (shared, plan, control) = (self.shared, self.plan, self.control);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && control.step().is_ok()
                        && let Some(entry) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let outcome = look(shared, plan, entry, moves);
                        if results.send((&entry.path, outcome)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            for (done, (path, outcome)) in (1..).zip(&inbox) {
                let taken = self.control.step().and_then(|()| self.take(path, outcome));
                if taken.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    drop(inbox);
                    return taken;
                }
                (self.told)(SyncEvent::Progress { done, total, chunks: self.chunks });
            }
            // The readers stop at once when the sync is given up.
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
                let catalog = self.shared.view().catalog.clone();
                match catalog.note(&from) {
                    Some(note) => {
                        self.edits.push(Edit::Move {
                            from,
                            to: path.clone(),
                            title: title_of(note, path),
                            names: names_of(note),
                            stamp,
                        });
                        self.changed.push((path.clone(), note.clone()));
                    }
                    None => {
                        // Another process wrote it, and our view doesn't have it.
                        self.edits.push(Edit::Remove(from));
                        match read(self.shared, path) {
                            Ok((text, stamp)) => match outcome_of(text, stamp) {
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
        (self.told)(SyncEvent::Unread(problem.clone()));
        self.failed.push(problem);
    }

    fn put(&mut self, path: &NotePath, read: Box<ReadNote>, note: Arc<Note>) {
        if read.stamp.bytes > 0 && !self.plan.from.contains_key(path) {
            match self.plan.known.get(path) {
                None => self.new.entry(read.hash).or_default().push(path.clone()),
                Some(_) if self.plan.old.contains(path) => {}
                Some(known) => self.left.entry(known.hash).or_default().push(path.clone()),
            }
        }
        self.edit_bytes += usize::try_from(read.stamp.bytes).unwrap_or(0);
        self.chunks += count(read.chunks.len());
        self.report.changed.push(path.clone());
        self.changed.push((path.clone(), note));
        self.edits.push(Edit::Put(read));
    }

    /// A note that was renamed while nobody watched, and whose old path was taken by another one
    /// since: the old content has one new path and no more than one old one.
    fn find_left_behind(&mut self) {
        for (hash, old) in std::mem::take(&mut self.left) {
            if let ([from], Some([to])) = (&old[..], self.new.get(&hash).map(Vec::as_slice)) {
                self.moved.push((from.clone(), to.clone()));
            }
        }
    }

    fn remove(&mut self, path: NotePath) {
        self.report.removed.push(path.clone());
        self.edits.push(Edit::Remove(path));
    }

    /// Keeps the lists of other files and of excluded notes, if they changed.
    fn list(&mut self, scan: &Scan, is_view_true: bool) -> Result<()> {
        let files: Vec<NotePath> = scan.files.iter().map(|entry| entry.path.clone()).collect();
        let excluded = self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT path FROM excluded")?
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<rusqlite::Result<HashSet<_>>>()
        })?;
        let same_excluded = excluded.len() == scan.excluded.len()
            && scan.excluded.iter().all(|path| excluded.contains(path.as_str()));
        if !is_view_true || !same_excluded || *self.shared.view().files != files {
            self.edits.push(Edit::Listing { files, excluded: scan.excluded.clone() });
        }
        Ok(())
    }

    /// Hands the edits to the writer, and waits only if it is two batches behind.
    fn flush(&mut self) -> Result<()> {
        self.edit_bytes = 0;
        if !self.moved.is_empty() {
            let moved = std::mem::take(&mut self.moved);
            self.report.moved.extend_from_slice(&moved);
            (self.told)(SyncEvent::Moved(moved));
        }
        let edits = std::mem::take(&mut self.edits);
        if !edits.is_empty() {
            self.pending.push_back(self.shared.writer.apply(edits)?);
            self.batches += 1;
        }
        while self.pending.len() > 2 {
            self.wait()?;
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<()> {
        if let Some(pending) = self.pending.pop_front() {
            self.revision = pending.wait()?;
        }
        Ok(())
    }

    /// Writes the rest, and shows the new names.
    fn finish(&mut self, scan: &Scan, started_at: i64, is_view_true: bool) -> Result<()> {
        self.failed.sort_by(|a, b| a.path.cmp(&b.path));
        self.failed.dedup_by(|a, b| a.path == b.path);
        if self.shared.readers.with(|connection| load_failed(connection))? != self.failed {
            self.edits.push(Edit::Problems(std::mem::take(&mut self.failed)));
        }
        self.flush()?;
        while !self.pending.is_empty() {
            self.wait()?;
        }
        let view = self.shared.view().clone();
        let files: Vec<NotePath> = scan.files.iter().map(|entry| entry.path.clone()).collect();
        let is_ours = is_view_true && self.revision == started_at + self.batches;
        let fresh = if !is_ours {
            self.shared.readers.with(load_view)?
        } else {
            let changed = std::mem::take(&mut self.changed);
            let gone = self
                .report
                .removed
                .iter()
                .chain(
                    self.report
                        .moved
                        .iter()
                        .map(|(from, _)| from)
                        .filter(|from| !self.plan.listed.contains(from)),
                )
                .cloned();
            let catalog = if *view.files == files {
                if changed.is_empty() && self.report.removed.is_empty() {
                    view.catalog
                } else {
                    Arc::new(view.catalog.with(changed, gone))
                }
            } else {
                let gone: HashSet<NotePath> = gone.collect();
                let mut notes: HashMap<NotePath, Arc<Note>> = view
                    .catalog
                    .notes()
                    .filter(|(path, _)| !gone.contains(*path))
                    .map(|(path, note)| (path.clone(), note.clone()))
                    .collect();
                notes.extend(changed);
                Arc::new(Catalog::new(notes, files.iter().cloned()))
            };
            View { catalog, files: Arc::new(files), revision: self.revision }
        };
        *self.shared.view() = fresh;
        if self.revision != started_at {
            let much = self.batches >= MUCH;
            let settled = self.shared.writer.settle(much)?;
            // Everything is found by now, and nobody needs to wait for it to be in order.
            if !much {
                settled.wait()?;
            }
        }
        Ok(())
    }
}
