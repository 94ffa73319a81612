//! The spellings and stems of a passage's words, which the index stores beside the plain words.

mod spellings;
mod stems;

pub(crate) use spellings::{other, spelling, spellings};
pub(crate) use stems::{Stems, asked, stems};
