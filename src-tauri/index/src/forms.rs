//! The spellings and stems of a passage's words, which the index stores beside the plain words.

mod spellings;
mod stems;

pub(crate) use spellings::{only_other_spellings, spelling, spellings};
pub(crate) use stems::{Stems, query_parts, query_stems, stems};
