//! What the window sees otherwise than the domain has it: less, rendered, or in sentences. Everything
//! else crosses as the domain's own type.

mod changes;
mod local_models;

use std::time::Duration;

use app::{ModelList, ServerModels, VaultInfo, answer::render_answer};
use conversation::{
    Answer, Call, Compaction, ContextView, ConversationId, Error, FilePart, Message, MessageId,
    Outgoing, Reference, Step, Survey, Work,
    model::ProviderKind,
    settings::{ServerAt, ServerSetting, is_unencrypted},
};
use index::{Hit, RelatedNote, SearchResults};
use models::Model;
use notes::{Catalog, LineRange, NotePath};
use serde::Serialize;
use specta::Type;
use turn::TurnEvent;

use crate::links::Link;

pub use changes::*;
pub use local_models::*;

#[derive(Debug, Clone, Serialize, Type)]
pub struct Start {
    pub version: String,
    /// The vault that was open last, open again.
    pub vault: Option<VaultInfo>,
    /// What the user should be told, if anything.
    pub notice: Option<String>,
    /// Whether it ended without closing the last time. A report of it can be had.
    pub crashed: bool,
    /// The link of another program that started it.
    pub link: Option<Link>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct RecentVault {
    pub token: u32,
    pub name: String,
    pub root: String,
}

/// A message with its text as HTML: rendering is Rust's, so that nothing reaches the window that
/// wasn't sanitised.
#[derive(Debug, Clone, Serialize, Type)]
pub struct MessageView {
    #[serde(flatten)]
    pub message: Message,
    /// An answer's sanitised HTML, one text for each block; empty for a user's message.
    pub blocks: Vec<String>,
}

impl MessageView {
    /// The message, rendered against the vault's names if it is an answer.
    pub fn new(message: Message, catalog: Option<&Catalog>) -> Self {
        let blocks =
            message.answer().map(|answer| render_answer(answer, catalog)).unwrap_or_default();
        Self { message, blocks }
    }
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct ConversationView {
    pub id: ConversationId,
    pub title: String,
    pub messages: Vec<MessageView>,
    pub earlier: u32,
    /// The summaries that stand for its beginning in what a model gets, oldest first.
    pub compactions: Vec<Compaction>,
}

impl ConversationView {
    /// The page, its answers rendered against the vault's names.
    pub fn new(page: library::Page, catalog: Option<&Catalog>) -> Self {
        let library::Page { conversation, earlier } = page;
        let messages = conversation.messages.into_iter();
        Self {
            id: conversation.id,
            title: conversation.title,
            messages: messages.map(|message| MessageView::new(message, catalog)).collect(),
            earlier,
            compactions: conversation.compactions,
        }
    }
}

/// What a turn tells the window, in order; the last is `finished`, `cancelled` or `failed`. The
/// answer's text doesn't come event by event: it is gathered and rendered; see [`crate::batch`].
#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TurnView {
    Started {
        conversation: ConversationId,
        question: Box<MessageView>,
        answer: MessageId,
    },
    References {
        references: Vec<Reference>,
    },
    Context {
        context: Box<ContextView>,
    },
    /// Something goes to the web, or waits for the user to let it.
    Outgoing {
        outgoing: Outgoing,
    },
    Notice {
        message: String,
    },
    /// The server refused for the moment and is asked again after this time, in seconds, rounded up: nobody
    /// waits 0 s.
    Waiting {
        seconds: u32,
        error: Error,
    },
    /// The first word takes more than ten seconds, because the model still has these tokens to read.
    Reading {
        tokens: u32,
        seconds: u32,
    },
    Thinking {
        text: String,
    },
    /// The model called tools. What it said so far belongs to this step, and its answer begins anew.
    Step {
        step: Step,
    },
    /// A call of the last step came back.
    Called {
        call: Call,
    },
    /// All notes that match are being read: how far that is.
    Survey {
        survey: Box<Survey>,
    },
    /// The question is worked out: how far that is. The answer's text begins anew after it.
    Work {
        work: Box<Work>,
    },
    /// The question was taken for this command.
    Routed {
        command: String,
    },
    /// The beginning of the conversation is being summarised to make room.
    Compacting,
    /// It was summarised; from now on the summary stands for it.
    Compacted {
        compaction: Box<Compaction>,
    },
    /// The answer's blocks from `from` on are now these; those before are as they were.
    Blocks {
        from: u32,
        blocks: Vec<String>,
    },
    Finished {
        answer: Box<MessageView>,
    },
    Cancelled {
        answer: Box<MessageView>,
    },
    Failed {
        answer: Option<Box<MessageView>>,
        error: Error,
    },
}

/// Whole seconds, rounded up.
fn seconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}

