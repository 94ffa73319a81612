//! Connections that read.

use parking_lot::{Mutex, MutexGuard};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::schema;
use crate::Result;

/// Idle connections that are kept. A connection costs some hundred kilobytes.
const KEPT: usize = 4;

/// A pool of reading connections. Each has its own snapshot, so readers don't wait for the writer.
#[derive(Debug)]
pub(crate) struct Readers {
    path: PathBuf,
    idle: Mutex<IdleReaders>,
}

#[derive(Debug, Default)]
struct IdleReaders {
    connections: Vec<Connection>,
    /// How often the file was rebuilt: connections to an older file aren't taken back.
    file: u32,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), idle: Mutex::default() }
    }

    /// Runs `look` on a connection of its own.
    pub(crate) fn with<T>(
        &self,
        look: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let (file, connection) = {
            let mut idle = self.lock();
            (idle.file, idle.connections.pop())
        };
        let read = || -> rusqlite::Result<T> {
            let mut connection = match connection {
                Some(connection) => connection,
                None => schema::open_reader(&self.path)?,
            };
            let found = look(&mut connection)?;
            let mut idle = self.lock();
            if idle.file == file && idle.connections.len() < KEPT {
                idle.connections.push(connection);
            }
            Ok(found)
        };
        // A connection that failed isn't kept: it may belong to a file that is being rebuilt.
        read().map_err(|error| schema::database_error(&self.path, error))
    }

    /// Closes the connections, because the file is about to be rebuilt.
    pub(super) fn close(&self) {
        let mut idle = self.lock();
        idle.connections.clear();
        idle.file += 1;
    }

    fn lock(&self) -> MutexGuard<'_, IdleReaders> {
        // A list of connections is never half changed.
        self.idle.lock()
    }
}
