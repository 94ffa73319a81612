//! The index's database: one writer thread, pooled readers.

mod packed;
mod readers;
mod schema;
mod sync;
#[cfg(test)]
mod tests;
mod writer;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use notes::{
    ByteRange, Catalog, Change, FileProblem, LineRange, Note, NotePath, ScanOptions, Vault,
};
use rusqlite::{Connection, OptionalExtension, Row};

use models::{Embedder, EmbeddingModel, Purpose};

use crate::{
    Chunk, Hit, Result, SearchOptions, TextKey, VectorStore, WhyNot,
    search::{self, why_not},
    vectors::{EmbeddedVectors, Held, embedded_text},
};
pub(crate) use packed::unpack;
pub(crate) use schema::is_damage;
pub(crate) use writer::headings_of;

/// A vault's index. Clones share it.
#[derive(Debug, Clone)]
pub struct Index {
    shared: Arc<Shared>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    path: PathBuf,
    vault: Vault,
    scan: ScanOptions,
    pub(crate) writer: writer::Writer,
    pub(crate) readers: readers::Readers,
    view: Mutex<View>,
    /// Held by the sync that runs: a second one waits, since it would do the same work again.
    turn: Mutex<()>,
    /// The vectors of each model that are in memory, by the model's name.
    pub(crate) vectors: Mutex<HashMap<String, Arc<Held>>>,
}

/// The names of the vault, and the state of the database that they were taken from.
#[derive(Debug, Clone)]
struct View {
    catalog: Arc<Catalog>,
    files: Arc<Vec<NotePath>>,
    revision: i64,
}

/// What to bring up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncScope {
    /// Every file of the vault; unchanged ones are recognised by size and time.
    All,
    /// The same, and what the watch told besides: notes that it names are read again whatever their
    /// size and time say (listing the folder is cheap, and shows what it can't tell), and notes
    /// that it saw renamed are known to be the same ones, whatever else happened to them.
    Changed(Change),
}

/// Progress of bringing the index up to date. The last event is exactly one `Done` or `Failed`.
#[derive(Debug, Clone)]
pub enum SyncEvent {
    /// The vault was listed.
    Found {
        /// Notes that are to be indexed or checked.
        notes: u32,
    },
    /// So many of them are done.
    Progress {
        /// Notes done so far.
        done: u32,
        /// Notes in all.
        total: u32,
    },
    /// These notes have another path now, as (from, to): told all at once, and before the index is
    /// changed, so that whoever remembers notes by path loses none if the process ends here. What
    /// stands at an old path by now is another note.
    Moved(Vec<(NotePath, NotePath)>),
    /// The end, with the counts.
    Done(SyncReport),
    /// The end, because the vault or the database refused.
    Failed(String),
}

/// What a sync did.
#[derive(Debug, Clone, Default)]
pub struct SyncReport {
    /// Notes that are now in the index.
    pub indexed: u32,
    /// Notes that are new or had changed, and were read again.
    pub changed: Vec<NotePath>,
    /// Notes that are gone, or left out by a rule now.
    pub removed: Vec<NotePath>,
    /// Notes that have another path now, as (from, to): all that [`SyncEvent::Moved`] told. Those
    /// whose content changed, too, are in `changed` under their new path, and none is in `removed`.
    pub moved: Vec<(NotePath, NotePath)>,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes left out by a rule.
    pub excluded: u32,
    /// Chunks in the index.
    pub chunks: u32,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What the index holds.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// Notes in the index.
    pub indexed: u32,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes left out by a rule.
    pub excluded: u32,
    /// Chunks in the index.
    pub chunks: u32,
    /// The size of the index's files in bytes.
    pub bytes: u64,
}

