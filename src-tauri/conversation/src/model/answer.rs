//! What a server says of an answer besides its text.

use serde::{Deserialize, Serialize};

use super::tokens::Tokens;

/// Tokens as the server counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: Tokens,
    /// Tokens of the answer.
    pub completion: Tokens,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// The model called tools and waits for their results.
    ToolCalls,
    /// The answer reached its length. Calls that came whole before are given out nevertheless.
    Length,
    /// The server held it back, or the model declined, after a part of it had come. Where nothing
    /// came the stream fails with [`Code::ContentRefused`](super::error::Code::ContentRefused).
    Filtered,
    /// Something else, or nothing was said.
    Other,
}
