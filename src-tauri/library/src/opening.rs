//! Opens the library: locks, integrity check, schema version.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
};

use notes::private;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::{
    Library,
    columns::now,
    deleted::{self, Sweep},
    recover::recover,
    schema,
    sentences::{self, Recovery},
    store::{BUSY, IdleWork, failure, guard, with_suffix},
    writers::{self, Writer},
};
use conversation::{Code, Error, Result};

/// Maximum size that is checked at every start; a larger library only after the app ended without closing it. The
/// check reads every page, about 10 ms for each 10 MB.
const ALWAYS_CHECKED_BYTES: u64 = 32 * 1024 * 1024;

impl Library {
    /// Opens or creates the library, migrates its schema and interrupts the answers of apps that have ended. Blocks
    /// on the disk. A damaged file is renamed with the date, and a new one starts with the readable rows; the
    /// returned sentence says so.
    ///
    /// # Errors
    /// If the file can't be opened or created, or a newer version of the app wrote it.
    pub fn open(path: &Path) -> Result<(Self, Option<String>)> {
        let lock = Lock::take(path)?;
        let (mut connection, notice) = match open_file(path) {
            Ok(connection) => (connection, None),
            Err(OpenError::Damaged(reason)) if lock.alone => {
                let aside = keep_aside(path)?;
                let mut connection = open_file(path).map_err(|error| error.told(path))?;
                let recovered = recover(&aside, &mut connection).unwrap_or_else(|error| {
                    tracing::warn!(%error, "nothing of a damaged library could be read");
                    Recovery::default()
                });
                (connection, Some(sentences::damage(&aside, &reason, recovered)))
            }
            Err(error) => return Err(error.told(path)),
        };
        let alone = lock.alone;
        if alone {
            interrupt_all(&mut connection).map_err(|error| failure(path, error))?;
            writers::remove_files(path);
        }
        let lock = lock.share(path)?;
        let writer = Writer::new(path).map_err(|error| lock_failure(path, error))?;
        if !alone {
            interrupt_left(&mut connection, path, &writer.id)
                .map_err(|error| failure(path, error))?;
        }
        let sweeping = alone.then(|| {
            let mut clearing = Sweep::new(now());
            Box::new(move |connection: &mut Connection| {
                let more = clearing.piece(connection)?;
                if !more && clearing.has_removed() {
                    deleted::shrink(connection)?;
                }
                Ok(more)
            }) as IdleWork
        });
        let id = writer.id.clone();
        let library = Self::start(path, &id, connection, sweeping, (writer, lock))?;
        Ok((library, notice))
    }
}

enum OpenError {
    Damaged(String),
    Newer(i64),
    Failed(rusqlite::Error),
}

impl OpenError {
    fn told(self, path: &Path) -> Error {
        match self {
            Self::Damaged(reason) => {
                Error::new(Code::Library, || sentences::damaged_and_open(path, &reason))
            }
            Self::Newer(version) => {
                Error::new(Code::Library, || sentences::newer(path, version, schema::VERSION))
            }
            Self::Failed(error) => failure(path, error),
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            _ => Self::Failed(error),
        }
    }
}

fn open_file(path: &Path) -> Result<Connection, OpenError> {
    let ended_badly = with_suffix(path, "-wal").metadata().is_ok_and(|file| file.len() > 0);
    let small = path.metadata().is_ok_and(|file| file.len() <= ALWAYS_CHECKED_BYTES);
    if private::file(path).is_err() {
        // SQLite reports more precisely why a file can't be written.
        tracing::warn!(path = %path.display(), "the library couldn't be made private");
    }
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    guard(&connection)?;
    // Overwrites deleted data instead of only marking its pages as free.
    connection.pragma_update(None, "secure_delete", true)?;
    // A transaction that reads first and writes later can't wait for another app's write in between; an immediate
    // one waits at its beginning.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if ended_badly || small {
        let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found != "ok" {
            return Err(OpenError::Damaged(found));
        }
    }
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > schema::VERSION as i64 {
        return Err(OpenError::Newer(version));
    }
    schema::migrate(&mut connection)?;
    Ok(connection)
}

fn interrupt_all(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    writers::interrupt_all(&transaction)?;
    transaction.commit()
}

fn interrupt_left(connection: &mut Connection, path: &Path, own: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    writers::interrupt_left(&transaction, path, own, None)?;
    transaction.commit()
}

fn keep_aside(path: &Path) -> Result<PathBuf> {
    let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = |n: u32| match n {
        1 => path.with_file_name(format!("{stem}-damaged-{date}.db")),
        n => path.with_file_name(format!("{stem}-damaged-{date}-{n}.db")),
    };
    let refused = |error: std::io::Error| {
        Error::new(Code::Library, || sentences::not_kept_aside(path, &error)).because(error)
    };
    let mut aside = name(1);
    for n in 2.. {
        if !aside.try_exists().map_err(refused)? {
            break;
        }
        aside = name(n);
    }
    std::fs::rename(path, &aside).map_err(refused)?;
    for suffix in ["-wal", "-shm"] {
        match std::fs::rename(with_suffix(path, suffix), with_suffix(&aside, suffix)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(refused(error));
            }
            _ => {}
        }
    }
    Ok(aside)
}

/// Detects whether another process has the library open: each process has a shared lock on a file beside it, which
/// the system releases whenever the process ends.
struct Lock {
    file: File,
    alone: bool,
}

impl Lock {
    fn take(path: &Path) -> Result<Self> {
        let file = private::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(with_suffix(path, "-lock"))
            .map_err(|error| lock_failure(path, error))?;
        let alone = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            // Some network file systems have no locks; there, usually only one app runs.
            Err(TryLockError::Error(_)) => true,
        };
        Ok(Self { file, alone })
    }

    fn share(self, path: &Path) -> Result<Self> {
        if self.alone {
            let _ = self.file.unlock();
        }
        match self.file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => {
                // Another app is opening the library and releases its lock soon.
                self.file.lock_shared().map_err(|error| lock_failure(path, error))?;
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { alone: false, ..self })
    }
}

fn lock_failure(path: &Path, error: std::io::Error) -> Error {
    Error::new(Code::Library, || sentences::not_opened(path, &error)).because(error)
}
