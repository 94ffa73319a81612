//! Finds calls in the text of an answer, for servers that don't separate them from the text.

mod finder;
mod judge;
mod outline;
mod tagged;

pub(crate) use finder::{CallFinder, Fragment};
