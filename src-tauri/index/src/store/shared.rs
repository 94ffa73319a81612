//! What all handles of an index share: its file, its threads, and the names as of the last sync.

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
use crate::Result;

#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) path: PathBuf,
    pub(super) vault: Vault,
    pub(super) scan: ScanOptions,
    /// Closed before the writer, which is then the last and moves the log into the file.
    pub(crate) readers: readers::Readers,
    pub(crate) writer: writer::Writer,
    pub(super) view: Mutex<View>,
    /// Held by the sync that runs: a second one waits, since it would do the same work again.
    pub(super) turn: Mutex<()>,
    /// Held by the pass of embedding that runs.
    pub(super) embedding: Mutex<()>,
    /// The vectors of each model that are in memory, by the model's name.
    pub(crate) vectors: Mutex<HashMap<String, Arc<CachedVectors>>>,
    /// How many different texts the index had at a revision: searches ask each time.
    pub(super) texts: Mutex<Option<(i64, u64)>>,
    /// Where the passages stand, at the revision that was searched last.
    pub(super) places: Mutex<Option<Arc<Places>>>,
}

/// The vault as of the last sync.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// The state of the database that it was taken from.
    pub(super) revision: i64,
    /// The names, which are read when somebody asks for them.
    pub(super) catalog: Arc<OnceLock<Arc<Catalog>>>,
    /// Only the paths, for callers that need no more while there is no catalog.
    pub(super) paths: Arc<OnceLock<Arc<Catalog>>>,
    /// The files that can't be read, by path, with reasons.
    pub(super) failed: Arc<BTreeMap<String, String>>,
    /// The symbolic links, which change with what they lead to. `None` while the folder has to be
    /// listed to know how it stands.
    pub(super) links: Option<Arc<BTreeSet<NotePath>>>,
}

impl Shared {
    /// Creates the database again. The vectors in memory notice by its stamp that it is a new one.
    pub(super) fn remake(&self) -> Result<()> {
        self.readers.close();
        let remade = self.writer.remake().and_then(writer::PendingReply::wait);
        // Whoever began to read meanwhile may still have the old file.
        self.readers.close();
        // The new one counts its revisions from the beginning.
        *self.texts.lock() = None;
        *self.places.lock() = None;
        remade.map(drop)
    }

    pub(super) fn catalog(&self) -> Arc<Catalog> {
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

    pub(super) fn view(&self) -> MutexGuard<'_, View> {
        // A view is replaced as a whole, so a poisoned lock still guards a good one.
        self.view.lock()
    }
}

const NEVER: i64 = -1;

/// The vault as the database has it, without its names.
pub(super) fn load_view(connection: &mut Connection) -> rusqlite::Result<View> {
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
pub(super) fn load_catalog(connection: &mut Connection) -> rusqlite::Result<Catalog> {
    let connection = connection.transaction()?;
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
                // Only a file that was written by other code can hold this.
                return Err(damaged(&format!("the outline of {path} can't be read")));
            }
        }
    }
    Ok(Catalog::new(notes, load_list(&connection, "files")?))
}

/// All paths as the database has them.
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
