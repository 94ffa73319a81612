//! Calls that a model writes into its answer, because it or its server doesn't know better.

mod finder;
mod judge;
mod outline;
mod tagged;

pub(crate) use finder::{CallFinder, Fragment};
