//! Limits concurrent reads by size, since reading a note takes a multiple of it.

use parking_lot::{Condvar, Mutex};

/// Maximum bytes of notes read concurrently; a larger note is read alone.
const AT_ONCE: u64 = 4 * 1024 * 1024;

pub(super) struct Permits {
    free: Mutex<u64>,
    freed: Condvar,
}

pub(super) struct Permit<'a> {
    permits: &'a Permits,
    bytes: u64,
}

impl Permits {
    pub(super) fn new() -> Self {
        Self { free: Mutex::new(AT_ONCE), freed: Condvar::new() }
    }

    pub(super) fn take(&self, bytes: u64) -> Permit<'_> {
        let bytes = bytes.min(AT_ONCE);
        let mut free = self.free.lock();
        self.freed.wait_while(&mut free, |free| *free < bytes);
        *free -= bytes;
        Permit { permits: self, bytes }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut free = self.permits.free.lock();
        *free += self.bytes;
        drop(free);
        self.permits.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn large_notes_are_read_alone_and_small_ones_together() {
        let (permits, now) = (Permits::new(), AtomicU64::new(0));
        let sizes = [1 << 10, 16 << 20, 3 << 20, 2 << 20, 1 << 20, AT_ONCE, 5 << 20, 0];
        std::thread::scope(|scope| {
            for size in sizes.repeat(20) {
                let (permits, now) = (&permits, &now);
                scope.spawn(move || {
                    let permit = permits.take(size);
                    let before = now.fetch_add(size, Ordering::SeqCst);
                    assert!(before + size <= AT_ONCE.max(size), "{before} beside {size}");
                    assert!(size < AT_ONCE || before == 0, "{before} beside {size}");
                    now.fetch_sub(size, Ordering::SeqCst);
                    drop(permit);
                });
            }
        });
        assert_eq!(*permits.free.lock(), AT_ONCE);
    }
}
