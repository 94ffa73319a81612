//! The receipt of a model call.

use crate::model::{ProviderKind, Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{MessageId, context::ContextView};

/// The receipt of a model call: what was sent, part by part, and what came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Receipt {
    /// The answer it belongs to.
    pub answer: MessageId,
    /// When the call was made.
    pub created: Timestamp,
    /// The server's protocol.
    pub provider: ProviderKind,
    /// The server's address.
    pub server: String,
    /// The model.
    pub model: String,
    /// The exact body that was sent.
    pub request: String,
    /// Its parts with their tokens, and what was cut.
    pub context: ContextView,
    /// What the server counted.
    pub usage: Option<Usage>,
    /// Markers that named unknown passages and were taken out of the answer.
    pub deleted_marks: Vec<String>,
    /// What else went wrong without ending the turn.
    pub problems: Vec<String>,
    /// Whether it came from a file. Then it says what the file says, and nobody here saw the call.
    #[serde(default)]
    pub imported: bool,
}
