//! The index's database: one writer thread, pooled readers.

mod backlinks;
mod control;
mod embed;
mod embedded;
mod kept;
mod packed;
mod places;
mod readers;
mod schema;
mod status;
mod summaries;
mod sync;
#[cfg(test)]
mod tests;
mod unneeded;
mod writer;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use notes::{
    ByteRange, Catalog, Change, FileProblem, LineRange, Note, NotePath, ScanOptions, Vault,
};
use rusqlite::{Connection, OptionalExtension, Row};

use models::{Embedder, EmbeddingModel};

use crate::{Chunk, Error, Result, VectorStore};
pub use backlinks::LinkingLine;
pub use control::{Control, Hold};
pub use embed::{EmbedEvent, EmbedReport, Embedded, Refusal};
use embedded::{CachedVectors, EmbeddedVectors};
pub(crate) use packed::{unpack, unpack_outline};
pub(crate) use places::Places;
pub use status::{Sizes, Status};
use status::{counts, load_failed, sizes};
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
    /// Closed before the writer, which is then the last and moves the log into the file.
    pub(crate) readers: readers::Readers,
    pub(crate) writer: writer::Writer,
    view: Mutex<View>,
    /// CachedVectors by the sync that runs: a second one waits, since it would do the same work again.
    turn: Mutex<()>,
    /// CachedVectors by the pass of embedding that runs.
    embedding: Mutex<()>,
    /// The vectors of each model that are in memory, by the model's name.
    pub(crate) vectors: Mutex<HashMap<String, Arc<CachedVectors>>>,
    /// How many different texts the index had at a revision: searches ask each time.
    texts: Mutex<Option<(i64, u64)>>,
    /// Where the passages stand, at the revision that was searched last.
    places: Mutex<Option<Arc<Places>>>,
}

/// The vault as of the last sync.
#[derive(Debug, Clone)]
struct View {
    /// The state of the database that it was taken from.
    revision: i64,
    /// The names, which are read when somebody asks for them.
    catalog: Arc<OnceLock<Arc<Catalog>>>,
    /// Only the paths, for who needs no more while there is no catalog.
    paths: Arc<OnceLock<Arc<Catalog>>>,
    /// The files that can't be read, by path, with reasons.
    failed: Arc<BTreeMap<String, String>>,
    /// The symbolic links, which change with what they lead to. `None` while the folder has to be
    /// listed to know how it stands.
    links: Option<Arc<BTreeSet<NotePath>>>,
}

/// What to bring up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncScope {
    /// Every file of the vault; unchanged ones are recognised by size and time.
    All,
    /// What a watch told: notes that it names are read again whatever their size and time say, and
    /// notes that it saw renamed are known to be the same ones, whatever else happened to them. Only
    /// these paths are looked at, in the folder and in the index. The first sync of an [`Index`],
    /// one after a sync that failed, and one of a folder's coming and going looks at everything.
    Changed(Change),
}

/// Progress of bringing the index up to date. The last event is exactly one `Done`, `Cancelled` or
/// `Failed`.
#[derive(Debug, Clone)]
pub enum SyncEvent {
    /// The vault was listed.
    Found {
        /// Notes that are to be indexed or checked.
        notes: u32,
        /// Notes that a rule leaves out.
        excluded: u32,
    },
    /// So many of them are done.
    Progress {
        /// Notes done so far, well or badly.
        done: u32,
        /// Notes in all.
        total: u32,
        /// Passages that they were cut into; notes that hadn't changed give none.
        chunks: u32,
    },
    /// A note couldn't be read.
    Unread(FileProblem),
    /// These notes have another path now, as (from, to): told all at once, and before the index is
    /// changed, so that whoever remembers notes by path loses none if the process ends here. What
    /// stands at an old path by now is another note.
    Moved(Vec<(NotePath, NotePath)>),
    /// The end, with the counts.
    Done(SyncReport),
    /// The end, because it was given up. What was done is kept.
    Cancelled,
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
            embedding: Mutex::default(),
            vectors: Mutex::default(),
            texts: Mutex::default(),
            places: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    #[cfg(test)]
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// A catalog that finds what links lead to. Of its notes it may have no more than the paths:
    /// reading all of them takes longer than a search.
    pub(crate) fn names(&self, connection: &Connection) -> rusqlite::Result<Arc<Catalog>> {
        let view = self.shared.view().clone();
        if let Some(catalog) = view.catalog.get().or_else(|| view.paths.get()) {
            return Ok(catalog.clone());
        }
        let catalog = Arc::new(load_paths(connection)?);
        Ok(view.paths.get_or_init(|| catalog).clone())
    }

    pub(crate) fn readers(&self) -> &readers::Readers {
        &self.shared.readers
    }

