//! What all readers of formats have in common.

use crate::{Refusal, builder::Builder};

/// Reads one format.
pub(crate) trait Reader {
    /// Says what the file has. What it said before a refusal counts.
    ///
    /// # Errors
    /// Why it can't be read to its end.
    fn read(&self, file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal>;
}
