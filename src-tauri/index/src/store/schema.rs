use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::rescue;
use crate::{
    Error, Result,
    error::is_damage,
    words::{SPELLING_TOKENIZER, TOKENIZER},
};

/// Raise it when the tables, the chunker, the outline, the embedded text or the cells of records change. An index of
/// another version is rebuilt; only its vectors are copied.
const VERSION: i32 = 18;

const APPLICATION_ID: i32 = 0x4d72_676c;

/// Timeout for another process's write.
const BUSY: Duration = Duration::from_secs(10);

/// Each note's text is stored once, compressed; chunks are ranges of it, and the FTS5 table is contentless. Long
/// values have their own table, because every start compares all notes with the folder, and short rows make that
/// fast.
///
/// `passages` has the words in their plain forms and, in `stems`, without their endings. `spellings` has a row for
/// each passage with words that differ from their plain form; a search only asks whether the row has a spelling, not
/// how often or where. German and Spanish notes take a third more space with their stems, English ones 2 to 7% more.
///
/// Files that aren't notes are in `notes` with their extension as `kind` and their bytes' hash as `source` (`hash`
/// is the text's). `unread` has the unreadable ones, and whether text in their pictures could be recognised.
///
/// `records` has the tasks and table rows of notes. `cells` has their values, whose `owner` is the record's id, and the
/// values of notes, whose `owner` is the note's id made negative. `formats` has the vault's settings that decide about
/// dates and templates.
///
/// Each edit updates the counts in `state`, since counting reads all rows. Cached vectors detect new rows by id,
/// which only grows, and deletions by `state.vectors`. (A replaced vector sets off no trigger, but has a new id.)
fn tables() -> String {
    format!(
        "CREATE TABLE state (
             revision INTEGER NOT NULL,
             vectors INTEGER NOT NULL,
             notes INTEGER NOT NULL,
             chunks INTEGER NOT NULL,
             bytes INTEGER NOT NULL,
             excluded INTEGER NOT NULL,
             documents INTEGER NOT NULL
         ) STRICT;
         INSERT INTO state VALUES (0, random(), 0, 0, 0, 0, 0);
         CREATE TABLE notes (
             id INTEGER PRIMARY KEY,
             path TEXT NOT NULL UNIQUE,
             path_folded TEXT NOT NULL,
             title TEXT NOT NULL,
             bytes INTEGER NOT NULL,
             modified INTEGER,
             hash TEXT NOT NULL,
             kind TEXT,
             dated TEXT,
             dated_until TEXT,
             dated_by TEXT,
             role TEXT,
             source TEXT
         ) STRICT;
         CREATE TABLE formats (text TEXT NOT NULL) STRICT;
         CREATE TABLE records (
             id INTEGER PRIMARY KEY,
             note INTEGER NOT NULL,
             kind TEXT NOT NULL,
             line INTEGER NOT NULL,
             text TEXT NOT NULL,
             folded TEXT NOT NULL
         ) STRICT;
         CREATE INDEX records_by_note ON records (note);
         CREATE TABLE cells (
             owner INTEGER NOT NULL,
             ordinal INTEGER NOT NULL,
             key TEXT NOT NULL,
             folded TEXT NOT NULL,
             text TEXT NOT NULL,
             link TEXT,
             number REAL,
             first TEXT,
             last TEXT,
             line INTEGER NOT NULL,
             PRIMARY KEY (owner, ordinal)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX cells_by_key ON cells (key, folded);
         CREATE TABLE key_names (key TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TABLE texts (
             note INTEGER PRIMARY KEY,
             outline BLOB NOT NULL,
             text BLOB NOT NULL,
             boxes BLOB
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
             part TEXT,
             key BLOB NOT NULL,
             columns TEXT
         ) STRICT;
         CREATE UNIQUE INDEX chunks_by_note ON chunks (note, ordinal);
         CREATE INDEX chunks_by_key ON chunks (key);
         CREATE TABLE vectors (
             id INTEGER PRIMARY KEY AUTOINCREMENT,
             model TEXT NOT NULL,
             key BLOB NOT NULL,
             vector BLOB NOT NULL,
             sum INTEGER NOT NULL,
             UNIQUE (model, key)
         ) STRICT;
         CREATE TABLE refused (
             model TEXT NOT NULL,
             key BLOB NOT NULL,
             reason TEXT NOT NULL,
             PRIMARY KEY (model, key)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE unused (model TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TRIGGER vectors_gone AFTER DELETE ON vectors BEGIN
             UPDATE state SET vectors = random();
         END;
         CREATE TABLE summaries (
             hash TEXT PRIMARY KEY,
             summary TEXT NOT NULL,
             model TEXT NOT NULL,
             answer TEXT NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE failed (path TEXT PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
         CREATE TABLE unread (
             path TEXT PRIMARY KEY,
             bytes INTEGER NOT NULL,
             modified INTEGER,
             reason TEXT NOT NULL,
             pictures INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE excluded (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
         CREATE TABLE files (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
         CREATE VIRTUAL TABLE passages USING fts5(
             title, headings, names, path, body, stems,
             content='', contentless_delete=1, tokenize=\"{TOKENIZER}\"
         );
         INSERT INTO passages (passages, rank) VALUES ('pgsz', 8060);
         CREATE VIRTUAL TABLE spellings USING fts5(
             words, content='', contentless_delete=1, detail='none', tokenize=\"{SPELLING_TOKENIZER}\"
         );
         PRAGMA application_id = {APPLICATION_ID};
         PRAGMA user_version = {VERSION};"
    )
}

/// A temporary in-memory table for matching words, one per connection.
fn probe_table() -> String {
    format!(
        "CREATE VIRTUAL TABLE temp.probe USING fts5(
             title, headings, names, path, body, stems, tokenize=\"{TOKENIZER}\"
         );"
    )
}

pub(super) fn open_writer(path: &Path) -> Result<Connection> {
    if let Some(folder) = path.parent() {
        notes::private::folder(folder).map_err(|source| file_error(path, source))?;
    }
    match try_open(path) {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) => remake(path),
        Err(error) if is_damage(&error) => {
            tracing::warn!(path = %path.display(), %error, "the search index is damaged; it is rebuilt");
            remake(path)
        }
        Err(error) => Err(database_error(path, error)),
    }
}

fn try_open(path: &Path) -> rusqlite::Result<Option<Connection>> {
    if notes::private::file(path).is_err() {
        // SQLite reports more precisely why a file can't be written.
        tracing::warn!(path = %path.display(), "the search index couldn't be made private");
    }
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    guard(&connection)?;
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables_there: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if tables_there > 0 && (version, id) != (VERSION, APPLICATION_ID) {
        return Ok(None);
    }
    if tables_there == 0 {
        // Most packed notes have one to four kilobytes; a page of four would hold only one.
        connection.pragma_update(None, "page_size", 8192)?;
        connection.pragma_update(None, "auto_vacuum", "incremental")?;
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    // The index is a cache: a power cut may cost its last batch, which the next sync repeats.
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "cache_size", -32_000)?;
    // The first sync writes most pages several times; a longer log saves copying each version to the file.
    connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    if tables_there == 0 {
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {} COMMIT;", tables()))?;
    }
    // A torn file often has an intact first page, so read each table needed at the start.
    for table in ["state", "notes", "texts", "chunks", "vectors", "passages", "spellings"] {
        connection.query_row(
            &format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT 1)"),
            [],
            |row| row.get::<_, i64>(0),
        )?;
    }
    Ok(Some(connection))
}

/// Replaces the file with an empty database and the old one's readable vectors. The old file stays until the new one
/// is complete, so a kill costs nothing.
fn remake(path: &Path) -> Result<Connection> {
    let fresh = beside(path, ".new");
    for file in files(&fresh) {
        remove(&file)?;
    }
    let carried = try_open(&fresh)
        .and_then(|connection| connection.ok_or(rusqlite::Error::InvalidQuery))
        .and_then(|mut connection| {
            if path.exists()
                && let Err(error) = rescue::carry_over(path, &mut connection)
            {
                tracing::warn!(path = %path.display(), %error, "vectors of the index are lost");
            }
            // Closing checkpoints the log, so that the file can be moved alone.
            connection.close().map_err(|(_, error)| error)
        });
    carried.map_err(|error| database_error(&fresh, error))?;
    // SQLite would take the old log for the new file's.
    let [_, log, log_index] = files(path);
    remove(&log)?;
    remove(&log_index)?;
    fs::rename(&fresh, path).map_err(|source| file_error(path, source))?;
    match try_open(path) {
        Ok(Some(connection)) => Ok(connection),
        Ok(None) => Err(database_error(path, rusqlite::Error::InvalidQuery)),
        Err(error) => Err(database_error(path, error)),
    }
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(file_error(file, source)),
        _ => Ok(()),
    }
}

pub(super) fn open_again(connection: Connection, path: &Path) -> Result<Connection> {
    drop(connection);
    remake(path)
}

/// Hardens SQLite against a file that somebody else may have written. Unlike in the library, deleted data isn't
/// overwritten: the notes are on the same disk.
fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    guard(&connection)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.execute_batch(&probe_table())?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

pub(super) fn files(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|suffix| beside(path, suffix))
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

pub(super) fn file_error(path: &Path, source: io::Error) -> Error {
    Error::File { path: path.display().to_string(), source }
}

pub(super) fn database_error(path: &Path, source: rusqlite::Error) -> Error {
    Error::Database { path: path.display().to_string(), source }
}
