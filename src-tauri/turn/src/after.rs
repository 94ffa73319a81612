//! The check of an answer, after it is written.

pub(crate) mod check;
mod judge;
