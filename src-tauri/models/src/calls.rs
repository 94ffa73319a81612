//! Tool calls: assembled from pieces, and found in a model's text.

mod assembly;
mod offer;
mod recover;

pub(crate) use assembly::{Calls, Part};
pub(crate) use offer::Offer;
pub(crate) use recover::{CallFinder, Fragment};
