//! Which conversations are listed, and which answers cite a note.

use jiff::Timestamp;
use notes::NotePath;
use serde::{Deserialize, Serialize};

use crate::{ConversationId, MessageId, Mode};

/// Which conversations are listed. What isn't said narrows nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ConversationFilter {
    /// Only those that are kept at the top of the list.
    pub pinned: bool,
    /// Only those that were added to since then.
    pub since: Option<Timestamp>,
    /// Only those with an answer that cites this note.
    pub note: Option<NotePath>,
    /// Only those with a question that looked there.
    pub mode: Option<Mode>,
    /// Only those with an answer of this model.
    pub model: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitingAnswer {
    pub answer: MessageId,
    pub conversation: ConversationId,
    pub title: String,
    /// The question that it answers, as typed.
    pub question: String,
    pub created: Timestamp,
}
