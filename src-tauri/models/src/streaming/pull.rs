use conversation::model::Error;
use serde::Serialize;

/// A step of pulling a model to a server. A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PullEvent {
    Progress {
        status: String,
        /// Bytes loaded of all known parts.
        // JavaScript numbers are exact up to 2⁵³, more than any model's bytes.
        #[cfg_attr(feature = "specta", specta(type = u32))]
        completed: u64,
        /// Bytes of all known parts; grows as the server learns of more, 0 before it knows any.
        #[cfg_attr(feature = "specta", specta(type = u32))]
        total: u64,
    },
    Done,
    Cancelled,
    Failed(Error),
}

impl PullEvent {
    pub fn is_terminal(&self) -> bool {
        !matches!(self, Self::Progress { .. })
    }
}
