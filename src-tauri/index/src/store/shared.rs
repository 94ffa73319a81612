use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use notes::{Catalog, Note, NotePath, ScanOptions, Vault};
use rusqlite::Connection;

use super::{
    cached_vectors::CachedVectors, packed::unpack_outline, places::Places, readers, rows::damaged,
    status::load_failed, writer,
};
use crate::{Result, Vocabulary};

#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) path: PathBuf,
    pub(super) vault: Vault,
    pub(super) scan: ScanOptions,
    /// Closed before the writer, whose connection then checkpoints the log.
    pub(crate) readers: readers::Readers,
    pub(crate) writer: writer::Writer,
    pub(super) view: Mutex<View>,
    /// Locked by the running sync; a second one would repeat its work.
    pub(super) turn: Mutex<()>,
    pub(super) embedding: Mutex<()>,
    pub(crate) vectors: Mutex<HashMap<String, Arc<CachedVectors>>>,
    /// Number of distinct texts at a revision, cached for searches.
    pub(super) texts: Mutex<Option<(i64, u64)>>,
    pub(super) places: Mutex<Option<Arc<Places>>>,
    pub(super) vocabulary: Mutex<Option<Arc<Vocabulary>>>,
}

#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) revision: i64,
    pub(super) catalog: Arc<OnceLock<Arc<Catalog>>>,
    pub(super) paths: Arc<OnceLock<Arc<Catalog>>>,
    pub(super) failed: Arc<BTreeMap<String, String>>,
    /// Symbolic links, which change with their targets. `None` if the whole folder must be listed.
    pub(super) links: Option<Arc<BTreeSet<NotePath>>>,
    /// Notes that the last sync no longer found. The watcher may report only afterwards that they were renamed.
    pub(super) gone: Arc<Vec<NotePath>>,
}

impl Shared {
    /// Recreates the database. Cached vectors notice by its stamp.
    pub(super) fn remake(&self) -> Result<()> {
        self.readers.close();
        let remade = self.writer.remake().and_then(writer::PendingReply::wait);
        // A reader may have opened the old file meanwhile.
        self.readers.close();
        *self.texts.lock() = None;
        *self.places.lock() = None;
        *self.vocabulary.lock() = None;
        remade.map(drop)
    }

    pub(super) fn catalog(&self) -> Arc<Catalog> {
        let catalog = self.view().catalog.clone();
        let load = || match self.readers.with(load_catalog) {
            Ok(catalog) => Arc::new(catalog),
            Err(error) => {
                tracing::warn!(%error, "the names of the search index can't be read");
                // Makes the next sync check everything, and rebuild a damaged index.
                let mut view = self.view();
                (view.revision, view.links) = (NEVER, None);
                Arc::default()
            }
        };
        catalog.get_or_init(load).clone()
    }

    pub(super) fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock()
    }
}

const NEVER: i64 = -1;

pub(super) fn load_view(connection: &Connection) -> rusqlite::Result<View> {
    Ok(View {
        revision: writer::revision(connection)?,
        catalog: Arc::default(),
        paths: Arc::default(),
        failed: Arc::new(load_failed(connection)?),
        links: None,
        gone: Arc::default(),
    })
}

pub(super) fn load_catalog(connection: &Connection) -> rusqlite::Result<Catalog> {
    let mut notes: Vec<(NotePath, Arc<Note>)> = Vec::new();
    let mut rows = connection.prepare_cached(
        "SELECT path, outline FROM texts JOIN notes ON id = note WHERE kind IS NULL",
    )?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let path: String = row.get(0)?;
        let outline = row.get_ref(1)?.as_blob().map_err(|_| damaged("an outline isn't packed"))?;
        match (NotePath::new(&path), unpack_outline(outline)) {
            (Ok(path), Ok(note)) => notes.push((path, Arc::new(note))),
            _ => {
                return Err(damaged(&format!("the outline of {path} can't be read")));
            }
        }
    }
    Ok(Catalog::new(notes, load_list(connection, "files")?))
}

pub(super) fn load_paths(connection: &Connection) -> rusqlite::Result<Catalog> {
    let unread = Arc::new(Note::default());
    let notes = load_list(connection, "notes")?.into_iter();
    let notes = notes.filter(NotePath::is_note).map(|path| (path, unread.clone()));
    Ok(Catalog::new(notes, load_list(connection, "files")?))
}

pub(super) fn load_list(connection: &Connection, table: &str) -> rusqlite::Result<Vec<NotePath>> {
    connection
        .prepare_cached(&format!("SELECT path FROM {table} ORDER BY path"))?
        .query_map([], |row| row.get::<_, String>(0))?
        .filter_map(|path| path.map(|path| NotePath::new(&path).ok()).transpose())
        .collect()
}
