//! The index's database: one writer thread, pooled readers.

use std::{path::Path, sync::Arc};

use notes::{Catalog, FileProblem, NotePath, ScanOptions, Vault};

use crate::{Chunk, Hit, Result, SearchOptions};

/// A vault's index. Clones share it.
#[derive(Debug, Clone)]
pub struct Index {
    _private: (),
}

/// What to bring up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncScope {
    /// Every file of the vault; unchanged ones are recognised by size and time.
    All,
    /// These files only.
    Paths(Vec<NotePath>),
}

/// Progress of bringing the index up to date. The last event is exactly one `Done` or `Failed`.
#[derive(Debug, Clone)]
pub enum SyncEvent {
    /// The vault was listed.
    Found {
        /// Notes that are to be indexed or checked.
        notes: u32,
    },
    /// So many of them are done.
    Progress {
        /// Notes done so far.
        done: u32,
        /// Notes in all.
        total: u32,
    },
    /// The end, with the counts.
    Done(SyncReport),
    /// The end, because the vault or the database refused.
    Failed(String),
}

/// What a sync did.
#[derive(Debug, Clone, Default)]
pub struct SyncReport {
    /// Notes that are now in the index.
    pub indexed: u32,
    /// Notes that were read again because they had changed.
    pub changed: Vec<NotePath>,
    /// Notes that are gone.
    pub removed: Vec<NotePath>,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes left out by a rule.
    pub excluded: u32,
    /// Chunks in the index.
    pub chunks: u32,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What the index holds.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// Notes in the index.
    pub indexed: u32,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes left out by a rule.
    pub excluded: u32,
    /// Chunks in the index.
    pub chunks: u32,
    /// The size of the index's files in bytes.
    pub bytes: u64,
}

impl Index {
    /// Opens or makes the index of `vault` in the file `path`. A damaged file, or one of another
    /// version, is made anew; the next [`Index::sync`] fills it.
    ///
    /// # Errors
    /// If the folder of `path` can't be written.
    pub fn open(path: &Path, vault: Vault, scan: ScanOptions) -> Result<Self> {
        let _ = (path, vault, scan);
        todo!()
    }

    /// The vault that is indexed.
    pub fn vault(&self) -> &Vault {
        todo!()
    }

    /// Brings the index up to date. Blocks; call it off the async threads.
    ///
    /// # Errors
    /// As the last event says.
    pub fn sync(&self, scope: SyncScope, progress: &mut dyn FnMut(SyncEvent)) -> Result<SyncReport> {
        let _ = (scope, progress);
        todo!()
    }

    /// The vault's names as of the last sync. Cheap.
    pub fn catalog(&self) -> Arc<Catalog> {
        todo!()
    }

    /// The passages that match `query` best. Any text is a query; none is a syntax error.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn search(&self, query: &str, options: &SearchOptions) -> Result<Vec<Hit>> {
        let _ = (query, options);
        todo!()
    }

    /// The chunks of one note, in order.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn chunks(&self, path: &NotePath) -> Result<Vec<Chunk>> {
        let _ = path;
        todo!()
    }

    /// What the index holds.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn status(&self) -> Result<Status> {
        todo!()
    }
}
