//! What was cancelled, as the computing thread asks it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the command that is worked on, and up to which number commands are cancelled. A
/// cancel that arrives late can't hit a later command in this way.
#[derive(Debug, Default)]
pub(super) struct Stop {
    running: AtomicU64,
    cancelled: AtomicU64,
}

impl Stop {
    /// Command `number` begins. Numbers begin with 1.
    pub fn begin(&self, number: u64) {
        self.running.store(number, Ordering::Relaxed);
    }

    pub fn cancel(&self, number: u64) {
        self.cancelled.fetch_max(number, Ordering::Relaxed);
    }

    /// Whether the command that is worked on was cancelled.
    pub fn is_set(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) >= self.running.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancel_means_what_was_asked_before_it() {
        let stop = Stop::default();
        stop.begin(1);
        assert!(!stop.is_set());
        stop.cancel(1);
        assert!(stop.is_set());
        stop.begin(2);
        assert!(!stop.is_set());
        stop.cancel(1);
        assert!(!stop.is_set());
    }
}
