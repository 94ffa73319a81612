use parking_lot::{Mutex, RwLock};
use std::time::Instant;

use crate::vectors::matrix::Matrix;

/// A model's vectors in memory, shared by all its users.
#[derive(Debug)]
pub(crate) struct CachedVectors {
    pub(super) matrix: RwLock<Matrix>,
    /// Locked while rows are read; others only wait if they must.
    pub(super) seen: Mutex<ReadState>,
    pub(super) used: Mutex<Instant>,
}

#[derive(Debug, Default)]
pub(super) struct ReadState {
    /// Changes with deletions and with the file; `None` before the first read.
    pub(super) stamp: Option<i64>,
    pub(super) last: i64,
}
