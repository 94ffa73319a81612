//! State shared by a vault's threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[derive(Default)]
pub(crate) struct State {
    /// The vault was closed: it reports nothing more.
    pub(super) closed: AtomicBool,
    pub(super) synced_once: AtomicBool,
    /// Successful syncs, counted where the status changes.
    pub(super) syncs: AtomicU64,
}

impl State {
    /// True also if the vault was opened again.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }
}