    /// How many different texts there are to embed.
    pub(crate) fn texts(&self, connection: &Connection) -> rusqlite::Result<u64> {
        let revision = writer::revision(connection)?;
        let mut known = self.shared.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, texts)) = *known
            && at == revision
        {
            return Ok(texts);
        }
        let texts = connection
            .query_row("SELECT count(DISTINCT key) FROM chunks", [], |row| row.get::<_, u32>(0))?;
        *known = Some((revision, u64::from(texts)));
        Ok(u64::from(texts))
    }

    /// Where the passages stand.
    pub(crate) fn places(&self, connection: &Connection) -> rusqlite::Result<Arc<Places>> {
        let revision = writer::revision(connection)?;
        let mut known = self.shared.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = known.as_ref().filter(|places| places.revision == revision) {
            return Ok(places.clone());
        }
        let places = Arc::new(Places::load(connection, revision)?);
        *known = Some(places.clone());
        Ok(places)
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
        self.sync_with(scope, &Control::default(), progress)
    }

    /// As [`Index::sync`], and may be paused and given up.
    ///
    /// # Errors
    /// As the last event says.
    pub fn sync_with(
        &self,
        scope: SyncScope,
        control: &Control,
        progress: &mut dyn FnMut(SyncEvent),
    ) -> Result<SyncReport> {
        let turn = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut result = sync::run(&self.shared, &scope, control, progress);
        if let Err(error) = &result
            && error.is_damage()
        {
            tracing::warn!(%error, "the search index is damaged; it is made anew");
            result = self
                .shared
                .remake()
                .and_then(|()| sync::run(&self.shared, &SyncScope::All, control, progress));
        }
        drop(turn);
        progress(match &result {
            Ok(report) => SyncEvent::Done(report.clone()),
            Err(Error::Cancelled) => SyncEvent::Cancelled,
            Err(error) => SyncEvent::Failed(error.to_string()),
        });
        result
    }

    /// The vault's names as of the last sync. Cheap, but for the first time, which reads them from
    /// the index.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.shared.catalog()
    }

    /// The vectors that the index keeps of the passages for a model.
    pub fn vectors(&self, model: &EmbeddingModel) -> Arc<dyn VectorStore> {
        Arc::new(EmbeddedVectors::new(self.shared.clone(), model))
    }

    /// Embeds the passages that have no vector of the model yet, keeps the vectors in the index's
    /// own file, and returns how many these were. [`Index::embed_with`] tells more on the way.
    ///
    /// # Errors
    /// If the model or the database fails.
    pub fn embed(&self, embedder: &dyn Embedder) -> Result<usize> {
        let store = self.vectors(embedder.model());
        let report = self.embed_with(embedder, &*store, &Control::default(), &mut |_| {})?;
        Ok(report.embedded as usize)
    }

    /// Embeds the passages that have no vector in `store` yet, those of the newest notes first.
    /// Blocks, and takes hours for a large vault: call it on a thread of its own. What is done is
    /// kept batch by batch, so a pass that is cut off goes on where it was; it may run beside a
    /// sync, whose new passages are for the next pass.
    ///
    /// When nothing is missing any more, the vectors of models that were used before are deleted,
    /// and those whose texts have been gone for a week, if they are many.
    ///
    /// # Errors
    /// As the last event says. A text that the model refuses is no error; [`Index::embedded`] lists
    /// those.
    pub fn embed_with(
        &self,
        embedder: &dyn Embedder,
        store: &dyn VectorStore,
        control: &Control,
        progress: &mut dyn FnMut(EmbedEvent),
    ) -> Result<EmbedReport> {
        let turn = self.shared.embedding.lock().unwrap_or_else(PoisonError::into_inner);
        let mut result = embed::run(&self.shared, embedder, store, control, progress);
        if let Err(error) = &result
            && error.is_damage()
        {
            tracing::warn!(%error, "the search index is damaged; it is made anew");
            let syncing = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
            let filled = self
                .shared
                .remake()
                .and_then(|()| sync::run(&self.shared, &SyncScope::All, control, &mut |_| {}));
            drop(syncing);
            result =
                filled.and_then(|_| embed::run(&self.shared, embedder, store, control, progress));
        }
        drop(turn);
        progress(match &result {
            Ok(report) => EmbedEvent::Done(report.clone()),
            Err(Error::Cancelled) => EmbedEvent::Cancelled,
            Err(error) => EmbedEvent::Failed(error.to_string()),
        });
        result
    }

    /// How far the passages have vectors of `model` in `store`.
    ///
    /// # Errors
    /// If the database or the store fails.
    pub fn embedded(&self, model: &EmbeddingModel, store: &dyn VectorStore) -> Result<Embedded> {
        embed::embedded(&self.shared, model, store)
    }

    /// Has the next pass try the passages again that `model` refused.
    ///
    /// # Errors
    /// If the database fails.
    pub fn try_refused_again(&self, model: &EmbeddingModel) -> Result<()> {
        self.shared.writer.forget_refused(model.id.clone())?.wait()?;
        Ok(())
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

    /// Empties the index, but for the vectors, which would cost the most. The next sync fills it.
    ///
    /// # Errors
    /// If its file can't be made anew.
    pub fn clear(&self) -> Result<()> {
        let _syncing = self.shared.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.remake()
    }

    /// How large the parts of the index's file are. Reads all of it, which takes a while.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn sizes(&self) -> Result<Sizes> {
        self.shared.readers.with(sizes)
    }

    /// What the index holds.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn status(&self) -> Result<Status> {
        let (mut status, revision) = self.shared.readers.with(counts)?;
        let view = self.shared.view().clone();
        let failed = match view.revision == revision {
            true => view.failed,
            false => Arc::new(self.shared.readers.with(|connection| load_failed(connection))?),
        };
        let problem = |(path, reason): (&String, &String)| FileProblem {
            path: path.clone(),
            reason: reason.clone(),
        };
        status.failed = failed.iter().map(problem).collect();
        status.bytes = schema::files(&self.shared.path)
            .iter()
            .filter_map(|file| std::fs::metadata(file).ok())
            .map(|file| file.len())
            .sum();
        Ok(status)
    }
}

