//! Bringing the index up to date with the folder.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use notes::{Catalog, ContentHash, FileEntry, FileProblem, Note, NotePath, NoteText, Scan};

use super::{
    Shared, SyncEvent, SyncReport, SyncScope, View, counts, load_failed, load_view,
    packed::pack,
    writer::{Edit, IndexedText, Pending, ReadNote, Stamp},
};
use crate::{Result, chunk::chunk_parsed, search::words};

/// Notes written in one transaction. A sync that is killed loses at most this many.
const BATCH: usize = 200;

/// Text written in one transaction, in bytes: large notes make smaller batches.
const BATCH_BYTES: usize = 4 * 1024 * 1024;

/// A file changed so recently may change again without its time telling: file systems count in
/// steps of up to two seconds.
const TIME_STEP: Duration = Duration::from_secs(2);

/// What the index knows of a file.
struct Known {
    stamp: Stamp,
    hash: ContentHash,
}

/// What became of a note that was looked at.
enum Outcome {
    /// Its content is what the index has.
    Same(Stamp),
    /// It is new or different.
    Read(Box<ReadNote>, Arc<Note>),
    /// It is a note that was somewhere else before.
    Moved {
        from: NotePath,
        stamp: Stamp,
    },
    /// It went away while we looked.
    Gone,
    Failed(FileProblem),
}

/// The sync itself, without its last event.
pub(super) fn run(
    shared: &Shared,
    scope: &SyncScope,
    progress: &mut dyn FnMut(SyncEvent),
) -> Result<SyncReport> {
    let started = Instant::now();
    let scan = shared.vault.scan(&shared.scan)?;
    let (known, revision) = shared.readers.with(|connection| {
        let connection = connection.transaction()?;
        Ok((load_known(&connection)?, super::writer::revision(&connection)?))
    })?;
    // Another process, or a sync that was cut off, may have written what isn't in our view.
    let is_view_true = shared.view().revision == revision;
    let forced: HashSet<&NotePath> = match scope {
        SyncScope::All => HashSet::new(),
        SyncScope::Paths(paths) => paths.iter().collect(),
    };
    let todo: Vec<&FileEntry> = scan
        .notes
        .iter()
        .filter(|entry| {
            forced.contains(&entry.path)
                || known.get(&entry.path).is_none_or(|known| known.stamp != stamp_of(entry))
        })
        .collect();
    let total = u32::try_from(todo.len()).unwrap_or(u32::MAX);
    progress(SyncEvent::Found { notes: total });

    let listed: HashSet<&NotePath> = scan.notes.iter().map(|entry| &entry.path).collect();
    let new_sizes: HashSet<i64> = todo
        .iter()
        .filter(|entry| !known.contains_key(&entry.path))
        .map(|entry| stamp_of(entry).bytes)
        .collect();
    // A note that is gone leaves the search at once, unless a new file of its size may be it.
    let (maybe_moved, gone): (Vec<_>, Vec<_>) = known
        .iter()
        .filter(|(path, _)| !listed.contains(path))
        .map(|(path, known)| (path.clone(), known))
        .partition(|(_, known)| new_sizes.contains(&known.stamp.bytes));
    let mut work = Work {
        shared,
        edits: Vec::new(),
        edit_bytes: 0,
        pending: VecDeque::new(),
        batches: 0,
        revision,
        failed: scan.problems.clone(),
        report: SyncReport::default(),
        changed: Vec::new(),
    };
    for (path, _) in gone {
        work.remove(path);
    }
    work.list(&scan)?;
    work.flush()?;

    let (maybe_moved, stale) =
        if is_view_true { (maybe_moved, Vec::new()) } else { (Vec::new(), maybe_moved) };
    for (path, _) in stale {
        work.remove(path);
    }
    let moves = Moves::new(maybe_moved);
    work.read_all(&todo, &known, &moves, &mut |done| {
        progress(SyncEvent::Progress { done, total });
    })?;
    for path in moves.unclaimed() {
        work.remove(path);
    }
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

/// Notes that may turn up under another path, by their content.
struct Moves(Mutex<HashMap<ContentHash, Vec<NotePath>>>);

impl Moves {
    fn new(notes: Vec<(NotePath, &Known)>) -> Self {
        let mut moves: HashMap<_, Vec<_>> = HashMap::new();
        for (path, known) in notes {
            moves.entry(known.hash).or_default().push(path);
        }
        for paths in moves.values_mut() {
            paths.sort_by(|a, b| b.cmp(a));
        }
        Self(Mutex::new(moves))
    }

    fn claim(&self, hash: &ContentHash) -> Option<NotePath> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(hash)?.pop()
    }

    fn unclaimed(self) -> impl Iterator<Item = NotePath> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().flatten()
    }
}

