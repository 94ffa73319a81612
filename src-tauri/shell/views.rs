//! Types whose form in the window differs from the domain's: shorter, rendered, or in sentences.

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
use grounding::context::says_not_in_notes;
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
    pub vault: Option<VaultInfo>,
    pub notice: Option<String>,
    /// The last run crashed; a report is available.
    pub crashed: bool,
    pub link: Option<Link>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct RecentVault {
    pub token: u32,
    pub name: String,
    pub root: String,
}

/// A message with its text as HTML. Rust renders it, so that only sanitised HTML reaches the window.
#[derive(Debug, Clone, Serialize, Type)]
pub struct MessageView {
    #[serde(flatten)]
    pub message: Message,
    /// An answer's sanitised HTML, one string per block; empty for a user's message.
    pub blocks: Vec<String>,
    /// An answer that says only that the notes don't answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abstains: bool,
}

impl MessageView {
    pub fn new(message: Message, catalog: Option<&Catalog>) -> Self {
        let blocks =
            message.answer().map(|answer| render_answer(answer, catalog)).unwrap_or_default();
        let abstains = message.answer().is_some_and(|answer| says_not_in_notes(&answer.text));
        Self { message, blocks, abstains }
    }
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct ConversationView {
    pub id: ConversationId,
    pub title: String,
    pub messages: Vec<MessageView>,
    /// Number of earlier messages, which aren't in `messages`.
    pub earlier: u32,
    /// Summaries that replace the conversation's beginning in a model's context, oldest first.
    pub compactions: Vec<Compaction>,
}

impl ConversationView {
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

/// A turn's events in order; the last is `finished`, `cancelled` or `failed`. [`crate::batch`] sends the text.
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
    Outgoing {
        outgoing: Outgoing,
    },
    Notice {
        message: String,
    },
    /// A model call failed before its answer began. It is retried after these seconds, rounded up.
    Waiting {
        seconds: u32,
        error: Error,
    },
    /// The model needs more than ten seconds to read the request: its unread tokens, and the estimated seconds,
    /// rounded up.
    Reading {
        tokens: u32,
        seconds: u32,
    },
    Thinking {
        text: String,
    },
    /// The model called tools. The text so far belongs to this step, and an empty answer begins.
    Step {
        step: Step,
    },
    Called {
        call: Call,
    },
    /// Progress of reading all matching notes.
    Survey {
        survey: Box<Survey>,
    },
    /// Progress of a step-by-step answer. The answer's text restarts after it.
    Work {
        work: Box<Work>,
    },
    Routed {
        command: String,
    },
    Compacting,
    /// The summary now replaces the conversation's beginning.
    Compacted {
        compaction: Box<Compaction>,
    },
    /// Replaces the answer's blocks from `from` on; earlier blocks are unchanged.
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

fn seconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis().div_ceil(1000)).unwrap_or(u32::MAX)
}

impl TurnView {
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
            // The window gets token counts from the receipt, and text from `batch`.
            TurnEvent::Usage(_) | TurnEvent::Text(_) | TurnEvent::Citation(_) => return None,
        })
    }
}

/// Search results with their reasons in sentences, without ranking details.
#[derive(Debug, Clone, Serialize, Type)]
pub struct SearchView {
    pub hits: Vec<HitView>,
    pub matching_passages: u32,
    pub matching_notes: u32,
    pub notices: Vec<String>,
}

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

#[derive(Debug, Clone, Serialize, Type)]
pub struct ModelsView {
    pub servers: Vec<ServerView>,
    pub chosen: Option<ChosenView>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct ChosenView {
    pub at: ServerAt,
    /// The server's address for display. It is never sent back.
    pub shown: String,
    pub model: Model,
    /// The model is too small to judge citations.
    pub small: bool,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct ServerView {
    pub kind: ProviderKind,
    pub at: ServerAt,
    /// The address for display. It is never sent back.
    pub shown: String,
    /// The server's entry in the settings, existing or possible. The engine has none.
    pub setting: Option<ServerSetting>,
    pub name: Option<String>,
    /// The user entered it; otherwise it was found on this machine.
    pub entered: bool,
    /// A program of another user of this computer answers at this address.
    pub another_users: bool,
    /// Others can read the traffic: the server is on another machine and the connection isn't encrypted.
    pub unencrypted: bool,
    pub models: Vec<Model>,
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
