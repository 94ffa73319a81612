use parking_lot::{Mutex, MutexGuard};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::schema;
use crate::Result;

/// Maximum number of idle connections. Each takes some hundred kilobytes of memory.
const MAX_IDLE: usize = 4;

/// A pool of read-only connections. Each reads its own snapshot, so it doesn't wait for the writer.
#[derive(Debug)]
pub(crate) struct Readers {
    path: PathBuf,
    idle: Mutex<IdleReaders>,
}

#[derive(Debug, Default)]
struct IdleReaders {
    connections: Vec<Connection>,
    /// Counts the calls of [`Readers::close`]; connections opened before the last one aren't reused.
    generation: u32,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), idle: Mutex::default() }
    }

    /// Runs `look` on one snapshot.
    pub(crate) fn with<T>(
        &self,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let (generation, connection) = {
            let mut idle = self.lock();
            (idle.generation, idle.connections.pop())
        };
        let read = || -> rusqlite::Result<T> {
            let mut connection = match connection {
                Some(connection) => connection,
                None => schema::open_reader(&self.path)?,
            };
            let snapshot = connection.transaction()?;
            let found = look(&snapshot)?;
            drop(snapshot);
            let mut idle = self.lock();
            if idle.generation == generation && idle.connections.len() < MAX_IDLE {
                idle.connections.push(connection);
            }
            Ok(found)
        };
        // A connection that failed isn't reused: a rebuild may have replaced its file.
        read().map_err(|error| schema::database_error(&self.path, error))
    }

    /// Closes the idle connections, and each one in use when it returns, because the database file is replaced.
    pub(super) fn close(&self) {
        let mut idle = self.lock();
        idle.connections.clear();
        idle.generation += 1;
    }

    fn lock(&self) -> MutexGuard<'_, IdleReaders> {
        self.idle.lock()
    }
}
