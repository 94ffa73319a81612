use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{Error, Result};

/// Pauses, resumes or cancels long work, such as a sync, from any thread. The work calls
/// [`Control::step`] for every note and batch. Clones share their state.
#[derive(Debug, Clone, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    requests: Mutex<Requests>,
    changed: Condvar,
    /// True if a request is pending: a check without a lock for the work's loop.
    any: AtomicBool,
}

#[derive(Debug, Default)]
struct Requests {
    paused: bool,
    /// Number of [`PauseGuard`]s.
    guards: u32,
    cancelled: bool,
}

/// Pauses the work until it is dropped, also if [`Control::resume`] is called meanwhile.
#[derive(Debug)]
pub struct PauseGuard(Control);

impl Control {
    pub fn pause(&self) {
        self.change(|requests| requests.paused = true);
    }

    pub fn resume(&self) {
        self.change(|requests| requests.paused = false);
    }

    /// Ends the work, even if paused, with [`Error::Cancelled`].
    pub fn cancel(&self) {
        self.change(|requests| requests.cancelled = true);
    }

    pub fn hold(&self) -> PauseGuard {
        self.change(|requests| requests.guards += 1);
        PauseGuard(self.clone())
    }

    pub fn is_paused(&self) -> bool {
        self.lock().paused
    }

    pub fn is_cancelled(&self) -> bool {
        self.lock().cancelled
    }

    /// Called by the work. Blocks while the work is paused or a [`PauseGuard`] exists; fails with
    /// [`Error::Cancelled`] after a cancellation.
    pub fn step(&self) -> Result<()> {
        if !self.shared.any.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut requests = self.lock();
        while !requests.cancelled && (requests.paused || requests.guards > 0) {
            self.shared.changed.wait(&mut requests);
        }
        if requests.cancelled { Err(Error::Cancelled) } else { Ok(()) }
    }

    fn change(&self, change: impl FnOnce(&mut Requests)) {
        let mut requests = self.lock();
        change(&mut requests);
        let any = requests.paused || requests.guards > 0 || requests.cancelled;
        self.shared.any.store(any, Ordering::Release);
        drop(requests);
        self.shared.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.shared.requests.lock()
    }
}

impl Drop for PauseGuard {
    fn drop(&mut self) {
        self.0.change(|requests| requests.guards -= 1);
    }
}