struct Work<'a> {
    shared: &'a Shared,
    edits: Vec<Edit>,
    edit_bytes: usize,
    pending: VecDeque<Pending>,
    batches: i64,
    /// The database's state after the last batch that is done.
    revision: i64,
    failed: Vec<FileProblem>,
    report: SyncReport,
    /// Outlines of new and changed notes, for the catalog.
    changed: Vec<(NotePath, Arc<Note>)>,
}

impl Work<'_> {
    /// Reads, parses and cuts the notes on all cores, and hands them to the writer.
    fn read_all(
        &mut self,
        todo: &[&FileEntry],
        known: &HashMap<NotePath, Known>,
        moves: &Moves,
        progress: &mut dyn FnMut(u32),
    ) -> Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let threads = threads.min(todo.len());
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let (results, inbox) = mpsc::sync_channel(2 * threads + 1);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (results, next, stop) = (results.clone(), &next, &stop);
                let shared = self.shared;
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(entry) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let known = known.get(&entry.path);
                        let outcome = look(shared, &entry.path, known, moves);
                        if results.send((&entry.path, outcome)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            let mut done = 0;
            for (path, outcome) in &inbox {
                let taken = self.take(path, outcome, known);
                if taken.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    drop(inbox);
                    return taken;
                }
                done += 1;
                progress(done);
            }
            Ok(())
        })
    }

    fn take(
        &mut self,
        path: &NotePath,
        outcome: Outcome,
        known: &HashMap<NotePath, Known>,
    ) -> Result<()> {
        match outcome {
            Outcome::Same(stamp) => {
                if known.get(path).is_none_or(|known| known.stamp != stamp) {
                    self.edits.push(Edit::Touch { path: path.clone(), stamp });
                }
            }
            Outcome::Read(read, note) => {
                self.edit_bytes += usize::try_from(read.stamp.bytes).unwrap_or(0);
                self.report.changed.push(path.clone());
                self.changed.push((path.clone(), note));
                self.edits.push(Edit::Put(read));
            }
            Outcome::Moved { from, stamp } => {
                let catalog = self.shared.view().catalog.clone();
                match catalog.note(&from) {
                    Some(note) => {
                        self.edits.push(Edit::Move {
                            from: from.clone(),
                            to: path.clone(),
                            title: title_of(note, path),
                            names: names_of(note),
                            stamp,
                        });
                        self.changed.push((path.clone(), note.clone()));
                        self.report.moved.push((from, path.clone()));
                    }
                    None => {
                        self.remove(from);
                        let outcome = look(self.shared, path, None, &Moves::new(Vec::new()));
                        return self.take(path, outcome, known);
                    }
                }
            }
            Outcome::Gone => {
                if known.contains_key(path) {
                    self.remove(path.clone());
                }
            }
            Outcome::Failed(problem) => {
                if known.contains_key(path) {
                    self.remove(path.clone());
                }
                self.failed.push(problem);
            }
        }
        if self.edits.len() >= BATCH || self.edit_bytes >= BATCH_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn remove(&mut self, path: NotePath) {
        self.report.removed.push(path.clone());
        self.edits.push(Edit::Remove(path));
    }

    /// Keeps the lists of other files and of excluded notes, if they changed.
    fn list(&mut self, scan: &Scan) -> Result<()> {
        let files: Vec<NotePath> = scan.files.iter().map(|entry| entry.path.clone()).collect();
        let excluded = self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT path FROM excluded")?
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<rusqlite::Result<HashSet<_>>>()
        })?;
        let same_excluded = excluded.len() == scan.excluded.len()
            && scan.excluded.iter().all(|path| excluded.contains(path.as_str()));
        if !same_excluded || *self.shared.view().files != files {
            self.edits.push(Edit::Listing { files, excluded: scan.excluded.clone() });
        }
        Ok(())
    }

    /// Hands the edits to the writer, and waits only if it is two batches behind.
    fn flush(&mut self) -> Result<()> {
        self.edit_bytes = 0;
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
                .chain(self.report.moved.iter().map(|(from, _)| from))
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
            self.shared.writer.settle()?.wait()?;
        }
        Ok(())
    }
}

