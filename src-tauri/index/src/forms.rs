//! What the index records of a passage beside its plain words: how it spells them, and their stems.

mod spellings;
mod stems;

pub(crate) use spellings::{other, spelling, spellings};
pub(crate) use stems::{Stems, asked, stems};