impl Index {
    /// Opens or makes the index of `vault` in the file `path`. A damaged file, or one of another
    /// version, is made anew; the next [`Index::sync`] fills it. The catalog of the last sync is
    /// there at once, without reading a note.
    ///
    /// # Errors
    /// If the folder of `path` can't be written.
    pub fn open(path: &Path, vault: Vault, scan: ScanOptions) -> Result<Self> {
        let writer = writer::Writer::start(path.to_owned())?;
        let readers = readers::Readers::new(path);
        let view = match readers.with(load_view) {
            Ok(view) => view,
            Err(error) if error.is_damage() => {
                tracing::warn!(%error, "the search index is damaged; it is made anew");
                readers.close();
                writer.remake()?.wait()?;
                readers.with(load_view)?
            }
            Err(error) => return Err(error),
        };
        let shared = Shared {
            path: path.to_owned(),
            vault,
            scan,
            writer,
            readers,
            view: Mutex::new(view),
            turn: Mutex::default(),
            vectors: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The vault that is indexed.
    pub fn vault(&self) -> &Vault {
        &self.shared.vault
    }

    /// Brings the index up to date. Blocks; call it off the async threads. A sync that is cut off
    /// (by the end of the process, too) leaves an index that is right as far as it came, and the
    /// next one goes on from there. A damaged index is made anew on the way.
    ///
    /// # Errors
    /// As the last event says.
    pub fn sync(
        &self,
        scope: SyncScope,
        progress: &mut dyn FnMut(SyncEvent),
    ) -> Result<SyncReport> {
        let turn = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut result = sync::run(&self.shared, &scope, progress);
        if let Err(error) = &result
            && error.is_damage()
        {
            tracing::warn!(%error, "the search index is damaged; it is made anew");
            self.shared.readers.close();
            result = self
                .shared
                .writer
                .remake()
                .and_then(writer::Pending::wait)
                .and_then(|_| sync::run(&self.shared, &SyncScope::All, progress));
        }
        drop(turn);
        progress(match &result {
            Ok(report) => SyncEvent::Done(report.clone()),
            Err(error) => SyncEvent::Failed(error.to_string()),
        });
        result
    }

    /// The vault's names as of the last sync. Cheap.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.shared.view().catalog.clone()
    }

    /// The passages that match `query` best. Any text is a query; none is a syntax error.
    ///
    /// One matching word is enough, and more and rarer ones rank higher, words of titles and
    /// headings most. `"quoted words"` must stand in the passage as they are, `-word` must not
    /// stand in it, `tag:name` and `path:part` (with `-` before them, or quotes around what
    /// follows the colon) choose notes, and the last word may be incomplete. Case, accents and
    /// English endings make no difference.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Vec<Hit>> {
        self.shared.readers.with(|connection| search::run(connection, query, options))
    }

    /// The vectors that the index keeps of the passages for a model.
    pub fn vectors(&self, model: &EmbeddingModel) -> Arc<dyn VectorStore> {
        Arc::new(EmbeddedVectors::new(self.shared.clone(), model))
    }

    /// Embeds the passages that have no vector of the model yet, and returns how many these were.
    ///
    /// # Errors
    /// If the model or the database fails.
    pub fn embed(&self, embedder: &dyn Embedder) -> Result<usize> {
        let store = self.vectors(embedder.model());
        let notes: Vec<i64> = self.shared.readers.with(|connection| {
            connection.prepare("SELECT id FROM notes")?.query_map([], |row| row.get(0))?.collect()
        })?;
        let mut count = 0;
        for note in notes {
            let chunks = self.shared.readers.with(|connection| chunks_of(connection, note))?;
            let texts: HashMap<TextKey, String> = chunks
                .iter()
                .map(|(_, chunk)| embedded_text(chunk).into_owned())
                .map(|text| (TextKey::of(&text), text))
                .collect();
            let missing = store.missing(&texts.keys().copied().collect::<Vec<_>>())?;
            let wanted: Vec<&str> = missing.iter().map(|key| texts[key].as_str()).collect();
            let vectors = embedder.embed(&wanted, Purpose::Passage)?;
            count += missing.len();
            store.put(&missing.into_iter().zip(vectors).collect::<Vec<_>>())?;
        }
        Ok(count)
    }

    /// Why the note `path` is not among the best passages for `query`, or where it is.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn why_not(&self, query: &str, path: &NotePath) -> Result<WhyNot> {
        self.shared.readers.with(|connection| why_not::run(connection, query, path))
    }

    /// The chunks of one note, in order.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn chunks(&self, path: &NotePath) -> Result<Vec<Chunk>> {
        self.shared.readers.with(|connection| {
            let connection = connection.transaction()?;
            let note = connection
                .prepare_cached("SELECT id FROM notes WHERE path = ?1")?
                .query_row([path.as_str()], |row| row.get(0))
                .optional()?;
            let Some(note) = note else { return Ok(Vec::new()) };
            Ok(chunks_of(&connection, note)?.into_iter().map(|(_, chunk)| chunk).collect())
        })
    }

    /// What the index holds.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn status(&self) -> Result<Status> {
        let mut status = self.shared.readers.with(counts)?;
        status.bytes = schema::files(&self.shared.path)
            .iter()
            .filter_map(|file| std::fs::metadata(file).ok())
            .map(|file| file.len())
            .sum();
        Ok(status)
    }
}