/// Looks at one file: is it what the index has, what does it say?
fn look(shared: &Shared, path: &NotePath, known: Option<&Known>, moves: &Moves) -> Outcome {
    let problem = |reason: String| FileProblem { path: path.to_string(), reason };
    let text = match shared.vault.read_note(path) {
        Ok(text) => text,
        Err(notes::Error::NotFound(_)) => return Outcome::Gone,
        Err(error) => return Outcome::Failed(problem(error.to_string())),
    };
    let stamp = stamp(text.bytes, text.modified);
    if known.is_some_and(|known| known.hash == text.hash) {
        return Outcome::Same(stamp);
    }
    if known.is_none()
        && let Some(from) = moves.claim(&text.hash)
    {
        return Outcome::Moved { from, stamp };
    }
    // One note that the parser can't stand must not keep the others from being found.
    match catch_unwind(AssertUnwindSafe(|| prepare(text, stamp))) {
        Ok((read, note)) => Outcome::Read(Box::new(read), Arc::new(note)),
        Err(_) => Outcome::Failed(problem(format!(
            "{path} can't be understood: the Markdown parser gave up on it"
        ))),
    }
}

fn prepare(text: NoteText, stamp: Stamp) -> (ReadNote, Note) {
    let note = notes::parse(&text.text);
    let chunks = chunk_parsed(&text.text, &note)
        .into_iter()
        .map(|chunk| {
            let indexed = IndexedText::of(&chunk);
            (chunk, indexed)
        })
        .collect();
    let read = ReadNote {
        title: title_of(&note, &text.path),
        stamp,
        hash: text.hash,
        // A note is plain data: strings, numbers and lists of them are always valid JSON.
        outline: pack(&serde_json::to_string(&note).unwrap_or_else(|_| "{}".to_owned())),
        text: pack(&text.text),
        names: names_of(&note),
        tags: note.tags.clone(),
        chunks,
        path: text.path,
    };
    (read, note)
}

fn title_of(note: &Note, path: &NotePath) -> String {
    note.title.clone().unwrap_or_else(|| path.stem().to_owned())
}

/// Aliases and tags, as the full-text index gets them.
fn names_of(note: &Note) -> String {
    let names: Vec<&str> = note.aliases.iter().chain(&note.tags).map(String::as_str).collect();
    words::indexed(&names.join(" / "))
}

fn stamp_of(entry: &FileEntry) -> Stamp {
    Stamp { bytes: i64::try_from(entry.bytes).unwrap_or(i64::MAX), modified: nanos(entry.modified) }
}

/// The stamp of a file that was just read.
fn stamp(bytes: u64, modified: SystemTime) -> Stamp {
    let is_settled = SystemTime::now().duration_since(modified).is_ok_and(|age| age > TIME_STEP);
    Stamp {
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        modified: nanos(modified).filter(|_| is_settled),
    }
}

fn nanos(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(|nanos| -nanos),
    }
}

fn load_known(connection: &rusqlite::Connection) -> rusqlite::Result<HashMap<NotePath, Known>> {
    let mut known = HashMap::new();
    let mut rows = connection.prepare_cached("SELECT path, bytes, modified, hash FROM notes")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let (path, hash): (String, String) = (row.get(0)?, row.get(3)?);
        let stamp = Stamp { bytes: row.get(1)?, modified: row.get(2)? };
        match (NotePath::new(&path), hash.parse()) {
            (Ok(path), Ok(hash)) => {
                known.insert(path, Known { stamp, hash });
            }
            _ => return Err(super::damaged(&format!("the entry of {path} can't be read"))),
        }
    }
    Ok(known)
}
