use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{Error, Result};

/// Pauses, resumes or cancels long work from any thread. The work checks it after every note and batch. Clones share
/// it.
#[derive(Debug, Clone, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    wish: Mutex<Wish>,
    changed: Condvar,
    /// Whether any request is pending: a cheap check for the work's loop.
    any: AtomicBool,
}

#[derive(Debug, Default)]
struct Wish {
    paused: bool,
    held: u32,
    cancelled: bool,
}

#[derive(Debug)]
pub struct Hold(Control);

impl Control {
    pub fn pause(&self) {
        self.wish(|wish| wish.paused = true);
    }

    pub fn resume(&self) {
        self.wish(|wish| wish.paused = false);
    }

    /// Ends the work, even if paused, with [`Error::Cancelled`].
    pub fn cancel(&self) {
        self.wish(|wish| wish.cancelled = true);
    }

    pub fn hold(&self) -> Hold {
        self.wish(|wish| wish.held += 1);
        Hold(self.clone())
    }

    pub fn is_paused(&self) -> bool {
        self.lock().paused
    }

    pub fn is_cancelled(&self) -> bool {
        self.lock().cancelled
    }

    /// Waits while paused; fails with [`Error::Cancelled`] after a cancellation.
    pub fn step(&self) -> Result<()> {
        if !self.shared.any.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut wish = self.lock();
        while !wish.cancelled && (wish.paused || wish.held > 0) {
            self.shared.changed.wait(&mut wish);
        }
        if wish.cancelled { Err(Error::Cancelled) } else { Ok(()) }
    }

    fn wish(&self, change: impl FnOnce(&mut Wish)) {
        let mut wish = self.lock();
        change(&mut wish);
        let any = wish.paused || wish.held > 0 || wish.cancelled;
        self.shared.any.store(any, Ordering::Release);
        drop(wish);
        self.shared.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Wish> {
        self.shared.wish.lock()
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.wish(|wish| wish.held -= 1);
    }
}
