//! How many bytes are looked at while an answer is read, for the tests that hold its work to the length of what came.

/// Counts bytes that are looked at, each time that they are.
#[cfg(not(test))]
pub(crate) fn looked_at(_bytes: usize) {}

#[cfg(test)]
pub(crate) use counted::{looked_at, of};

#[cfg(test)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    pub fn looked_at(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// How many bytes are looked at in `work`.
    pub fn of(work: impl FnOnce()) -> usize {
        BYTES.set(0);
        work();
        BYTES.take()
    }
}
