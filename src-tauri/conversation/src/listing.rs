use jiff::Timestamp;
use notes::NotePath;
use serde::{Deserialize, Serialize};

use crate::{ConversationId, MessageId, Mode};

/// Empty fields don't filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ConversationFilter {
    pub pinned: bool,
    pub since: Option<Timestamp>,
    pub note: Option<NotePath>,
    pub mode: Option<Mode>,
    pub model: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitingAnswer {
    pub answer: MessageId,
    pub conversation: ConversationId,
    pub title: String,
    pub question: String,
    pub created: Timestamp,
}
