//! The library's connections: one writes and a few read, each owned by a thread that receives jobs. SQLite's log
//! lets reads run beside a write. A completed write is committed, and every later read sees it.

use parking_lot::Mutex;
use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, config::DbConfig, hooks::Wal};
use tokio::sync::oneshot;

use crate::sentences;
use conversation::{Code, Error, Result};

/// Idle time before the writing thread starts its idle work.
const IDLE: Duration = Duration::from_millis(100);

const READERS: usize = 3;

/// Timeout for another process's exclusive lock.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// Log length, in pages, from which it is checkpointed as soon as no job waits: a commit that has to do it takes
/// many times as long.
const LONG_LOG: u32 = 1_000;

/// Log length, in pages, from which a commit checkpoints anyway, because jobs come without a pause.
const LONGEST_LOG: u32 = 8_000;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

pub(super) type IdleWork = Box<dyn FnMut(&mut Connection) -> rusqlite::Result<bool> + Send>;

#[derive(Clone)]
pub struct Library {
    writes: mpsc::Sender<Job>,
    reads: mpsc::Sender<Job>,
    path: Arc<Path>,
    writer: Arc<str>,
    changes: Arc<AtomicU64>,
}

impl Library {
    /// `held` is dropped after all connections have closed.
    pub(super) fn start(
        path: &Path,
        writer: &str,
        mut connection: Connection,
        idle_work: Option<IdleWork>,
        held: impl Send + 'static,
    ) -> Result<Self> {
        let no_thread = |error: io::Error| {
            Error::new(Code::Library, || sentences::no_thread(&error)).because(error)
        };
        let (reads, received) = mpsc::channel::<Job>();
        let received = Arc::new(Mutex::new(received));
        let mut readers = Vec::new();
        for _ in 0..READERS {
            let connection = open_reader(path).map_err(|error| failure(path, error))?;
            let received = received.clone();
            let reader = thread::Builder::new().name("library reader".to_owned());
            let reader = reader.spawn(move || serve_reads(connection, &received));
            readers.push(reader.map_err(no_thread)?);
        }
        let log = Arc::new(AtomicU32::new(0));
        measure_log(&mut connection, log.clone()).map_err(|error| failure(path, error))?;
        let (writes, received) = mpsc::channel::<Job>();
        thread::Builder::new()
            .name("library".to_owned())
            .spawn(move || {
                work(&mut connection, &received, &log, idle_work);
                // The last connection to close checkpoints the log, which a reader can't.
                for reader in readers {
                    let _ = reader.join();
                }
                drop(connection);
                drop(held);
            })
            .map_err(no_thread)?;
        Ok(Self {
            writes,
            reads,
            path: path.into(),
            writer: writer.into(),
            changes: Arc::default(),
        })
    }

    /// Number of changes to ended messages in this process: updated references to moved notes, corrected citations,
    /// and sentences about calls.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    pub(super) fn count_change(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn place(&self) -> (Arc<Path>, Arc<str>) {
        (self.path.clone(), self.writer.clone())
    }

    /// Runs `job` on the writing thread, after earlier jobs. It runs to its end even if the caller is dropped. A job
    /// that panics is rolled back and fails alone.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        self.send(&self.writes, job).await
    }

    /// Like [`Library::write`], in one transaction, which is rolled back if `job` fails.
    pub(super) async fn transact<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        self.send(&self.writes, |connection| in_transaction(connection, job)).await
    }

    /// Runs `job` on a read-only connection, in one snapshot, beside other reads and writes.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        self.send(&self.reads, |connection| in_transaction(connection, job)).await
    }

    async fn send<T: Send + 'static>(
        &self,
        jobs: &mpsc::Sender<Job>,
        job: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let (done, result) = oneshot::channel();
        let path = self.path.clone();
        let job: Job = Box::new(move |connection| {
            let result = supervised(connection, |connection| {
                job(connection).map_err(|error| failure(&path, error))
            });
            let _ = done.send(result.and_then(|result| result));
        });
        let closed = || Error::new(Code::Library, sentences::CLOSED);
        jobs.send(job).map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    job: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction()?;
    let result = job(&transaction)?;
    // A read may have written temporary tables.
    transaction.commit()?;
    Ok(result)
}

/// Hardens SQLite against a file that somebody else may have written: schema functions can only compute, nothing
/// writes past SQLite's own tables, and broken pages are detected.
pub(super) fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    guard(&connection)?;
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(connection)
}

fn serve_reads(mut connection: Connection, jobs: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        // A waiting reader has the lock; it is released before the job runs.
        let job = jobs.lock().recv();
        match job {
            Ok(job) => job(&mut connection),
            Err(_) => break,
        }
    }
}

fn measure_log(connection: &mut Connection, pages: Arc<AtomicU32>) -> rusqlite::Result<()> {
    connection.wal_hook(Some(move |log: &mut Wal, length| {
        let length = u32::try_from(length).unwrap_or(0);
        pages.store(length, Ordering::Relaxed);
        if length < LONGEST_LOG { Ok(()) } else { log.checkpoint() }
    }))
}

/// Checkpoints a long log without blocking readers; the pages that they use remain for the next time.
fn shorten_log(connection: &Connection, pages: &AtomicU32) {
    if pages.swap(0, Ordering::Relaxed) < LONG_LOG {
        return;
    }
    if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
        // No data is lost: SQLite reads it from the log.
        tracing::warn!(%error, "the library's log couldn't be moved into its file");
    }
}

/// Runs jobs until all senders are gone; between them, checkpoints the log and does `idle_work`.
fn work(
    connection: &mut Connection,
    jobs: &mpsc::Receiver<Job>,
    pages: &AtomicU32,
    mut idle_work: Option<IdleWork>,
) {
    loop {
        let job = jobs.try_recv().or_else(|_| {
            shorten_log(connection, pages);
            match &idle_work {
                None => jobs.recv().map_err(RecvTimeoutError::from),
                Some(_) => jobs.recv_timeout(IDLE),
            }
        });
        match job {
            Ok(job) => job(connection),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let Some(piece) = &mut idle_work else { continue };
                match supervised(connection, piece) {
                    Ok(Ok(true)) => continue,
                    Ok(Ok(false)) | Err(_) => {}
                    Ok(Err(error)) => {
                        tracing::warn!(%error, "deleted conversations couldn't be swept away");
                    }
                }
                idle_work = None;
            }
        }
    }
}

/// Runs one job. A panic rolls back its transaction, and the thread continues with the next job.
fn supervised<T>(connection: &mut Connection, job: impl FnOnce(&mut Connection) -> T) -> Result<T> {
    catch_unwind(AssertUnwindSafe(|| job(connection))).map_err(|panic| {
        let reason = reason(&*panic);
        tracing::error!(reason, "a job of the library panicked");
        Error::new(Code::Internal, || sentences::panicked(reason))
    })
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given")
}

pub(super) fn failure(path: &Path, error: rusqlite::Error) -> Error {
    let message = || match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => sentences::disk_full(path),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => sentences::not_allowed(path),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            sentences::damaged_meanwhile(path, &error)
        }
        _ => sentences::failed(path, &error),
    };
    Error::new(Code::Library, message).because(error)
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
