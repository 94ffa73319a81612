use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

/// As counted by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Usage {
    pub prompt: Tokens,
    pub completion: Tokens,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FinishReason {
    Stop,
    ToolCalls,
    /// The maximum length is reached. Complete calls before it still count.
    Length,
    /// The server withheld the answer, or the model declined, after a part had come. Without a part the stream fails
    /// with [`Code::ContentRefused`](super::error::Code::ContentRefused).
    Filtered,
    /// The app ended the answer at one of its own limits. It has no tool calls.
    Limit(AnswerLimit),
    Other,
}

/// Limits of every answer, whatever its server sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum AnswerLimit {
    Text,
    Thinking,
    /// Number or size of the tool calls.
    Calls,
    Time,
    Loop,
}
