//! The check of a finished answer.

pub(crate) mod check;
mod judge;
mod tables;
pub(crate) mod withdrawal;
