//! A conversation's own settings, and the parts of its context that the user removed or pinned.

use notes::{ContentHash, NotePath};
use serde::{Deserialize, Serialize};

use crate::{
    AttachmentId, Error, MessageId, ProjectId, PromptId, Result,
    settings::{ChosenModel, Settings, Shares},
};

/// Empty fields follow the general settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ConversationSettings {
    pub model: Option<ChosenModel>,
    /// Sampling temperature, from 0 to 2.
    // A plain number in TypeScript, like the threshold of a search.
    #[cfg_attr(feature = "specta", specta(type = Option<u32>))]
    pub temperature: Option<f32>,
    pub shares: Option<Shares>,
    /// Number of the newest messages that are never summarised.
    pub kept_messages: Option<u32>,
    pub project: Option<ProjectId>,
    pub prompts: Vec<PromptSource>,
    /// Reminder at the end of each request; empty for none.
    pub reminder: Option<String>,
    /// Plain chat: no search, no links, no references.
    pub plain: bool,
    pub items: Vec<ItemChoice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PromptSource {
    Library { id: PromptId },
    Note { path: NotePath },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ItemChoice {
    pub item: ContextItem,
    /// Name for people, at the time of the choice.
    pub label: String,
    /// True: always sent, and omitted last. False: never sent.
    pub pinned: bool,
}

/// A part of the context that the user can remove or pin, identified across questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ContextItem {
    Tool {
        name: String,
    },
    /// Replaces summarised messages.
    Summary,
    Turn {
        question: MessageId,
    },
    Passage {
        /// The note's path, or the page's address.
        source: String,
        hash: ContentHash,
    },
    File {
        attachment: AttachmentId,
    },
    Picture {
        path: NotePath,
    },
    Reminder,
}

const MOST_ITEMS: usize = 500;

const MOST_PROMPTS: usize = 20;

impl ConversationSettings {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn over(&self, mut settings: Settings) -> Settings {
        settings.chosen = self.model.clone().or(settings.chosen);
        let chat = &mut settings.chat;
        chat.temperature = self.temperature.or(chat.temperature);
        chat.shares = self.shares.unwrap_or(chat.shares);
        chat.kept_messages = self.kept_messages.unwrap_or(chat.kept_messages);
        if let Some(reminder) = &self.reminder {
            chat.reminder.clone_from(reminder);
        }
        settings
    }

    /// Checks everything but a server's address.
    ///
    /// # Errors
    /// [`crate::Code::BadInput`] with a sentence that names the setting.
    pub fn check(&self) -> Result<()> {
        if self.items.len() > MOST_ITEMS {
            return Err(Error::bad_input(crate::sentences::TOO_MANY_CHOICES));
        }
        if self.prompts.len() > MOST_PROMPTS {
            return Err(Error::bad_input(crate::sentences::TOO_MANY_PROMPTS));
        }
        self.over(Settings::default()).check()
    }

    pub fn is_removed(&self, item: &ContextItem) -> bool {
        self.items.iter().any(|choice| !choice.pinned && choice.item.is(item))
    }

    pub fn is_pinned(&self, item: &ContextItem) -> bool {
        self.items.iter().any(|choice| choice.pinned && choice.item.is(item))
    }
}

impl ContextItem {
    /// True for the same part. A passage stays the same wherever its note is.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Passage { hash, .. }, Self::Passage { hash: other, .. }) => hash == other,
            _ => self == other,
        }
    }
}
