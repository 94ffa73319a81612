//! How much a stream looks at, for the test that holds its work to the length of the text.

/// Counts bytes that are looked at, each time that they are.
#[cfg(not(test))]
pub(super) fn looked_at(_bytes: usize) {}

#[cfg(test)]
pub(super) use counted::{looked_at, of};

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
