//! What the threads of an open vault know of it together.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of an open vault know of it together.
#[derive(Default)]
pub(crate) struct State {
    /// The vault was closed: no more news of it.
    pub(super) closed: AtomicBool,
    /// The first sync has ended, well or badly.
    pub(super) synced_once: AtomicBool,
    /// How many syncs have ended well, counted where the status is changed.
    pub(super) syncs: AtomicU64,
}

impl State {
    /// Whether the vault was closed, or opened again.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }
}
