//! The database's file: its tables, its version, and what happens if it is damaged.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::{Error, Result, search::words::TOKENIZER};

/// Changes whenever the tables, the chunker or the parser's outline change. The index is a cache:
/// one of another version is made anew instead of being converted.
const VERSION: i32 = 3;

/// Marks the file as ours ("Mrgl").
const APPLICATION_ID: i32 = 0x4d72_676c;

/// How long to wait for another process that writes.
const BUSY: Duration = Duration::from_secs(10);

/// A note's text is stored once, compressed, and a chunk is a range of it; the FTS5 table keeps no
/// text of its own. That keeps the file at about one and a half times the size of the notes.
///
/// Whoever holds vectors in memory sees new ones by their numbers, which only grow, and that some
/// are gone by `state.vectors`. (A vector that replaces another sets off no trigger: it has a new
/// number, too.)
fn tables() -> String {
    format!(
        "CREATE TABLE state (revision INTEGER NOT NULL, vectors INTEGER NOT NULL) STRICT;
         INSERT INTO state VALUES (0, random());
         CREATE TABLE notes (
             id INTEGER PRIMARY KEY,
             path TEXT NOT NULL UNIQUE,
             path_folded TEXT NOT NULL,
             title TEXT NOT NULL,
             bytes INTEGER NOT NULL,
             modified INTEGER,
             hash TEXT NOT NULL,
             outline BLOB NOT NULL,
             text BLOB NOT NULL
         ) STRICT;
         CREATE TABLE tags (
             tag TEXT NOT NULL,
             note INTEGER NOT NULL,
             PRIMARY KEY (tag, note)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX tags_by_note ON tags (note);
         CREATE TABLE chunks (
             id INTEGER PRIMARY KEY,
             note INTEGER NOT NULL,
             ordinal INTEGER NOT NULL,
             first_line INTEGER NOT NULL,
             last_line INTEGER NOT NULL,
             start_byte INTEGER NOT NULL,
             end_byte INTEGER NOT NULL,
             tokens INTEGER NOT NULL,
             headings TEXT NOT NULL,
             key BLOB NOT NULL
         ) STRICT;
         CREATE UNIQUE INDEX chunks_by_note ON chunks (note, ordinal);
         CREATE INDEX chunks_by_key ON chunks (key);
         CREATE TABLE vectors (
             id INTEGER PRIMARY KEY AUTOINCREMENT,
             model TEXT NOT NULL,
             key BLOB NOT NULL,
             vector BLOB NOT NULL,
             UNIQUE (model, key)
         ) STRICT;
         CREATE TRIGGER vectors_gone AFTER DELETE ON vectors BEGIN
             UPDATE state SET vectors = random();
         END;
         CREATE TABLE failed (path TEXT PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TABLE excluded (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
         CREATE TABLE files (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
         CREATE VIRTUAL TABLE passages USING fts5(
             title, headings, names, path, body,
             content='', contentless_delete=1, tokenize=\"{TOKENIZER}\"
         );
         PRAGMA application_id = {APPLICATION_ID};
         PRAGMA user_version = {VERSION};"
    )
}

/// Tables of a connection's own, for looking at how words were understood. They are in memory and
/// made at most once.
fn probe_tables() -> String {
    format!(
        "CREATE VIRTUAL TABLE temp.probe USING fts5(
             title, headings, names, path, body, tokenize=\"{TOKENIZER}\"
         );
         CREATE VIRTUAL TABLE temp.probe_words USING fts5vocab(temp, probe, instance);
         CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, passages, row);"
    )
}

/// Opens the file for the one thread that writes; a file that isn't usable is made anew.
pub(super) fn open_writer(path: &Path) -> Result<Connection> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| file_error(path, source))?;
    }
    match try_open(path) {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) => remake(path),
        Err(error) if is_damage(&error) => {
            tracing::warn!(path = %path.display(), %error, "the search index is damaged; it is made anew");
            remake(path)
        }
        Err(error) => Err(database_error(path, error)),
    }
}

/// The open database, or `None` if it is of another version.
fn try_open(path: &Path) -> rusqlite::Result<Option<Connection>> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables_there: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if tables_there > 0 && (version, id) != (VERSION, APPLICATION_ID) {
        return Ok(None);
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    // The index is a cache: a power cut may cost its last batch, which the next sync does again.
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    if tables_there == 0 {
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {} COMMIT;", tables()))?;
    }
    // A torn file often still has its first page: look into each table that a start needs.
    for table in ["state", "notes", "chunks", "passages"] {
        connection.query_row(
            &format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT 1)"),
            [],
            |row| row.get::<_, i64>(0),
        )?;
    }
    Ok(Some(connection))
}

fn remake(path: &Path) -> Result<Connection> {
    for file in files(path) {
        match fs::remove_file(&file) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(file_error(&file, source));
            }
            _ => {}
        }
    }
    match try_open(path) {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) => Err(database_error(path, rusqlite::Error::InvalidQuery)),
        Err(error) => Err(database_error(path, error)),
    }
}

/// Makes every table anew in an open database.
pub(super) fn open_again(connection: Connection, path: &Path) -> Result<Connection> {
    drop(connection);
    remake(path)
}

/// Opens the file for reading.
pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.execute_batch(&probe_tables())?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// The index's files: the database, its log and the log's index.
pub(super) fn files(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|suffix| {
        let mut name = OsString::from(path);
        name.push(suffix);
        name.into()
    })
}

/// Whether the file itself is broken, so that making it anew helps.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => {
            matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                || message.as_deref().is_some_and(|text| text.starts_with("no such table"))
        }
        _ => false,
    }
}

pub(super) fn file_error(path: &Path, source: io::Error) -> Error {
    Error::File { path: path.display().to_string(), source }
}

pub(super) fn database_error(path: &Path, source: rusqlite::Error) -> Error {
    Error::Database { path: path.display().to_string(), source }
}
