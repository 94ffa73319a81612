//! Counts the bytes processed while an answer is read, for tests that require linear work. Does nothing without the
//! feature `effort`.

#[cfg(not(feature = "effort"))]
pub fn looked_at(_bytes: usize) {}

#[cfg(feature = "effort")]
pub use counter::{looked_at, of};

#[cfg(feature = "effort")]
mod counter {
    use std::cell::Cell;

    thread_local! {
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    pub fn looked_at(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// The bytes that `work` processes on this thread.
    pub fn of(work: impl FnOnce()) -> usize {
        BYTES.set(0);
        work();
        BYTES.take()
    }
}
