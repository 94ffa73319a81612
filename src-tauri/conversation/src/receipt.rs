//! The receipt of a model call.

use crate::model::{ProviderKind, Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{MessageId, context::ContextView};

/// The receipt of a model call: what was sent, part by part, and what came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Receipt {
    pub answer: MessageId,
    pub created: Timestamp,
    pub provider: ProviderKind,
    pub server: String,
    pub model: String,
    pub request: String,
    /// Its parts with their tokens, and what was cut.
    pub context: ContextView,
    pub usage: Option<Usage>,
    /// Markers that named unknown passages and were taken out of the answer.
    pub deleted_marks: Vec<String>,
    /// What else went wrong without ending the turn.
    pub problems: Vec<String>,
    /// Whether it came from a file. Then it says what the file says, and nobody here saw the call.
    #[serde(default)]
    pub imported: bool,
    /// What it cost, where the server counted and its prices are known. Not kept: it is told when the
    /// receipt is read.
    #[serde(skip_deserializing, default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

/// What a call cost by the prices of a day, without discounts for what the server had kept: an estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Cost {
    /// Millionths of a US dollar.
    pub micro_dollars: u32,
    /// The day on which the prices were looked up: `2025-11-24`.
    pub prices_of: String,
}
