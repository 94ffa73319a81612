//! How many bytes are looked at while an answer is read, for the tests that hold this work to the
//! length of what came. Only they count: without the feature `effort` nothing is done.

/// Counts bytes that are looked at, each time that they are.
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

    /// Counts bytes that are looked at, each time that they are.
    pub fn looked_at(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// How many bytes `work` looks at in this thread.
    pub fn of(work: impl FnOnce()) -> usize {
        BYTES.set(0);
        work();
        BYTES.take()
    }
}
