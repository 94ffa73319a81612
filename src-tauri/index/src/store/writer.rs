//! The thread that writes to the database.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    thread::JoinHandle,
};

use ::records::OwnDate;
use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{
    edit::{Edit, List, ReadNote, Stamp},
    growth::{Growth, change_list, to_i64},
    passage_text::{IndexedText, NoteWords, repeated},
    records,
    rows::{chunks_of, forget_summary, part_text},
    schema, settings,
};
use crate::{Error, Result, words};

/// Maximum batches in the queue: one keeps the writer busy; more only take memory.
const WAITING: usize = 2;

type Change = Box<dyn FnOnce(&Transaction<'_>) -> rusqlite::Result<i64> + Send>;

enum Command {
    Write(Change, SyncSender<Result<i64>>),
    Settle { much: bool, answer: SyncSender<Result<i64>> },
    Remake(SyncSender<Result<i64>>),
}

/// Dropping it ends the thread and closes the file.
#[derive(Debug)]
pub(crate) struct Writer {
    commands: Option<SyncSender<Command>>,
    thread: Option<JoinHandle<()>>,
}

pub(crate) struct PendingReply(Receiver<Result<i64>>);

impl PendingReply {
    pub(crate) fn wait(self) -> Result<i64> {
        self.0.recv().unwrap_or(Err(Error::Closed))
    }
}

impl Writer {
    pub(super) fn start(path: PathBuf) -> Result<Self> {
        let (commands, inbox) = sync_channel(WAITING);
        let (opened, is_open): (Sender<Result<()>>, _) = channel();
        let file = path.clone();
        let thread = std::thread::Builder::new()
            .name("index writer".to_owned())
            .spawn(move || match schema::open_writer(&path) {
                Ok(connection) => {
                    // The receiver waits for this; if it is gone, so are the commands.
                    let _ = opened.send(Ok(()));
                    run(connection, &path, &inbox);
                }
                Err(error) => {
                    let _ = opened.send(Err(error));
                }
            })
            .map_err(|source| schema::file_error(&file, source))?;
        is_open.recv().unwrap_or(Err(Error::Closed))?;
        Ok(Self { commands: Some(commands), thread: Some(thread) })
    }

    pub(super) fn apply(&self, edits: Vec<Edit>) -> Result<PendingReply> {
        self.write(move |transaction| apply(transaction, &edits))
    }

    pub(super) fn write(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<i64> + Send + 'static,
    ) -> Result<PendingReply> {
        self.send(|answer| Command::Write(Box::new(change), answer))
    }

    /// Checkpoints the log and frees disk space; after `much` writing, also merges the full-text index, which makes
    /// it smaller and faster.
    pub(super) fn settle(&self, much: bool) -> Result<PendingReply> {
        self.send(|answer| Command::Settle { much, answer })
    }

    pub(super) fn remake(&self) -> Result<PendingReply> {
        self.send(Command::Remake)
    }

    fn send(
        &self,
        command: impl FnOnce(SyncSender<Result<i64>>) -> Command,
    ) -> Result<PendingReply> {
        let (answer, pending) = sync_channel(1);
        let commands = self.commands.as_ref().ok_or(Error::Closed)?;
        commands.send(command(answer)).map_err(|_| Error::Closed)?;
        Ok(PendingReply(pending))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(mut connection: Connection, path: &Path, inbox: &Receiver<Command>) {
    let failure = |error| schema::database_error(path, error);
    while let Ok(command) = inbox.recv() {
        let (result, answer) = match command {
            Command::Write(change, answer) => {
                (job(|| in_transaction(&mut connection, change).map_err(failure)), answer)
            }
            Command::Settle { much, answer } => {
                (job(|| settle(&connection, much).map_err(failure)), answer)
            }
            Command::Remake(answer) => match job(|| schema::open_again(connection, path)) {
                Ok(fresh) => {
                    connection = fresh;
                    (Ok(0), answer)
                }
                Err(error) => {
                    let _ = answer.send(Err(error));
                    match schema::open_writer(path) {
                        Ok(before) => connection = before,
                        Err(error) => {
                            tracing::warn!(%error, "the search index can't be written any more");
                            return;
                        }
                    }
                    continue;
                }
            },
        };
        // Nobody receives it if the sync was cancelled.
        let _ = answer.send(result);
    }
    let _ = connection.close();
}

/// Runs one job. A panic rolls back its transaction, and the thread continues with the next job.
fn job<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let error = Error::panicked(&*panic);
        tracing::error!(%error, "a job of the index's writer panicked");
        Err(error)
    })
}

pub(crate) fn revision(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT revision FROM state", [], |row| row.get(0))
}

