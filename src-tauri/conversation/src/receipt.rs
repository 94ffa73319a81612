use crate::model::{ProviderKind, Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{MessageId, context::ContextView};

/// A model call: all parts of the request, and the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Receipt {
    pub answer: MessageId,
    pub created: Timestamp,
    pub provider: ProviderKind,
    pub server: String,
    pub model: String,
    pub request: String,
    pub context: ContextView,
    pub usage: Option<Usage>,
    /// Marks of unknown passages, removed from the answer.
    pub deleted_marks: Vec<String>,
    pub problems: Vec<String>,
    /// Imported from a file, so nobody here saw the call.
    #[serde(default)]
    pub imported: bool,
    /// Calculated on reading, if the server counted and its prices are known; not stored.
    #[serde(skip_deserializing, default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// An estimate by the prices of a day, without discounts for cached tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Cost {
    /// Millionths of a US dollar.
    pub micro_dollars: u32,
    /// Day of the prices: `2025-11-24`.
    pub prices_of: String,
}
