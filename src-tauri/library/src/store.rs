//! The library's file: one connection, owned by one thread, reached by message.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use tokio::sync::oneshot;

use super::{
    deleted::Sweep,
    recover::{Recovered, recover},
    schema,
    writers::{self, Writer},
};
use crate::columns::now;
use conversation::{Code, Error, Result};

/// A library no larger than this is checked whole at every start; a larger one only after the app
/// ended without closing it. Checking reads every page, about 10 ms for each 10 MB.
const ALWAYS_CHECKED_BYTES: u64 = 32 * 1024 * 1024;

/// Sweeping goes on when nothing was asked of the library for so long.
const IDLE: Duration = Duration::from_millis(100);

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The library. Clones share its connection, which closes with the last of them.
#[derive(Clone)]
pub struct Library {
    jobs: mpsc::Sender<Job>,
    path: Arc<Path>,
    /// The name under which this process writes answers.
    writer: Arc<str>,
    moves: Arc<AtomicU64>,
}

impl Library {
    /// Opens the library in the file `path`, made if need be, and brings it to this version's
    /// schema. Answers that were being written by an app that has ended become interrupted.
    ///
    /// A damaged file is kept aside under a name with the date and a new one begun with what can be
    /// read of it; the sentence that comes with the library says so. Blocks for as long as the disk needs.
    ///
    /// # Errors
    /// If the file can't be opened or made, or was written by a newer version of the app.
    pub fn open(path: &Path) -> Result<(Self, Option<String>)> {
        let lock = Lock::take(path)?;
        let (mut connection, notice) = match open_file(path) {
            Ok(connection) => (connection, None),
            Err(OpenError::Damaged(reason)) if lock.alone => {
                let aside = keep_aside(path)?;
                let mut connection = open_file(path).map_err(|error| error.told(path))?;
                let recovered = recover(&aside, &mut connection).unwrap_or_else(|error| {
                    tracing::warn!(%error, "nothing of a damaged library could be read");
                    Recovered::default()
                });
                (connection, Some(damage_notice(&aside, &reason, recovered)))
            }
            Err(error) => return Err(error.told(path)),
        };
        let alone = lock.alone;
        if alone {
            writers::interrupt_all(&connection).map_err(|error| failure(path, &error))?;
            writers::remove_files(path);
        }
        let lock = lock.share(path)?;
        let writer = Writer::new(path).map_err(|error| lock_failure(path, &error))?;
        if !alone {
            interrupt_left(&mut connection, path, &writer.id)
                .map_err(|error| failure(path, &error))?;
        }
        // Only one of several apps sweeps.
        let clearing = alone.then(|| Sweep::new(now()));
        let id: Arc<str> = writer.id.as_str().into();
        let (jobs, received) = mpsc::channel::<Job>();
        thread::Builder::new()
            .name("library".to_owned())
            .spawn(move || {
                work(&mut connection, &received, clearing);
                drop(connection);
                drop(writer);
                drop(lock);
            })
            .map_err(|error| {
                Error::new(Code::Library, format!("The library can't run: {error}"))
            })?;
        Ok((Self { jobs, path: path.into(), writer: id, moves: Arc::default() }, notice))
    }

    /// How many times references followed notes that were moved, in this process.
    pub fn moves(&self) -> u64 {
        self.moves.load(Ordering::Acquire)
    }

    pub(super) fn count_move(&self) {
        self.moves.fetch_add(1, Ordering::AcqRel);
    }

    /// The library's file, and the name under which this process writes answers in it.
    pub(super) fn place(&self) -> (Arc<Path>, Arc<str>) {
        (self.path.clone(), self.writer.clone())
    }

    /// Runs `job` on the library's thread and waits for what it gives. The job runs to its end
    /// even if nobody waits any more.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let _ = done.send(job(connection));
        });
        let closed = || Error::new(Code::Library, "The library is closed.");
        self.jobs.send(job).map_err(|_| closed())?;
        result.await.map_err(|_| closed())?.map_err(|error| failure(&self.path, &error))
    }
}

