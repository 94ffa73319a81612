//! What goes into a turn and what comes out of it.

use std::time::Duration;

use models::{Tokens, Usage};
use serde::Deserialize;

use conversation::{
    AttachmentId, Call, Compaction, ConversationId, Error, Message, MessageId, Outgoing, Step,
    Survey, Work,
    context::ContextView,
    reference::{Number, Reference},
    settings::ChosenModel,
};
use conversation::{Mode, Scope};

#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AskRequest {
    /// The conversation to go on with, or `None` for a new one.
    pub conversation: Option<ConversationId>,
    /// What the user typed. Kept as typed, but for `/continue`, which has the last answer go on and is
    /// no question.
    pub text: String,
    pub mode: Mode,
    /// What of the vault to look through.
    #[serde(default)]
    pub scope: Scope,
    /// Files attached to this message, in order.
    pub attachments: Vec<AttachmentId>,
    /// Answer with the passages alone and call no model.
    pub passages_only: bool,
    /// Answer this kept question again instead of adding a new one: its text and attachments are
    /// the kept ones, where to look is as `mode` says now. The earlier answer, and what followed
    /// it, is kept as another branch.
    pub retry: Option<MessageId>,
    /// Ask this instead of that kept question, at its place in the conversation. The earlier one,
    /// and what followed it, is kept as another branch.
    pub edit: Option<MessageId>,
    /// The model that answers this time, instead of the chosen one.
    #[serde(default)]
    pub model: Option<ChosenModel>,
    /// Read every note that matches, batch by batch, and answer from what they say.
    #[serde(default)]
    pub all: bool,
    /// Work the question out step by step.
    #[serde(default)]
    pub work: bool,
    /// Answer a plain sentence whatever else it could be taken for.
    #[serde(default)]
    pub as_chat: bool,
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
        question: Box<Message>,
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
    Finished(Box<Message>),
    /// The user stopped it; the text so far is kept.
    Cancelled(Box<Message>),
    /// It failed; the question and the text so far are kept.
    Failed {
        /// The answer so far, if the turn had got that far.
        answer: Option<Box<Message>>,
        error: Error,
    },
}

impl TurnEvent {
    /// Whether this is the last event of its turn.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Finished(_) | Self::Cancelled(_) | Self::Failed { .. })
    }
}
