//! The vectors of a model that are in memory.

use parking_lot::{Mutex, RwLock};
use std::time::Instant;

use crate::vectors::matrix::Matrix;

/// What of the table is in memory. Shared by all who ask for the vectors of the same model.
#[derive(Debug)]
pub(crate) struct CachedVectors {
    pub(super) matrix: RwLock<Matrix>,
    /// Locked while rows are read from the table. Others don't wait for it unless they must.
    pub(super) seen: Mutex<ReadState>,
    /// When something was last asked of it.
    pub(super) used: Mutex<Instant>,
}

#[derive(Debug, Default)]
pub(super) struct ReadState {
    /// Changes whenever rows are deleted, and with the file; `None` before the first look.
    pub(super) stamp: Option<i64>,
    /// The last row that was read.
    pub(super) last: i64,
}
