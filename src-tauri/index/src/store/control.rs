//! Pausing long work, and giving it up.

use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{Error, Result};

/// Holds the handle of long work: whether it goes on, rests, or is given up. Clones share it, and
/// any thread may use it; the work looks at it after every note and every batch of vectors.
#[derive(Debug, Clone, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    wish: Mutex<Wish>,
    changed: Condvar,
    /// Whether there is any wish but that it goes on: the work asks this all the time.
    any: AtomicBool,
}

#[derive(Debug, Default)]
struct Wish {
    paused: bool,
    held: u32,
    cancelled: bool,
}

/// Work rests for as long as this is kept, whatever else is wished.
#[derive(Debug)]
pub struct Hold(Control);

impl Control {
    /// Lets the work rest, until [`Control::resume`].
    pub fn pause(&self) {
        self.wish(|wish| wish.paused = true);
    }

    /// Lets the work go on after [`Control::pause`].
    pub fn resume(&self) {
        self.wish(|wish| wish.paused = false);
    }

    /// Gives the work up, for good: it ends with [`Error::Cancelled`], even if it rests.
    pub fn cancel(&self) {
        self.wish(|wish| wish.cancelled = true);
    }

    /// Lets the work rest until what is returned is dropped.
    pub fn hold(&self) -> Hold {
        self.wish(|wish| wish.held += 1);
        Hold(self.clone())
    }

    /// Whether the work was paused by [`Control::pause`].
    pub fn is_paused(&self) -> bool {
        self.lock().paused
    }

    pub fn is_cancelled(&self) -> bool {
        self.lock().cancelled
    }

    /// What the work asks between two steps: waits for as long as it is to rest.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if it was given up.
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
        // No wish is ever half written.
        self.shared.wish.lock()
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.wish(|wish| wish.held -= 1);
    }
}
