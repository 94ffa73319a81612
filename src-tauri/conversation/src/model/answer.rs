//! What a server says of an answer besides its text.

use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

/// Tokens as the server counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: Tokens,
    /// Tokens of the answer.
    pub completion: Tokens,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FinishReason {
    Stop,
    /// The model called tools and waits for their results.
    ToolCalls,
    /// The answer reached its length. Calls that came whole before are given out nevertheless.
    Length,
    /// The server held it back, or the model declined, after a part of it had come. Where nothing
    /// came the stream fails with [`Code::ContentRefused`](super::error::Code::ContentRefused).
    Filtered,
    /// We ended it, for it reached one of our limits. Nothing is called.
    Limit(AnswerLimit),
    Other,
}

/// A limit that every answer has, whatever its server sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum AnswerLimit {
    Text,
    Thinking,
    /// Of its calls of tools: how many, or how long.
    Calls,
    Time,
    /// Of saying the same over and over.
    Loop,
}
