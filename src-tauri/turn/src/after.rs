//! The check of a finished answer.

pub(crate) mod check;
pub(crate) mod drafts;
mod judge;
mod tables;
pub(crate) mod withdrawal;
