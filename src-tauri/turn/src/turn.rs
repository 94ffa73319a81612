//! A turn: the question, its place, and everything that answering it needs.

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

/// The user's models and their keys.
pub trait ModelSource: KeyLookup {
    /// The model that answers, and its server.
    ///
    /// # Errors
    /// [`conversation::Code::NoModel`], or the answer of the chosen server; with what was tried.
    fn chosen(&self) -> BoxFuture<'_, Result<(Server, Model)>>;

    /// Tokens that a model reads in a second, if that was measured on this machine.
    fn reading<'a>(&'a self, server: &'a Server, model: &'a Model) -> BoxFuture<'a, Option<u32>>;

    /// Forgets the servers' lists of models: one may be gone, or have others by now.
    fn forget(&self);
}

/// The place of a turn's question in its conversation.
pub enum Place {
    /// The end of a conversation, or of a new one.
    End(Option<ConversationId>),
    /// The place of a stored question.
    Instead(ConversationId, MessageId),
    /// A stored question, asked again.
    Again(ConversationId, Box<Question>),
    /// A stored question whose answer broke off and continues.
    Continue(ConversationId, Box<Question>, Box<Answer>),
}

impl Place {
    /// The conversation, unless the question begins one.
    pub fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::End(conversation) => *conversation,
            Self::Instead(conversation, _)
            | Self::Again(conversation, _)
            | Self::Continue(conversation, ..) => Some(*conversation),
        }
    }

    /// The question, if it is stored already.
    pub fn stored(&self) -> Option<&Question> {
        match self {
            Self::End(_) | Self::Instead(..) => None,
            Self::Again(_, question) | Self::Continue(_, question, _) => Some(question),
        }
    }

    /// The answer that continues.
    pub(crate) fn continued(&self) -> Option<&Answer> {
        match self {
            Self::Continue(.., answer) => Some(answer),
            _ => None,
        }
    }
}

/// A turn that is about to run.
pub struct Turn {
    pub library: Library,
    pub vault: VaultHandle,
    pub models: Arc<dyn ModelSource>,
    /// The settings at the time of the question, with those of the conversation.
    pub settings: Settings,
    /// The conversation's own settings.
    pub own: ConversationSettings,
    pub histories: Histories,
    /// Timeouts for servers.
    pub timing: Timing,
    pub calibrations: Calibrations,
    pub request: AskRequest,
    pub place: Place,
    /// What the question asks for.
    pub intent: Intent,
    /// The id of the answer to write.
    pub answer: MessageId,
    /// The tools that may be offered.
    pub toolbox: Toolbox,
    /// The web, if it is set up. The turn shows and asks before anything goes there.
    pub web: Option<Arc<dyn Web>>,
    pub entered: TurnSlot,
    /// A model on this machine has the processor to itself until this is dropped.
    pub rest: Option<[index::Hold; 2]>,
}

impl Turn {
    /// Whether an answer continues in the middle of its text. An empty answer resumes at the earlier stage instead.
    pub(crate) fn goes_on_writing(&self) -> bool {
        self.place.continued().is_some_and(|answer| {
            let is_report = answer.work.as_ref().is_none_or(|it| it.stage == WorkStage::Reporting);
            !answer.text.is_empty() && is_report
        })
    }

    /// The notes of the scope, for a search without language models.
    pub(crate) fn quick_sources(&self) -> Sources {
        let setup = SearchSetup::quick(&self.vault, self.settings.search.clone());
        self.vault.sources(setup.within(self.request.scope.clone()))
    }

    /// # Errors
    /// If the server's address or key can't be used.
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

/// A model that requests are sent to.
pub(crate) struct Connection<'a> {
    pub(crate) server: &'a Server,
    pub(crate) model: &'a Model,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) counter: TokenCounter,
}

impl Connection<'_> {
    /// A server's error, with where it happened.
    pub(crate) fn refused(&self, error: models::Error) -> Error {
        refused_by(self.server, self.model, error)
    }
}

fn refused_by(server: &Server, model: &Model, error: models::Error) -> Error {
    let line = format!("{} ({}): {}", server.shown(), model.name, error.message);
    Error { tried: vec![line], ..error.into() }
}
