//! What a model's answer is made of while it comes.

use std::time::Duration;

use conversation::model::{Error, FinishReason, Tokens, ToolCall, Usage};

/// A piece of an answer. A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone)]
pub enum StreamEvent {
    Text(String),
    /// The model's thinking; never part of the answer.
    Thinking(String),
    /// A call of a tool, whole. Calls come right before the end: if an answer breaks off, nothing is
    /// called. Calls that the model wrote into its text, because it or its server knows no better,
    /// come in the same way, and not as text.
    ToolCall(ToolCall),
    /// The call failed before anything of the answer came, and is tried again after a pause.
    Waiting {
        pause: Duration,
        error: Error,
    },
    /// The model reads what was sent; its first word comes after that. Told again as it goes on.
    Reading {
        /// How many tokens are left.
        tokens: Tokens,
        left: Duration,
    },
    /// The model works otherwise than it was asked to, or than before; a sentence for people.
    Notice(String),
    Done {
        finish: FinishReason,
        /// The server's count, if it told one.
        usage: Option<Usage>,
    },
    /// The end, because the caller cancelled.
    Cancelled,
    /// The end, because something went wrong.
    Failed(Error),
}

impl StreamEvent {
    /// Whether this is the last event of its stream.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Cancelled | Self::Failed(_))
    }
}