fn settle(connection: &Connection, much: bool) -> rusqlite::Result<i64> {
    if much {
        connection.execute("INSERT INTO passages (passages) VALUES ('optimize')", [])?;
        connection.execute("INSERT INTO spellings (spellings) VALUES ('optimize')", [])?;
    }
    let pages = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if pages("freelist_count")? * 10 > pages("page_count")? {
        let mut vacuum = connection.prepare("PRAGMA incremental_vacuum")?;
        let mut steps = vacuum.query([])?;
        while steps.next()?.is_some() {}
    }
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    // Frees cached pages, of which the next edit needs few.
    connection.execute_batch("PRAGMA shrink_memory")?;
    revision(connection)
}

fn in_transaction(
    connection: &mut Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<i64>,
) -> rusqlite::Result<i64> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let said = change(&transaction)?;
    transaction.commit()?;
    Ok(said)
}

fn apply(transaction: &Transaction<'_>, edits: &[Edit]) -> rusqlite::Result<i64> {
    let mut growth = Growth::default();
    let mut named = HashSet::new();
    for edit in edits {
        match edit {
            Edit::Put(note) => put(transaction, note, &mut growth, &mut named)?,
            Edit::Touch { path, stamp } => {
                transaction
                    .prepare_cached("UPDATE notes SET bytes = ?2, modified = ?3 WHERE path = ?1")?
                    .execute(params![path.as_str(), stamp.bytes, stamp.modified])?;
            }
            Edit::Move { from, to, title, names, dated, stamp } => {
                rename(transaction, from, to, (title, names, *dated), *stamp, &mut growth)?;
            }
            Edit::Settings(text) => settings::store(transaction, text)?,
            Edit::Remove(path) => remove(transaction, path, None, &mut growth)?,
            Edit::Problems { gone, new } => {
                let mut delete =
                    transaction.prepare_cached("DELETE FROM failed WHERE path = ?1")?;
                for path in gone {
                    delete.execute([path])?;
                }
                for problem in new {
                    transaction
                        .prepare_cached("INSERT OR REPLACE INTO failed VALUES (?1, ?2)")?
                        .execute(params![problem.path, problem.reason])?;
                }
            }
            Edit::Unread { path, stamp, reason: Some(reason), pictures } => {
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO unread VALUES (?1, ?2, ?3, ?4, ?5)")?
                    .execute(params![
                        path.as_str(),
                        stamp.bytes,
                        stamp.modified,
                        reason,
                        pictures
                    ])?;
            }
            Edit::Unread { path, reason: None, .. } => {
                transaction
                    .prepare_cached("DELETE FROM unread WHERE path = ?1")?
                    .execute([path.as_str()])?;
            }
            Edit::List { list, gone, new } => {
                let changed = change_list(transaction, list.table(), gone, new)?;
                if *list == List::Excluded {
                    growth.excluded += changed;
                }
            }
        }
    }
    if !edits.is_empty() {
        transaction
            .prepare_cached(
                "UPDATE state SET revision = revision + 1, notes = notes + ?1,
                     chunks = chunks + ?2, bytes = bytes + ?3, excluded = excluded + ?4,
                     documents = documents + ?5",
            )?
            .execute(params![
                growth.notes,
                growth.chunks,
                growth.bytes,
                growth.excluded,
                growth.documents
            ])?;
    }
    revision(transaction)
}

fn put(
    transaction: &Transaction<'_>,
    note: &ReadNote,
    growth: &mut Growth,
    named: &mut HashSet<String>,
) -> rusqlite::Result<()> {
    let hash = note.hash.to_string();
    remove(transaction, &note.path, Some(&hash), growth)?;
    growth.add(note.kind.is_some(), 1, note.stamp.bytes);
    growth.chunks += to_i64(note.chunks.len());
    transaction
        .prepare_cached(
            "INSERT INTO notes (path, path_folded, title, bytes, modified, hash, kind, dated,
                                dated_until, dated_by, role, source)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            note.path.as_str(),
            words::folded(note.path.as_str()),
            note.title,
            note.stamp.bytes,
            note.stamp.modified,
            hash,
            note.kind,
            note.dated.map(|it| it.first.to_string()),
            note.dated.map(|it| it.last.to_string()),
            note.dated.map(|it| records::source_name(it.source)),
            note.role.map(records::role_name),
            note.source.map(|source| source.to_string()),
        ])?;
    let id = transaction.last_insert_rowid();
    transaction.prepare_cached("INSERT INTO texts VALUES (?1, ?2, ?3, ?4)")?.execute(params![
        id,
        note.outline,
        note.text,
        note.boxes
    ])?;
    for tag in &note.tags {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO tags VALUES (?1, ?2)")?
            .execute(params![words::folded(tag), id])?;
    }
    records::put(transaction, id, &note.records, named)?;
    let bytes = note.chunks.iter().map(|(chunk, _)| chunk.text.len()).sum();
    let repeated = NoteWords::of(&note.title, &note.names, &note.path, note.chunks.len(), bytes);
    for (chunk, text) in &note.chunks {
        transaction
            .prepare_cached(
                "INSERT INTO chunks (note, ordinal, first_line, last_line, start_byte, end_byte,
                                     tokens, headings, part, key, columns)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                id,
                chunk.ordinal,
                chunk.lines.start,
                chunk.lines.end,
                to_i64(chunk.range.start),
                to_i64(chunk.range.end),
                chunk.tokens,
                headings_text(&chunk.heading_path),
                part_text(chunk.part.as_ref()),
                text.key.0,
                chunk.columns,
            ])?;
        let row = transaction.last_insert_rowid();
        index_passage(transaction, row, &repeated, text)?;
    }
    Ok(())
}

