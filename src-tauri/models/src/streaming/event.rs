use std::time::Duration;

use conversation::model::{Error, FinishReason, Tokens, ToolCall, Usage};

/// A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone)]
pub enum StreamEvent {
    Text(String),
    Thinking(String),
    /// A complete call. Calls come right before the end, so a broken answer calls nothing. Calls that the model wrote
    /// into its text come here, too, and not as text.
    ToolCall(ToolCall),
    /// The call failed before the answer began, and is retried after a pause.
    Waiting {
        pause: Duration,
        error: Error,
    },
    /// The model reads the prompt; repeated as it proceeds.
    Reading {
        tokens: Tokens,
        left: Duration,
    },
    /// The model deviates from the request or its earlier behaviour; a sentence for people.
    Notice(String),
    Done {
        finish: FinishReason,
        usage: Option<Usage>,
    },
    Cancelled,
    Failed(Error),
}

impl StreamEvent {
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Cancelled | Self::Failed(_))
    }
}
