//! The library: conversations, messages, references and receipts, written before they are shown.

mod archive;
mod attachments;
mod branches;
mod columns;
mod compactions;
mod conversations;
mod deleted;
mod edits;
mod learned;
mod memories;
mod messages;
mod projects;
mod receipts;
mod recover;
mod references;
mod schema;
mod search;
mod steps;
mod store;

#[cfg(test)]
pub(crate) mod tests;
mod texts;
mod vaults;
mod writers;

use jiff::Timestamp;
use models::{ImageFormat, ProviderKind, Tokens, Usage};
use notes::ContentHash;
use serde::{Deserialize, Serialize};

pub use archive::{Archive, ArchivedCompaction, ArchivedFile, ArchivedMessage, Content};
pub(crate) use columns::now;
pub use conversations::Page;
pub use edits::EditEntry;
pub use memories::Memory;
pub use messages::Question;
pub use projects::{Agent, Project};
pub use references::NoteMove;
pub use search::ConversationHit;
pub use steps::{Call, CallState, Check, Compaction, Probably, Step};
pub use store::Library;
pub use vaults::VaultId;

use crate::{
    AgentId, AttachmentId, ConversationId, Error, MessageId, Mode, ProjectId,
    context::ContextView,
    references::{Number, Reference, support::Support},
};

/// A conversation in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConversationEntry {
    /// Its id.
    pub id: ConversationId,
    /// Its title: the first question's beginning, until the user gives another.
    pub title: String,
    /// When it was last added to.
    pub updated: Timestamp,
    /// How many messages it has.
    pub messages: u32,
    /// Whether it is kept at the top of the list.
    pub pinned: bool,
}

/// A conversation with its messages in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its id.
    pub id: ConversationId,
    /// Its title.
    pub title: String,
    /// Its messages.
    pub messages: Vec<Message>,
    /// The summaries that stand for its beginning in what a model gets, oldest first.
    pub compactions: Vec<Compaction>,
    /// The project that it belongs to.
    pub project: Option<ProjectId>,
    /// The prompt of its own that it has.
    pub agent: Option<AgentId>,
}

/// Who a message is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Author {
    /// The user.
    User,
    /// The model, or the app with passages alone.
    Assistant,
}

/// How far a message has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// It is all there.
    Complete,
    /// It is being written now.
    Streaming,
    /// The app ended while it was being written.
    Interrupted,
    /// The user stopped it.
    Cancelled,
    /// It failed.
    Failed,
}

/// A citation mark in an answer's text: the bytes of its `[n]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitationMark {
    /// The first byte of `[n]` in the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The passage's number.
    pub number: Number,
    /// How well the passage supports the sentence, once that was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Who wrote it.
    pub author: Author,
    /// Its text: as typed, or as the model wrote it with its marks put as `[n]`.
    pub text: String,
    /// Where the marks stand in the text.
    pub citations: Vec<CitationMark>,
    /// The model's thinking, if it showed any.
    pub thinking: String,
    /// The tools that the model called before it answered, in order.
    pub steps: Vec<Step>,
    /// What our check has to say of sentences that cite something.
    pub checks: Vec<Check>,
    /// Sentences that cite nothing and clearly come from one passage, as far as we can tell.
    pub probably: Vec<Probably>,
    /// When it was made.
    pub created: Timestamp,
    /// How far it has come.
    pub state: MessageState,
    /// Why it failed, if it did.
    pub error: Option<Error>,
    /// Where the turn looked.
    pub mode: Mode,
    /// Whether it is passages alone, without a model.
    pub passages_only: bool,
    /// The model that answered.
    pub model: Option<String>,
    /// What the turn told the user besides the answer.
    pub notices: Vec<String>,
    /// What it rests on.
    pub references: Vec<Reference>,
    /// Files attached to it.
    pub attachments: Vec<Attachment>,
    /// Whether there is a receipt.
    pub has_receipt: bool,
    /// The messages that stand at this one's place in other branches, and itself, in the order in
    /// which they were made. Empty where there is no other.
    pub branches: Vec<MessageId>,
}

/// A file that was attached, kept whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its id.
    pub id: AttachmentId,
    /// The file's name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u32,
    /// The size of its text.
    pub tokens: Tokens,
    /// The hash of its text, or of an image's bytes.
    pub hash: ContentHash,
    /// What is known of it, if it is an image. It has no text then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageInfo>,
}

/// A question that is being written. Its files are ids when it is kept, and whole when it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft<F> {
    /// Its text so far.
    pub text: String,
    /// Where it looks.
    pub mode: Mode,
    /// Whether it asks for passages alone, without a model.
    pub passages_only: bool,
    /// The files that go with it.
    pub attachments: Vec<F>,
}

/// An attached image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageInfo {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its format.
    pub format: ImageFormat,
}

/// The receipt of a model call: what was sent, part by part, and what came back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// The answer it belongs to.
    pub answer: MessageId,
    /// When the call was made.
    pub created: Timestamp,
    /// The server's protocol.
    pub provider: ProviderKind,
    /// The server's address.
    pub server: String,
    /// The model.
    pub model: String,
    /// The exact body that was sent.
    pub request: String,
    /// Its parts with their tokens, and what was cut.
    pub context: ContextView,
    /// What the server counted.
    pub usage: Option<Usage>,
    /// Markers that named unknown passages and were taken out of the answer.
    pub deleted_marks: Vec<String>,
    /// What else went wrong without ending the turn.
    pub problems: Vec<String>,
}