impl TurnView {
    /// An event as the window gets it, if it gets it.
    pub fn new(event: TurnEvent, catalog: Option<&Catalog>) -> Option<Self> {
        let view =
            |answer: Box<Answer>| Box::new(MessageView::new(Message::Answer(answer), catalog));
        Some(match event {
            TurnEvent::Started { conversation, question, answer } => {
                let question = Message::Question(*question);
                let question = Box::new(MessageView::new(question, catalog));
                Self::Started { conversation, question, answer }
            }
            TurnEvent::References(references) => Self::References { references },
            TurnEvent::Context(context) => Self::Context { context },
            TurnEvent::Outgoing(outgoing) => Self::Outgoing { outgoing },
            TurnEvent::Notice(message) => Self::Notice { message },
            TurnEvent::Waiting { pause, error } => Self::Waiting { seconds: seconds(pause), error },
            TurnEvent::Reading { tokens, left } => {
                Self::Reading { tokens: tokens.0, seconds: seconds(left) }
            }
            TurnEvent::Thinking(text) => Self::Thinking { text },
            TurnEvent::Step(step) => Self::Step { step },
            TurnEvent::Called(call) => Self::Called { call },
            TurnEvent::Survey(survey) => Self::Survey { survey },
            TurnEvent::Work(work) => Self::Work { work },
            TurnEvent::Routed(command) => Self::Routed { command },
            TurnEvent::Compacting => Self::Compacting,
            TurnEvent::Compacted(compaction) => Self::Compacted { compaction },
            TurnEvent::Finished(answer) => Self::Finished { answer: view(answer) },
            TurnEvent::Cancelled(answer) => Self::Cancelled { answer: view(answer) },
            TurnEvent::Failed { answer, error } => Self::Failed { answer: answer.map(view), error },
            // The counts are in the receipt, which the window asks for.
            TurnEvent::Usage(_) | TurnEvent::Text(_) | TurnEvent::Citation(_) => return None,
        })
    }
}

/// The result of a search, its reasons in sentences and without what it was ranked by.
#[derive(Debug, Clone, Serialize, Type)]
pub struct SearchView {
    pub hits: Vec<HitView>,
    pub matching_passages: u32,
    pub matching_notes: u32,
    /// What the user should know of the search, each in a sentence.
    pub notices: Vec<String>,
}

/// A passage that was found, and why in a sentence.
#[derive(Debug, Clone, Serialize, Type)]
pub struct HitView {
    pub path: NotePath,
    pub title: String,
    pub heading_path: Vec<String>,
    pub part: Option<FilePart>,
    pub lines: LineRange,
    pub text: String,
    pub matched: Vec<String>,
    pub why: String,
}

impl From<SearchResults> for SearchView {
    fn from(results: SearchResults) -> Self {
        Self {
            hits: results.hits.into_iter().map(Into::into).collect(),
            matching_passages: results.matching_passages,
            matching_notes: results.matching_notes,
            notices: results.notices.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Hit> for HitView {
    fn from(hit: Hit) -> Self {
        let Hit { path, title, heading_path, part, lines, text, why, .. } = hit;
        let (why, matched) = (why.sentence(), why.matched);
        Self { path, title, heading_path, part, lines, text, why, matched }
    }
}

/// A note that has to do with another one, and why in a sentence.
#[derive(Debug, Clone, Serialize, Type)]
pub struct RelatedNoteView {
    pub path: NotePath,
    pub title: String,
    pub why: String,
}

impl From<RelatedNote> for RelatedNoteView {
    fn from(related: RelatedNote) -> Self {
        Self { path: related.path, title: related.title, why: related.why.sentence() }
    }
}

/// The models that can be used now. Servers are seen without their keys.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ModelsView {
    pub servers: Vec<ServerView>,
    /// The one that a question would go to.
    pub chosen: Option<ChosenView>,
}

/// The model that a question would go to.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ChosenView {
    /// Where it is asked, as settings hold that.
    pub at: ServerAt,
    /// The server's address for people. It is never sent back.
    pub shown: String,
    pub model: Model,
    /// It is too small to judge what an answer cites.
    pub small: bool,
}

/// A server without its key.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ServerView {
    pub kind: ProviderKind,
    /// Where it is, as settings hold that: an address in one form, however it was typed.
    pub at: ServerAt,
    /// Its address for people. It is never sent back.
    pub shown: String,
    /// The server as it stands in the settings, or would stand there. The engine never does.
    pub setting: Option<ServerSetting>,
    pub name: Option<String>,
    /// The user entered it; else it was found on this machine.
    pub entered: bool,
    /// A program of another user of this computer answers there.
    pub another_users: bool,
    /// What is sent there can be read on the way: it is on another machine, and not encrypted.
    pub unencrypted: bool,
    pub models: Vec<Model>,
    /// Why it doesn't tell its models.
    pub error: Option<Error>,
}

impl From<ModelList> for ModelsView {
    fn from(found: ModelList) -> Self {
        let chosen = found.chosen.map(|(server, model)| ChosenView {
            at: server.at(),
            shown: server.shown(),
            small: model.is_small(),
            model,
        });
        Self { servers: found.servers.into_iter().map(Into::into).collect(), chosen }
    }
}

impl From<ServerModels> for ServerView {
    fn from(listed: ServerModels) -> Self {
        let server = listed.server;
        let (at, shown, kind) = (server.at(), server.shown(), server.kind);
        let setting = at.as_address().map(|_| ServerSetting {
            kind,
            base_url: server.base_url,
            name: listed.name.clone(),
        });
        let (models, error) = match listed.models {
            Ok(models) => (models, None),
            Err(error) => (Vec::new(), Some(error.into())),
        };
        Self {
            kind,
            unencrypted: at.as_address().is_some_and(is_unencrypted),
            at,
            shown,
            setting,
            name: listed.name,
            entered: listed.entered,
            another_users: listed.another_users,
            models,
            error,
        }
    }
}
