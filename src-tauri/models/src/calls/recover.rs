//! Finds calls in the text of an answer, where the model or its server doesn't know better.

mod finder;
mod judge;
mod outline;
mod tagged;

pub(crate) use finder::{CallFinder, Fragment};
