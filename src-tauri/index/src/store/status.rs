use std::collections::{BTreeMap, HashMap};

use notes::{FileProblem, MAX_STRUCTURED};
use rusqlite::Connection;

use super::growth::to_i64;

#[derive(Debug, Clone, Default)]
pub struct Status {
    pub indexed: u32,
    pub documents: u32,
    pub failed: Vec<FileProblem>,
    /// Notes so large that they are indexed as plain text, in path order.
    pub large: Vec<String>,
    pub excluded: u32,
    pub chunks: u32,
    pub note_bytes: u64,
    pub bytes: u64,
}

/// The parts of the database, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    pub texts: u64,
    pub words: u64,
    pub passages: u64,
    pub vectors: u64,
    pub other: u64,
}

/// The stored counts, and the index's revision. The status lacks its lists and the file's size.
pub(super) fn counts(connection: &Connection) -> rusqlite::Result<(Status, i64)> {
    connection
        .prepare_cached("SELECT notes, excluded, chunks, bytes, revision, documents FROM state")?
        .query_row([], |row| {
            let status = Status {
                indexed: row.get(0)?,
                excluded: row.get(1)?,
                chunks: row.get(2)?,
                documents: row.get(5)?,
                note_bytes: u64::try_from(row.get::<_, i64>(3)?).unwrap_or_default(),
                ..Status::default()
            };
            Ok((status, row.get(4)?))
        })
}

/// The notes and folders that the last syncs couldn't read, with the reasons.
pub(super) fn load_failed(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    connection
        .prepare_cached("SELECT path, reason FROM failed")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

pub(super) fn load_large(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT path FROM notes WHERE kind IS NULL AND bytes > ?1 ORDER BY path")?
        .query_map([to_i64(MAX_STRUCTURED)], |row| row.get(0))?
        .collect()
}

/// The documents that couldn't be read, or only in part, in path order.
pub(super) fn load_unread(connection: &Connection) -> rusqlite::Result<Vec<FileProblem>> {
    connection
        .prepare_cached("SELECT path, reason FROM unread ORDER BY path")?
        .query_map([], |row| Ok(FileProblem { path: row.get(0)?, reason: row.get(1)? }))?
        .collect()
}

pub(super) fn sizes(connection: &Connection) -> rusqlite::Result<Sizes> {
    let mut sizes = Sizes::default();
    let tables = connection
        .prepare("SELECT name, tbl_name FROM sqlite_schema")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<HashMap<String, String>>>()?;
    let mut parts = connection.prepare("SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE")?;
    let mut rows = parts.query([])?;
    while let Some(row) = rows.next()? {
        let (part, bytes): (String, i64) = (row.get(0)?, row.get(1)?);
        *match tables.get(&part).map_or("", String::as_str) {
            "notes" | "texts" => &mut sizes.texts,
            "chunks" => &mut sizes.passages,
            "vectors" => &mut sizes.vectors,
            name if name.starts_with("passages") || name.starts_with("spellings") => {
                &mut sizes.words
            }
            _ => &mut sizes.other,
        } += u64::try_from(bytes).unwrap_or_default();
    }
    Ok(sizes)
}
