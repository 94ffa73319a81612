use crate::{Refusal, builder::Builder};

pub(crate) trait Reader {
    /// Text written before a refusal counts.
    fn read(&self, file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal>;
}