impl Shared {
    fn view(&self) -> MutexGuard<'_, View> {
        // A view is replaced as a whole, so a poisoned lock still guards a good one.
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note's chunks in order, with their rows.
fn chunks_of(connection: &Connection, note: i64) -> rusqlite::Result<Vec<(i64, Chunk)>> {
    let text = text_of(connection, note)?;
    connection
        .prepare_cached(
            "SELECT id, ordinal, headings, first_line, last_line, start_byte, end_byte, tokens
             FROM chunks WHERE note = ?1 ORDER BY ordinal",
        )?
        .query_map([note], |row| Ok((row.get(0)?, chunk_from(row, 1, &text)?)))?
        .collect()
}

/// The text of a note as it was indexed.
pub(crate) fn text_of(connection: &Connection, note: i64) -> rusqlite::Result<String> {
    let packed: Vec<u8> = connection
        .prepare_cached("SELECT text FROM notes WHERE id = ?1")?
        .query_row([note], |row| row.get(0))?;
    unpack(&packed)
}

/// A chunk of the note with this `text`, from seven columns beginning with `first`: ordinal,
/// headings, first and last line, first byte and end, tokens.
pub(crate) fn chunk_from(row: &Row<'_>, first: usize, text: &str) -> rusqlite::Result<Chunk> {
    let offset = |column| row.get::<_, u32>(column).map(|offset| offset as usize);
    let range = ByteRange { start: offset(first + 4)?, end: offset(first + 5)? };
    Ok(Chunk {
        ordinal: row.get(first)?,
        heading_path: headings_of(&row.get::<_, String>(first + 1)?),
        lines: LineRange { start: row.get(first + 2)?, end: row.get(first + 3)? },
        range,
        tokens: row.get(first + 6)?,
        text: range.of(text).ok_or_else(|| damaged("a chunk is outside its note"))?.to_owned(),
    })
}

fn counts(connection: &mut Connection) -> rusqlite::Result<Status> {
    // One snapshot, so that the numbers fit together while a sync runs.
    let connection = connection.transaction()?;
    let failed = load_failed(&connection)?;
    let count = |table: &str| {
        connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
    };
    Ok(Status {
        indexed: count("notes")?,
        failed,
        excluded: count("excluded")?,
        chunks: count("chunks")?,
        bytes: 0,
    })
}

/// The notes that couldn't be read, in path order.
fn load_failed(connection: &Connection) -> rusqlite::Result<Vec<FileProblem>> {
    connection
        .prepare_cached("SELECT path, reason FROM failed ORDER BY path")?
        .query_map([], |row| Ok(FileProblem { path: row.get(0)?, reason: row.get(1)? }))?
        .collect()
}

/// All names as the database has them.
fn load_view(connection: &mut Connection) -> rusqlite::Result<View> {
    let connection = connection.transaction()?;
    let mut notes: HashMap<NotePath, Arc<Note>> = HashMap::new();
    let mut rows = connection.prepare_cached("SELECT path, outline FROM notes")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let (path, outline): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        match (NotePath::new(&path), serde_json::from_str(&unpack(&outline)?)) {
            (Ok(path), Ok(note)) => {
                notes.insert(path, Arc::new(note));
            }
            _ => {
                // Only a file that was written by other code can hold this.
                return Err(damaged(&format!("the outline of {path} can't be read")));
            }
        }
    }
    let files: Vec<NotePath> = connection
        .prepare_cached("SELECT path FROM files ORDER BY path")?
        .query_map([], |row| row.get::<_, String>(0))?
        .filter_map(|path| path.map(|path| NotePath::new(&path).ok()).transpose())
        .collect::<rusqlite::Result<_>>()?;
    let revision = writer::revision(&connection)?;
    Ok(View {
        catalog: Arc::new(Catalog::new(notes, files.iter().cloned())),
        files: Arc::new(files),
        revision,
    })
}

fn damaged(message: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(message.to_owned()),
    )
}
