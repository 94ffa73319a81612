//! Calls of tools: put together from pieces, and found where a model wrote them into its text.

mod assembly;
mod offer;
mod recover;

pub(crate) use assembly::{Calls, Part};
pub(crate) use offer::Offer;
pub(crate) use recover::{CallFinder, Fragment};