/// Does the jobs until nobody can send more, and sweeps while there is none.
fn work(connection: &mut Connection, jobs: &mpsc::Receiver<Job>, mut clearing: Option<Sweep>) {
    loop {
        let job = match &mut clearing {
            None => jobs.recv().map_err(RecvTimeoutError::from),
            Some(_) => jobs.recv_timeout(IDLE),
        };
        match job {
            Ok(job) => job(connection),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let piece =
                    clearing.as_mut().map_or(Ok(false), |clearing| clearing.piece(connection));
                match piece {
                    Ok(true) => {}
                    Ok(false) => clearing = None,
                    Err(error) => {
                        tracing::warn!(%error, "deleted conversations couldn't be swept away");
                        clearing = None;
                    }
                }
            }
        }
    }
}

/// What the user is told of a failure of the library's file.
fn failure(path: &Path, error: &rusqlite::Error) -> Error {
    let path = path.display();
    let message = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            format!("The disk is full: the library ({path}) couldn't be written.")
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            format!("The library ({path}) can't be written: this user isn't allowed to.")
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => format!(
            "The library ({path}) is damaged ({error}). It is kept aside when the app is started \
             again."
        ),
        _ => format!("The library ({path}) failed: {error}"),
    };
    Error::new(Code::Library, message)
}

enum OpenError {
    /// The file isn't a database, or a broken one.
    Damaged(String),
    Newer(i64),
    Failed(rusqlite::Error),
}

impl OpenError {
    fn told(self, path: &Path) -> Error {
        match self {
            Self::Damaged(reason) => Error::new(
                Code::Library,
                format!(
                    "The library ({}) is damaged ({reason}) and another Marginalia has it open. \
                     Close that one and start again.",
                    path.display()
                ),
            ),
            Self::Newer(version) => Error::new(
                Code::Library,
                format!(
                    "The library ({}) was written by a newer Marginalia (its version is {version}, \
                     this one knows {}). Install the newer one again to read it.",
                    path.display(),
                    schema::VERSION
                ),
            ),
            Self::Failed(error) => failure(path, &error),
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
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    // A transaction that reads and then writes can't wait for another app's writing in between; one
    // that is going to write from its beginning on waits there.
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

fn interrupt_left(connection: &mut Connection, path: &Path, own: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    writers::interrupt_left(&transaction, path, own, None)?;
    transaction.commit()
}

/// Renames a damaged library, with what SQLite keeps beside it, and returns its new place.
fn keep_aside(path: &Path) -> Result<PathBuf> {
    let date = jiff::Zoned::now().strftime("%Y-%m-%d").to_string();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = |n: u32| match n {
        1 => path.with_file_name(format!("{stem}-damaged-{date}.db")),
        n => path.with_file_name(format!("{stem}-damaged-{date}-{n}.db")),
    };
    let refused = |error: std::io::Error| {
        Error::new(
            Code::Library,
            format!(
                "The library ({}) is damaged and couldn't be kept aside: {error}",
                path.display()
            ),
        )
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

fn damage_notice(aside: &Path, reason: &str, recovered: Recovered) -> String {
    // Of several findings one is enough for people; SQLite puts each on a line.
    let reason = reason.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    format!(
        "The library with your conversations was damaged ({reason}). It is kept as {}. {} Your notes \
         are not affected.",
        aside.display(),
        recovered.told()
    )
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Tells whether another process has the library open: each holds a shared lock on a file beside
/// it. The system releases it when a process ends, however it ends.
struct Lock {
    file: File,
    /// Nobody else has the library open.
    alone: bool,
}

impl Lock {
    fn take(path: &Path) -> Result<Self> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(with_suffix(path, "-lock"))
            .map_err(|error| lock_failure(path, &error))?;
        let alone = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            // Some network file systems have no locks; one app at a time is the usual case there.
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
                // Another app is just opening; it lets go as soon as it has looked.
                self.file.lock_shared().map_err(|error| lock_failure(path, &error))?;
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { alone: false, ..self })
    }
}

fn lock_failure(path: &Path, error: &std::io::Error) -> Error {
    Error::new(Code::Library, format!("The library ({}) can't be opened: {error}", path.display()))
}
