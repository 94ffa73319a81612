//! The request that begins a turn, and the events that come out of it.

use std::time::Duration;

use models::{Tokens, Usage};
use serde::Deserialize;
use tokio::sync::mpsc;

use conversation::{
    Answer, AttachmentId, Call, Compaction, ConversationId, Error, MessageId, Mode, Outgoing,
    Question, Scope, Step, Survey, Work,
    context::ContextView,
    reference::{Number, Reference},
    settings::ChosenModel,
};

/// A question to be asked.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AskRequest {
    /// As typed. `/continue` is no question: the last answer continues.
    pub text: String,
    /// Where to look.
    pub mode: Mode,
    /// The part of the vault that is searched.
    #[serde(default)]
    pub scope: Scope,
    /// Files attached to this message, in order.
    pub attachments: Vec<AttachmentId>,
    pub at: At,
    pub way: Way,
    /// The model that answers this time, instead of the chosen one.
    #[serde(default)]
    pub model: Option<ChosenModel>,
}

/// The place of a question in its conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum At {
    /// The end of a conversation, or of a new one.
    End(Option<ConversationId>),
    /// A stored question, asked again: its text and attachments are the stored ones, the mode is the request's. The
    /// earlier answer, and everything behind it, becomes another branch.
    Again(MessageId),
    /// The place of a stored question, which becomes another branch with everything behind it.
    Instead(MessageId),
}

/// The way in which the user wants a question answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Way {
    /// By a model. A plain sentence may be taken for a command, if the settings say so.
    Answer,
    /// By a model, and a plain sentence is never taken for a command.
    Chat,
    /// With the passages alone, without a model.
    Passages,
    /// From every note that matches, read batch by batch.
    Survey,
    /// Step by step.
    Work,
}

impl AskRequest {
    /// A question about the notes, at the end of a new conversation.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            mode: Mode::Notes,
            scope: Scope::default(),
            attachments: Vec::new(),
            at: At::End(None),
            way: Way::Answer,
            model: None,
        }
    }
}

/// What happens in a turn, in this order: `Started`, any of the middle ones, and exactly one of
/// `Finished`, `Cancelled`, `Failed` as the last. Everything has been written to the library
/// before its event is sent; the text of an answer at most 250 ms after.
#[derive(Debug, Clone)]
pub enum TurnEvent {
    /// The user's message is kept, and the answer has its place.
    Started {
        conversation: ConversationId,
        /// The user's message with its direct references.
        question: Box<Question>,
        /// The answer, still empty.
        answer: MessageId,
    },
    /// The passages that were found, and what the user linked: all references of the turn so far.
    References(Vec<Reference>),
    /// What goes to the model, part by part.
    Context(Box<ContextView>),
    /// Something goes to the web, or waits for the user to let it.
    Outgoing(Outgoing),
    /// Something that the user should know, in a sentence; the turn goes on.
    Notice(String),
    /// The server refused for the moment, and is asked again after a pause. Anything that comes
    /// after it ends the waiting.
    Waiting {
        pause: Duration,
        error: Error,
    },
    /// The first word takes more than ten seconds: the model reads what was sent. Told again as it goes
    /// on.
    Reading {
        /// How many tokens it still has to read.
        tokens: Tokens,
        left: Duration,
    },
    Thinking(String),
    Text(String),
    /// A citation at this place of the answer.
    Citation(Number),
    /// The model called tools. What it said so far belongs to this step, and its answer begins
    /// anew after it.
    Step(Step),
    /// A call of the last step came back.
    Called(Call),
    /// All notes that match are being read: how far that is.
    Survey(Box<Survey>),
    /// The question is worked out: how far that is. The answer's text begins anew after it.
    Work(Box<Work>),
    /// The question was taken for this command.
    Routed(String),
    /// The beginning of the conversation is being summarised to make room.
    Compacting,
    /// It was; from now on the summary stands for it.
    Compacted(Box<Compaction>),
    Usage(Usage),
    Finished(Box<Answer>),
    /// The user stopped it; the text so far is kept.
    Cancelled(Box<Answer>),
    /// It failed; the question and the text so far are kept.
    Failed {
        /// The answer so far, if the turn had got that far.
        answer: Option<Box<Answer>>,
        error: Error,
    },
}

impl TurnEvent {
    /// Whether this is the last event of its turn.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Finished(_) | Self::Cancelled(_) | Self::Failed { .. })
    }
}

/// Sends the events of a turn. Whether anybody listens makes no difference to it.
#[derive(Clone)]
pub(crate) struct Emit(pub(crate) mpsc::UnboundedSender<TurnEvent>);

impl Emit {
    pub(crate) fn send(&self, event: TurnEvent) {
        let _ = self.0.send(event);
    }
}
