//! How well a passage supports a sentence.

use serde::{Deserialize, Serialize};

/// How well a passage supports the sentence that cites it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Support {
    /// What the sentence says stands in the passage, as far as that can be told.
    Supported,
    Weak,
    Unsupported,
    Contradicted,
}
