//! Limits concurrent reads by size, since reading a note takes several times its size in memory.

#[cfg(test)]
mod tests;

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
