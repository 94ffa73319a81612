use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Support {
    /// The passage says the same, as far as the check can decide.
    Supported,
    Weak,
    Unsupported,
    Contradicted,
}
