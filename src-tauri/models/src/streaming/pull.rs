//! A server that loads a model from its registry.

use conversation::model::Error;
use serde::Serialize;

/// A step of loading a model. A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PullEvent {
    Progress {
        /// What the server does, in its own words.
        status: String,
        /// How much is loaded of all parts that are known, in bytes.
        // The window's numbers hold whole numbers exactly up to 2⁵³, more than any model has bytes.
        #[cfg_attr(feature = "specta", specta(type = u32))]
        completed: u64,
        /// The size of all parts that are known, in bytes. It grows while the server comes to know
        /// them; 0 as long as it knows none.
        #[cfg_attr(feature = "specta", specta(type = u32))]
        total: u64,
    },
    Done,
    /// The end, because the caller cancelled.
    Cancelled,
    /// The end, because something went wrong.
    Failed(Error),
}

impl PullEvent {
    /// Whether this is the last event of its stream.
    pub fn is_terminal(&self) -> bool {
        !matches!(self, Self::Progress { .. })
    }
}
