//! From what the window sends to the domain.

use conversation::{
    Mode,
    settings::{Embeddings, Rerank, Vectors},
};
use notes::{Anchor, LinkTarget};
use turn::AskRequest;

use super::{
    Ask, SearchSettings, WireEmbeddings, WireError, WireMode, WireRerank, WireSearchMode,
    WireVectors,
};

impl TryFrom<Ask> for AskRequest {
    type Error = WireError;

    fn try_from(ask: Ask) -> Result<Self, WireError> {
        Ok(Self {
            conversation: ask.conversation.map(|id| id.parse()).transpose()?,
            text: ask.text,
            mode: match ask.mode {
                WireMode::None => Mode::None,
                WireMode::Notes => Mode::Notes,
                WireMode::Web => Mode::Web,
                WireMode::Both => Mode::Both,
            },
            attachments: ask
                .attachments
                .iter()
                .map(|id| id.parse())
                .collect::<conversation::Result<Vec<_>>>()?,
            passages_only: ask.passages_only,
            retry: ask.retry.map(|id| id.parse()).transpose()?,
            edit: ask.edit.map(|id| id.parse()).transpose()?,
        })
    }
}

impl From<WireSearchMode> for index::Mode {
    fn from(mode: WireSearchMode) -> Self {
        match mode {
            WireSearchMode::Both => Self::Hybrid,
            WireSearchMode::Words => Self::Keyword,
            WireSearchMode::Meaning => Self::Meaning,
        }
    }
}

impl From<SearchSettings> for conversation::settings::SearchSettings {
    fn from(search: SearchSettings) -> Self {
        Self {
            embeddings: match search.embeddings {
                WireEmbeddings::BuiltIn => Embeddings::BuiltIn,
                WireEmbeddings::Server { server, model } => {
                    Embeddings::Server { server: server.into(), model }
                }
                WireEmbeddings::Off => Embeddings::Off,
            },
            vectors: match search.vectors {
                WireVectors::Own => Vectors::Own,
                WireVectors::Chroma { base_url } => Vectors::Chroma { base_url },
            },
            rerank: match search.rerank {
                WireRerank::Off => Rerank::Off,
                WireRerank::Server { base_url, model } => Rerank::Server { base_url, model },
                WireRerank::ChatModel => Rerank::ChatModel,
            },
            rewrite: search.rewrite,
            max_k: search.max_k,
            // Beyond what a threshold can be every number is refused alike.
            threshold: f32::from(u16::try_from(search.threshold).unwrap_or(u16::MAX)) / 100.0,
            display_k: search.display_k,
        }
    }
}

/// A place in a note as a rendered link names it: `A#B`, or `^id`.
pub fn anchor(text: &str) -> Option<Anchor> {
    LinkTarget::parse(&format!("#{text}")).anchor
}
