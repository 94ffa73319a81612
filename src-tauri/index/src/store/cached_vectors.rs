//! The vectors of a model that are in memory.

use std::{
    sync::{Mutex, RwLock},
    time::Instant,
};

use crate::vectors::matrix::Matrix;

/// What of the table is in memory. Shared by all who ask for the vectors of the same model.
#[derive(Debug)]
pub(crate) struct CachedVectors {
    pub(super) matrix: RwLock<Matrix>,
    /// Held by the one that reads from the table. Nobody waits for it who doesn't have to.
    pub(super) seen: Mutex<ReadState>,
    /// When something was last asked of it.
    pub(super) used: Mutex<Instant>,
}

/// How far the table was read.
#[derive(Debug, Default)]
pub(super) struct ReadState {
    /// Changes whenever rows are deleted, and with the file; `None` before the first look.
    pub(super) stamp: Option<i64>,
    /// The last row that was read.
    pub(super) last: i64,
}
