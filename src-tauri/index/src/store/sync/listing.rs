use std::{
    collections::{BTreeSet, HashMap, HashSet},
    panic::resume_unwind,
};

use notes::{Change, NotePath, Places, Scan};
use rusqlite::{Connection, OptionalExtension, Row};

use super::{
    super::{
        rows::damaged,
        shared::{Shared, View},
        writer,
    },
    look::IndexedFile,
};
use crate::{
    Result,
    store::edit::{List, Stamp},
};

pub(super) struct Listing {
    pub(super) scan: Scan,
    pub(super) only: Option<BTreeSet<NotePath>>,
    pub(super) known: HashMap<NotePath, IndexedFile>,
    files: HashSet<String>,
    excluded: HashSet<String>,
    pub(super) revision: i64,
}

impl Listing {
    pub(super) fn whole(shared: &Shared) -> Result<Self> {
        // One waits for the disk and the other for the database, so they run in parallel.
        std::thread::scope(|threads| {
            let scan = threads.spawn(|| shared.vault.scan(&shared.scan));
            let indexed = shared.readers.with(|connection| {
                let list = |list: List| {
                    connection
                        .prepare_cached(&format!("SELECT path FROM {}", list.table()))?
                        .query_map([], |row| row.get(0))?
                        .collect::<rusqlite::Result<HashSet<String>>>()
                };
                Ok(Self {
                    scan: Scan::default(),
                    only: None,
                    known: all_known(connection)?,
                    files: list(List::Files)?,
                    excluded: list(List::Excluded)?,
                    revision: writer::revision(connection)?,
                })
            });
            let scan = scan.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            Ok(Self { scan, ..indexed? })
        })
    }

    /// The changed paths and `links`, whose changes aren't reported. `None` if everything must be compared.
    pub(super) fn of(
        shared: &Shared,
        view: &View,
        links: &BTreeSet<NotePath>,
        change: &Change,
    ) -> Result<Option<Self>> {
        let Places::Paths(paths) = &change.places else { return Ok(None) };
        let renames = change.renames.iter().flat_map(|rename| [&rename.from, &rename.to]);
        let only: BTreeSet<NotePath> = paths.iter().chain(renames).chain(links).cloned().collect();
        if only.iter().any(|path| has_failed_folder(view, path)) {
            return Ok(None);
        }
        let asked: Vec<NotePath> = only.iter().cloned().collect();
        let Some(scan) = shared.vault.look(&asked, &shared.scan)? else { return Ok(None) };
        shared.readers.with(|connection| {
            let revision = writer::revision(connection)?;
            if revision != view.revision {
                return Ok(None);
            }
            let mut known = HashMap::new();
            let (mut files, mut excluded) = (HashSet::new(), HashSet::new());
            for path in &only {
                // A replaced folder affects more than the reported path.
                if has_inside(connection, path)? {
                    return Ok(None);
                }
                known.extend(known_at(connection, path)?);
                for (list, paths) in [(List::Files, &mut files), (List::Excluded, &mut excluded)] {
                    if is_listed(connection, list, path)? {
                        paths.insert(path.to_string());
                    }
                }
            }
            Ok(Some(Self { scan, only: Some(only), known, files, excluded, revision }))
        })
    }

    pub(super) fn difference(&self, list: List) -> (Vec<String>, Vec<String>) {
        let (before, now): (_, HashSet<&str>) = match list {
            List::Files => {
                (&self.files, self.scan.files.iter().map(|entry| entry.path.as_str()).collect())
            }
            List::Excluded => {
                (&self.excluded, self.scan.excluded.iter().map(NotePath::as_str).collect())
            }
        };
        let gone = before.iter().filter(|path| !now.contains(path.as_str())).cloned();
        let new = now.iter().filter(|path| !before.contains(**path)).map(|path| (*path).to_owned());
        let (mut gone, mut new): (Vec<_>, Vec<_>) = (gone.collect(), new.collect());
        gone.sort_unstable();
        new.sort_unstable();
        (gone, new)
    }
}

fn has_failed_folder(view: &View, path: &NotePath) -> bool {
    let folders = path.as_str().match_indices('/').map(|(end, _)| &path.as_str()[..end]);
    folders.into_iter().any(|folder| view.failed.contains_key(folder))
}

/// `0` follows `/` in ASCII, so the range is the folder's contents.
fn has_inside(connection: &Connection, path: &NotePath) -> rusqlite::Result<bool> {
    for table in ["notes", List::Files.table(), List::Excluded.table()] {
        let found = connection
            .prepare_cached(&format!(
                "SELECT 1 FROM {table} WHERE path > ?1 || '/' AND path < ?1 || '0' LIMIT 1"
            ))?
            .exists([path.as_str()])?;
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_listed(connection: &Connection, list: List, path: &NotePath) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(&format!("SELECT 1 FROM {} WHERE path = ?1", list.table()))?
        .exists([path.as_str()])
}

fn all_known(connection: &Connection) -> rusqlite::Result<HashMap<NotePath, IndexedFile>> {
    let mut select = connection
        .prepare_cached("SELECT path, bytes, modified, hash FROM notes WHERE kind IS NULL")?;
    let mut rows = select.query([])?;
    let mut known = HashMap::new();
    while let Some(row) = rows.next()? {
        known.extend([known_from(row)?]);
    }
    Ok(known)
}

fn known_at(
    connection: &Connection,
    path: &NotePath,
) -> rusqlite::Result<Option<(NotePath, IndexedFile)>> {
    connection
        .prepare_cached(
            "SELECT path, bytes, modified, hash FROM notes WHERE path = ?1 AND kind IS NULL",
        )?
        .query_row([path.as_str()], known_from)
        .optional()
}

fn known_from(row: &Row<'_>) -> rusqlite::Result<(NotePath, IndexedFile)> {
    let (path, hash): (String, String) = (row.get(0)?, row.get(3)?);
    let stamp = Stamp { bytes: row.get(1)?, modified: row.get(2)? };
    match (NotePath::new(&path), hash.parse()) {
        (Ok(path), Ok(hash)) => Ok((path, IndexedFile { stamp, hash })),
        _ => Err(damaged(&format!("the entry of {path} can't be read"))),
    }
}