fn index_passage(
    transaction: &Transaction<'_>,
    row: i64,
    repeated: &NoteWords,
    text: &IndexedText,
) -> rusqlite::Result<()> {
    let NoteWords { title, names, path } = repeated;
    let IndexedText { headings, body, stems, spellings, .. } = text;
    transaction
        .prepare_cached(
            "INSERT INTO passages (rowid, title, headings, names, path, body, stems)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![row, title, headings, names, path, body, stems])?;
    if !spellings.is_empty() {
        transaction
            .prepare_cached("INSERT INTO spellings (rowid, words) VALUES (?1, ?2)")?
            .execute(params![row, spellings])?;
    }
    Ok(())
}

/// `next` is the hash of the replacing content.
fn remove(
    transaction: &Transaction<'_>,
    path: &NotePath,
    next: Option<&str>,
    growth: &mut Growth,
) -> rusqlite::Result<()> {
    let note = transaction
        .prepare_cached("SELECT id, bytes, kind IS NOT NULL FROM notes WHERE path = ?1")?
        .query_row([path.as_str()], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, bool>(2)?))
        })
        .optional()?;
    let Some((id, bytes, is_document)) = note else { return Ok(()) };
    forget_summary(transaction, id, next)?;
    let delete = |sql: &str| transaction.prepare_cached(sql)?.execute([id]);
    delete("DELETE FROM passages WHERE rowid IN (SELECT id FROM chunks WHERE note = ?1)")?;
    delete("DELETE FROM spellings WHERE rowid IN (SELECT id FROM chunks WHERE note = ?1)")?;
    let chunks = delete("DELETE FROM chunks WHERE note = ?1")?;
    records::remove(transaction, id)?;
    delete("DELETE FROM tags WHERE note = ?1")?;
    delete("DELETE FROM texts WHERE note = ?1")?;
    delete("DELETE FROM notes WHERE id = ?1")?;
    growth.add(is_document, -1, -bytes);
    growth.chunks -= to_i64(chunks);
    Ok(())
}

/// Renames a note; its chunks stay, except for the words repeated from its name.
fn rename(
    transaction: &Transaction<'_>,
    from: &NotePath,
    to: &NotePath,
    (title, names, dated): (&str, &str, Option<OwnDate>),
    stamp: Stamp,
    growth: &mut Growth,
) -> rusqlite::Result<()> {
    let id: Option<i64> = transaction
        .prepare_cached("SELECT id FROM notes WHERE path = ?1")?
        .query_row([from.as_str()], |row| row.get(0))
        .optional()?;
    let Some(id) = id else { return Ok(()) };
    remove(transaction, to, None, growth)?;
    transaction
        .prepare_cached(
            "UPDATE notes SET path = ?2, path_folded = ?3, title = ?4, bytes = ?5, modified = ?6
             WHERE id = ?1",
        )?
        .execute(params![
            id,
            to.as_str(),
            words::folded(to.as_str()),
            title,
            stamp.bytes,
            stamp.modified
        ])?;
    transaction
        .prepare_cached(
            "UPDATE notes SET dated = ?2, dated_until = ?3, dated_by = ?4
             WHERE id = ?1 AND dated_by IS NOT 'property'",
        )?
        .execute(params![
            id,
            dated.map(|it| it.first.to_string()),
            dated.map(|it| it.last.to_string()),
            dated.map(|it| records::source_name(it.source)),
        ])?;
    let chunks = chunks_of(transaction, id)?;
    let bytes = chunks.iter().map(|(_, chunk)| chunk.text.len()).sum();
    let words = NoteWords::of(title, names, to, chunks.len(), bytes);
    let repeated = repeated(title, names, to);
    for (row, chunk) in chunks {
        for table in ["passages", "spellings"] {
            let sql = format!("DELETE FROM {table} WHERE rowid = ?1");
            transaction.prepare_cached(&sql)?.execute([row])?;
        }
        let text = IndexedText::of(&chunk, title, &repeated);
        transaction
            .prepare_cached("UPDATE chunks SET key = ?2 WHERE id = ?1")?
            .execute(params![row, text.key.0])?;
        index_passage(transaction, row, &words, &text)?;
    }
    Ok(())
}

/// JSON, since a heading may contain any character.
pub(crate) fn headings_text(headings: &[String]) -> String {
    serde_json::Value::from(headings.to_vec()).to_string()
}
