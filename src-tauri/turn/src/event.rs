//! A turn's request and its events.

use std::time::Duration;

use models::{Tokens, Usage};
use serde::Deserialize;
use tokio::sync::mpsc;

use conversation::{
    Answer, AttachmentId, Call, Compaction, ConversationId, DateRange, Error, MessageId, Mode,
    Outgoing, Question, Scope, Step, Survey, Work,
    context::ContextView,
    reference::{Number, Reference},
    settings::ChosenModel,
};

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AskRequest {
    /// As typed. `/continue` continues the last answer instead of asking a question.
    pub text: String,
    /// Search terms from the user; `None` takes them from the question and the conversation.
    #[serde(default)]
    pub search: Option<String>,
    /// The time whose notes are read, instead of the time that the question names.
    #[serde(default)]
    pub period: Option<DateRange>,
    /// The sources to search.
    pub mode: Mode,
    /// The part of the vault to search.
    #[serde(default)]
    pub scope: Scope,
    pub attachments: Vec<AttachmentId>,
    pub at: At,
    pub way: Way,
    /// A model for this answer only, instead of the chosen one.
    #[serde(default)]
    pub model: Option<ChosenModel>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum At {
    /// Appends a question to the conversation; `None` begins a new conversation.
    End(Option<ConversationId>),
    /// Asks a stored question again, with its text and attachments and the request's mode. The earlier answer, and
    /// everything after it, becomes another branch.
    Again(MessageId),
    /// Replaces a stored question, which becomes another branch with everything after it.
    Instead(MessageId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Way {
    /// A model answers. If routing is on, the model may first classify the question as a command, such as `/find`.
    Answer,
    /// A model answers, without routing.
    Chat,
    /// Shows passages, without a model.
    Passages,
    /// A model reads every matching note, batch by batch, then answers.
    Survey,
    /// A model plans, works step by step, then answers.
    Work,
}

impl AskRequest {
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            search: None,
            period: None,
            mode: Mode::Notes,
            scope: Scope::default(),
            attachments: Vec::new(),
            at: At::End(None),
            way: Way::Answer,
            model: None,
        }
    }
}

/// The events of a turn. `Started` is the first; exactly one of `Finished`, `Cancelled`, `Failed` is the last. The
/// library stores an event's content before the event is sent, but text, thinking and citations up to 250 ms later.
#[derive(Debug, Clone)]
pub enum TurnEvent {
    /// The question and the empty answer are stored.
    Started {
        conversation: ConversationId,
        question: Box<Question>,
        answer: MessageId,
    },
    /// All references of the turn so far.
    References(Vec<Reference>),
    /// The parts of the model's next request, with their sizes.
    Context(Box<ContextView>),
    /// A request to the web that is sent, or waits for the user's permission.
    Outgoing(Outgoing),
    /// A sentence for the user; the turn continues.
    Notice(String),
    /// A model call failed before its answer began; it is retried after `pause`. Any later event ends the wait.
    Waiting {
        pause: Duration,
        error: Error,
    },
    /// The model needs more than ten seconds to read the request. Repeated as it proceeds.
    Reading {
        /// Tokens that the model hasn't read yet.
        tokens: Tokens,
        /// Estimated time until it has read them.
        left: Duration,
    },
    /// The next piece of the model's thinking.
    Thinking(String),
    /// The next piece of the answer's text, without citation marks.
    Text(String),
    /// The text so far is followed by a citation of this passage.
    Citation(Number),
    /// The model called tools. Its text so far belongs to this step; the answer's text starts over.
    Step(Step),
    /// A tool call of the last step returned.
    Called(Call),
    Survey(Box<Survey>),
    /// The progress of step-by-step work. The answer's text starts over.
    Work(Box<Work>),
    /// A model classified the question as this command.
    Routed(String),
    /// A model begins to summarise the oldest turns, to free space in its window.
    Compacting,
    /// From now on, the summary replaces the summarised turns.
    Compacted(Box<Compaction>),
    /// The server's token counts for one reply.
    Usage(Usage),
    Finished(Box<Answer>),
    /// The user stopped the turn; the text so far stays.
    Cancelled(Box<Answer>),
    /// The turn failed; the question and the text so far stay.
    Failed {
        /// The answer so far; `None` if the turn failed before storing one.
        answer: Option<Box<Answer>>,
        error: Error,
    },
}

impl TurnEvent {
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Finished(_) | Self::Cancelled(_) | Self::Failed { .. })
    }
}

/// Sends a turn's events, whether or not anybody receives them.
#[derive(Clone)]
pub(crate) struct Emit(pub(crate) mpsc::UnboundedSender<TurnEvent>);

impl Emit {
    pub(crate) fn send(&self, event: TurnEvent) {
        let _ = self.0.send(event);
    }
}
