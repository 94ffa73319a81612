//! A turn: the question, its place in the conversation, and everything that answering needs.

use std::sync::Arc;

use futures::future::BoxFuture;
use models::{Calibrations, Model, Provider, Server, Timing, TokenCounter};

use crate::{active::TurnSlot, event::AskRequest, histories::Histories, intent::Intent};
use conversation::{
    Answer, ConversationId, ConversationSettings, Error, MessageId, Question, Result, Settings,
    WorkStage,
};
use library::Library;
use retrieval::{KeyLookup, SearchSetup, VaultHandle, sources::Sources, tools::Toolbox};
use web::Web;

pub trait ModelSource: KeyLookup {
    /// The answering model and its server.
    ///
    /// # Errors
    /// [`conversation::Code::NoModel`], or the chosen server's error, with what was tried.
    fn chosen(&self) -> BoxFuture<'_, Result<(Server, Model)>>;

    /// The model's reading speed in tokens a second, if measured on this machine.
    fn reading<'a>(&'a self, server: &'a Server, model: &'a Model) -> BoxFuture<'a, Option<u32>>;

    /// Drops the cached lists of models, because a server may be gone or have other models now.
    fn forget(&self);
}

pub enum Place {
    /// The end of a conversation, or of a new one if `None`.
    End(Option<ConversationId>),
    Instead(ConversationId, MessageId),
    Again(ConversationId, Box<Question>),
    /// A stored question whose answer broke off and continues.
    Continue(ConversationId, Box<Question>, Box<Answer>),
}

impl Place {
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::End(conversation) => *conversation,
            Self::Instead(conversation, _)
            | Self::Again(conversation, _)
            | Self::Continue(conversation, ..) => Some(*conversation),
        }
    }

    /// The question, if it is already stored.
    pub fn stored(&self) -> Option<&Question> {
        match self {
            Self::End(_) | Self::Instead(..) => None,
            Self::Again(_, question) | Self::Continue(_, question, _) => Some(question),
        }
    }

    pub(crate) fn continued(&self) -> Option<&Answer> {
        match self {
            Self::Continue(.., answer) => Some(answer),
            _ => None,
        }
    }
}

pub struct Turn {
    pub library: Library,
    pub vault: VaultHandle,
    pub models: Arc<dyn ModelSource>,
    /// The settings, including the conversation's own, when the question was asked.
    pub settings: Settings,
    pub own: ConversationSettings,
    pub histories: Histories,
    pub timing: Timing,
    pub calibrations: Calibrations,
    pub request: AskRequest,
    pub place: Place,
    pub intent: Intent,
    pub answer: MessageId,
    pub toolbox: Toolbox,
    /// `None` if not set up. [`crate::start`] puts the gate in front of it.
    pub web: Option<Arc<dyn Web>>,
    pub entered: TurnSlot,
    /// Pauses indexing for a local model until this is dropped.
    pub rest: Option<[index::PauseGuard; 2]>,
}

impl Turn {
    /// Whether a broken answer continues within its text. Otherwise it resumes at its earlier stage: it has no text,
    /// or its work hasn't reached the report.
    pub(crate) fn goes_on_writing(&self) -> bool {
        self.place.continued().is_some_and(|answer| {
            let is_report = answer.work.as_ref().is_none_or(|it| it.stage == WorkStage::Reporting);
            !answer.text.is_empty() && is_report
        })
    }

    /// The notes in scope, for a search without language models.
    pub(crate) fn quick_sources(&self) -> Sources {
        let setup = SearchSetup::quick(&self.vault, self.settings.search.clone());
        self.vault.sources(setup.within(self.request.scope.clone()))
    }

    pub(crate) fn connect<'a>(
        &self,
        server: &'a Server,
        model: &'a Model,
    ) -> Result<Connection<'a>> {
        let provider =
            server.connect_with(self.timing).map_err(|error| refused_by(server, model, error))?;
        let counter = self.calibrations.counter(&model.name);
        Ok(Connection { server, model, provider, counter })
    }
}

/// A model, with access to its server.
pub(crate) struct Connection<'a> {
    pub(crate) server: &'a Server,
    pub(crate) model: &'a Model,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) counter: TokenCounter,
}

impl Connection<'_> {
    /// Adds the server and model to an error.
    pub(crate) fn refused(&self, error: models::Error) -> Error {
        refused_by(self.server, self.model, error)
    }
}

fn refused_by(server: &Server, model: &Model, error: models::Error) -> Error {
    let line = format!("{} ({}): {}", server.shown(), model.name, error.message);
    Error { tried: vec![line], ..error.into() }
}
