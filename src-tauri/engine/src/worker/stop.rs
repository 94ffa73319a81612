#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};

/// The running command's number and the highest cancelled one, so that a late cancel can't hit a later command.
#[derive(Debug, Default)]
pub(super) struct Stop {
    running: AtomicU64,
    cancelled: AtomicU64,
}

impl Stop {
    pub fn begin(&self, number: u64) {
        self.running.store(number, Ordering::Relaxed);
    }

    pub fn cancel(&self, number: u64) {
        self.cancelled.fetch_max(number, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) >= self.running.load(Ordering::Relaxed)
    }
}
