use parking_lot::{Mutex, MutexGuard};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::schema;
use crate::Result;

/// Maximum idle connections, at some hundred kilobytes each.
const KEPT: usize = 4;

/// A pool of reading connections. Each has its own snapshot and doesn't wait for the writer.
#[derive(Debug)]
pub(crate) struct Readers {
    path: PathBuf,
    idle: Mutex<IdleReaders>,
}

#[derive(Debug, Default)]
struct IdleReaders {
    connections: Vec<Connection>,
    /// Number of rebuilds; connections to an older file aren't reused.
    file: u32,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), idle: Mutex::default() }
    }

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
        // A failed connection isn't reused: its file may be being rebuilt.
        read().map_err(|error| schema::database_error(&self.path, error))
    }

    pub(super) fn close(&self) {
        let mut idle = self.lock();
        idle.connections.clear();
        idle.file += 1;
    }

    fn lock(&self) -> MutexGuard<'_, IdleReaders> {
        self.idle.lock()
    }
}