impl Shared {
    /// Makes the database anew. The vectors in memory see by its stamp that it is another one.
    fn remake(&self) -> Result<()> {
        self.readers.close();
        let remade = self.writer.remake().and_then(writer::Pending::wait);
        // Whoever began to read meanwhile may still have the old file.
        self.readers.close();
        // The new one counts its revisions from the beginning.
        *self.texts.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = None;
        remade.map(drop)
    }

    fn catalog(&self) -> Arc<Catalog> {
        let catalog = self.view().catalog.clone();
        let load = || match self.readers.with(load_catalog) {
            Ok(catalog) => Arc::new(catalog),
            Err(error) => {
                tracing::warn!(%error, "the names of the search index can't be read");
                // The next sync looks at everything, and makes a damaged index anew.
                let mut view = self.view();
                (view.revision, view.links) = (NEVER, None);
                Arc::default()
            }
        };
        catalog.get_or_init(load).clone()
    }

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

/// A revision that no database has.
const NEVER: i64 = -1;

/// The vault as the database has it, without its names.
fn load_view(connection: &mut Connection) -> rusqlite::Result<View> {
    let connection = connection.transaction()?;
    Ok(View {
        revision: writer::revision(&connection)?,
        catalog: Arc::default(),
        paths: Arc::default(),
        failed: Arc::new(load_failed(&connection)?),
        links: None,
    })
}

/// All names as the database has them.
fn load_catalog(connection: &mut Connection) -> rusqlite::Result<Catalog> {
    let connection = connection.transaction()?;
    let mut notes: Vec<(NotePath, Arc<Note>)> = Vec::new();
    let mut rows = connection.prepare_cached("SELECT path, outline FROM notes")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let path: String = row.get(0)?;
        let outline = row.get_ref(1)?.as_blob().map_err(|_| damaged("an outline isn't packed"))?;
        match (NotePath::new(&path), unpack_outline(outline)) {
            (Ok(path), Ok(note)) => notes.push((path, Arc::new(note))),
            _ => {
                // Only a file that was written by other code can hold this.
                return Err(damaged(&format!("the outline of {path} can't be read")));
            }
        }
    }
    Ok(Catalog::new(notes, load_list(&connection, "files")?))
}

/// All paths as the database has them.
fn load_paths(connection: &Connection) -> rusqlite::Result<Catalog> {
    let unread = Arc::new(Note::default());
    let notes = load_list(connection, "notes")?.into_iter().map(|path| (path, unread.clone()));
    Ok(Catalog::new(notes, load_list(connection, "files")?))
}

fn load_list(connection: &Connection, table: &str) -> rusqlite::Result<Vec<NotePath>> {
    connection
        .prepare_cached(&format!("SELECT path FROM {table} ORDER BY path"))?
        .query_map([], |row| row.get::<_, String>(0))?
        .filter_map(|path| path.map(|path| NotePath::new(&path).ok()).transpose())
        .collect()
}

/// A note's outline as it was indexed.
pub(crate) fn outline_at(
    connection: &Connection,
    path: &NotePath,
) -> rusqlite::Result<Option<Note>> {
    connection
        .prepare_cached("SELECT outline FROM notes WHERE path = ?1")?
        .query_row([path.as_str()], |row| row.get::<_, Vec<u8>>(0))
        .optional()?
        .map(|packed| unpack_outline(&packed))
        .transpose()
}

fn damaged(message: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        Some(message.to_owned()),
    )
}
