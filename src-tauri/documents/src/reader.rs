//! What all readers of formats have in common.

use crate::{Refusal, builder::Builder};

pub(crate) trait Reader {
    /// Says what the file has. What it said before a refusal counts.
    fn read(&self, file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal>;
}
