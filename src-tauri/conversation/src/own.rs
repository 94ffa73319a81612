//! What a conversation has of its own: settings, and what the user took out of its context or keeps in it.

use notes::{ContentHash, NotePath};
use serde::{Deserialize, Serialize};

use crate::{
    AttachmentId, Code, Error, MessageId, ProjectId, PromptId, Result,
    settings::{ChosenModel, Settings, Shares},
};

/// What a conversation does otherwise than the settings say, and what of its context the user decided.
/// What isn't said is as the settings say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct ConversationSettings {
    /// The model that its questions go to.
    pub model: Option<ChosenModel>,
    /// How freely that chooses its words, from 0 to 2.
    // To the window a number, like the threshold of a search.
    #[cfg_attr(feature = "specta", specta(type = Option<u32>))]
    pub temperature: Option<f32>,
    /// The shares of the window.
    pub shares: Option<Shares>,
    /// How many of the newest messages are never summarised.
    pub kept_messages: Option<u32>,
    pub project: Option<ProjectId>,
    /// The prompts that it is held under, in order.
    pub prompts: Vec<PromptSource>,
    /// What the model is reminded of at the end of each request. Empty for nothing.
    pub reminder: Option<String>,
    /// It is plain chat: nothing is looked for, no link is followed, and no references are kept.
    pub plain: bool,
    /// What the user took out of the context, or keeps in it.
    pub items: Vec<ItemChoice>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PromptSource {
    Library { id: PromptId },
    Note { path: NotePath },
}

/// What the user decided of a part of the context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ItemChoice {
    pub item: ContextItem,
    /// Its name for people, as it was when they decided.
    pub label: String,
    /// It goes to the model with each question, and is the last to be left out; else it is never sent.
    pub pinned: bool,
}

/// A part of the context that the user can take out or pin, by what stays the same from question to
/// question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ContextItem {
    Tool {
        name: String,
    },
    /// What stands for messages that were summarised.
    Summary,
    Turn {
        question: MessageId,
    },
    Passage {
        /// The path of its note, or the address of its page.
        source: String,
        /// The hash of its text.
        hash: ContentHash,
    },
    File {
        attachment: AttachmentId,
    },
    Picture {
        path: NotePath,
    },
    /// What the model is reminded of at the end.
    Reminder,
}

/// Maximum parts of a context that are decided on.
const MOST_ITEMS: usize = 500;

/// Maximum prompts that one conversation is held under.
const MOST_PROMPTS: usize = 20;

impl ConversationSettings {
    /// Whether it is all as the settings say.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The settings with what this conversation has of its own.
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

    /// Checks everything but the address of a server.
    ///
    /// # Errors
    /// [`Code::BadInput`] with a sentence that names the setting.
    pub fn check(&self) -> Result<()> {
        if self.items.len() > MOST_ITEMS {
            let message = crate::sentences::TOO_MANY_CHOICES.text();
            return Err(Error::new(Code::BadInput, message));
        }
        if self.prompts.len() > MOST_PROMPTS {
            let message = crate::sentences::TOO_MANY_PROMPTS;
            return Err(Error::new(Code::BadInput, message));
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
    /// Whether both are the same part. A passage is, wherever its note is now.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Passage { hash, .. }, Self::Passage { hash: other, .. }) => hash == other,
            _ => self == other,
        }
    }
}
