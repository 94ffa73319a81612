//! From what the window sends to the domain.

use chat::{AskRequest, Mode, settings::ServerSetting as Server};
use models::{ProviderKind, Tokens};
use notes::{Anchor, LinkTarget};

use super::{Ask, Settings, WireError, WireMode, WireProvider};

impl TryFrom<Ask> for AskRequest {
    type Error = WireError;

    fn try_from(ask: Ask) -> Result<Self, WireError> {
        Ok(Self {
            conversation: ask.conversation.map(|id| id.parse()).transpose()?,
            text: ask.text,
            mode: match ask.mode {
                WireMode::None => Mode::None,
                WireMode::Notes => Mode::Notes,
            },
            attachments: ask
                .attachments
                .iter()
                .map(|id| id.parse())
                .collect::<chat::Result<Vec<_>>>()?,
            passages_only: ask.passages_only,
            retry: ask.retry.map(|id| id.parse()).transpose()?,
        })
    }
}

impl From<Settings> for chat::Settings {
    fn from(settings: Settings) -> Self {
        Self {
            server: settings.server.map(|server| Server {
                kind: match server.kind {
                    WireProvider::Ollama => ProviderKind::Ollama,
                    WireProvider::OpenAi => ProviderKind::OpenAi,
                },
                base_url: server.base_url,
            }),
            model: settings.model,
            window: settings.window.map(Tokens),
            reserve: Tokens(settings.reserve),
            exclude: settings.exclude,
            gitignore: settings.gitignore,
        }
    }
}

/// A place in a note as a rendered link names it: `A#B`, or `^id`.
pub fn anchor(text: &str) -> Option<Anchor> {
    LinkTarget::parse(&format!("#{text}")).anchor
}
