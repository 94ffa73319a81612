//! Conversations and their messages, and what a message keeps of how it came about.

use crate::model::{ImageFormat, Tokens};
use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use serde::{Deserialize, Serialize};

use crate::{
    AttachmentId, CompactionId, ConversationId, Error, FileExtent, MessageId, ProjectId,
    figures::{AnswerTokens, Coverage},
    reference::{Number, Reference},
    support::Support,
    survey::Survey,
    work::{Remark, Work},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Mode {
    None,
    #[default]
    Notes,
    Web,
    /// In the vault and on the web, side by side.
    Both,
}

impl Mode {
    pub fn has_notes(self) -> bool {
        matches!(self, Self::Notes | Self::Both)
    }

    pub fn has_web(self) -> bool {
        matches!(self, Self::Web | Self::Both)
    }
}

/// What a question is narrowed to: passages are looked for in these notes and folders only, and only in
/// notes that have all of these tags. Without any, the whole vault is looked through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Scope {
    pub places: Vec<NotePath>,
    /// Tags without their `#`.
    pub tags: Vec<String>,
}

impl Scope {
    pub fn is_everything(&self) -> bool {
        self.places.is_empty() && self.tags.is_empty()
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConversationEntry {
    pub id: ConversationId,
    /// Its title: the first question's beginning, until the user gives another.
    pub title: String,
    /// When it was last added to.
    pub updated: Timestamp,
    pub messages: u32,
    /// Whether it is kept at the top of the list.
    pub pinned: bool,
    pub project: Option<ProjectId>,
}

/// A conversation with its messages in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    pub id: ConversationId,
    pub title: String,
    pub messages: Vec<Message>,
    /// The summaries that stand for its beginning in what a model gets, oldest first.
    pub compactions: Vec<Compaction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Author {
    User,
    /// The model, or the app with passages alone.
    Assistant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MessageState {
    Complete,
    Streaming,
    /// The app ended while it was being written.
    Interrupted,
    Cancelled,
    Failed,
}

/// A citation mark in an answer's text: the bytes of its `[n]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitationMark {
    /// The first byte of `[n]` in the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    pub number: Number,
    /// How well the passage supports the sentence, once that was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// What the model wrote in its place, if the user put this citation there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<OriginalCitation>,
}

/// What a model wrote where the user put another citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OriginalCitation {
    /// The number that it cited, which still stands in the text; `None` if it cited nothing there.
    pub number: Option<Number>,
    /// How well that passage supported the sentence.
    pub support: Option<Support>,
}

impl CitationMark {
    /// A mark of a model's, not checked yet.
    pub fn new(start: u32, end: u32, number: Number) -> Self {
        Self { start, end, number, support: None, instead_of: None }
    }

    /// The number that stands in the text between `start` and `end`; `None` if nothing stands there.
    pub fn written(&self) -> Option<Number> {
        self.instead_of.map_or(Some(self.number), |written| written.number)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Message {
    pub id: MessageId,
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
    pub probably: Vec<ProbableSource>,
    pub created: Timestamp,
    pub state: MessageState,
    /// Why it failed, if it did.
    pub error: Option<Error>,
    pub mode: Mode,
    #[serde(default, skip_serializing_if = "Scope::is_everything")]
    pub scope: Scope,
    /// Whether it is passages alone, without a model.
    pub passages_only: bool,
    pub model: Option<String>,
    /// What the turn told the user besides the answer.
    pub notices: Vec<String>,
    pub references: Vec<Reference>,
    pub attachments: Vec<Attachment>,
    pub has_receipt: bool,
    /// What it took, if a model answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<AnswerTokens>,
    /// How much of what matches the question it was made from, if notes were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How far the notes that match were read for it, if all of them were to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey: Option<Survey>,
    /// How it was worked out step by step, if it was to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    /// What the user said while it was worked out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// The command that the question was taken for, if it was a plain sentence: `/find rye`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routed: Option<String>,
    /// Whether it came from a file: what it and its receipts say was written elsewhere, perhaps by
    /// somebody else.
    #[serde(default)]
    pub imported: bool,
    /// The messages that stand at this one's place in other branches, and itself, in the order in
    /// which they were made. Empty where there is no other.
    pub branches: Vec<MessageId>,
}

/// A file that was attached, kept whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Attachment {
    pub id: AttachmentId,
    pub name: String,
    /// Its size in bytes.
    pub bytes: u32,
    pub tokens: Tokens,
    /// The hash of its text, or of an image's bytes.
    pub hash: ContentHash,
    /// What is known of it, if it is an image. It has no text then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageInfo>,
    /// How much of it goes to the model.
    #[serde(default)]
    pub extent: FileExtent,
}

/// A question that is being written, or waits. Its files are ids when it is kept, and whole when it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Draft<F> {
    pub text: String,
    pub mode: Mode,
    pub scope: Scope,
    /// Whether it asks for passages alone, without a model.
    pub passages_only: bool,
    /// Whether it is to be worked out step by step.
    pub work: bool,
    pub attachments: Vec<F>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ImageInfo {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    pub format: ImageFormat,
}

/// One round of tools within a turn: what the model said, and what it called.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Step {
    /// What it said before it called. No part of the answer.
    pub said: String,
    /// Its calls, in the order in which it made them.
    pub calls: Vec<Call>,
}

/// A call of a tool. What it was the first to find are the message's references with its id; the exact
/// text that the model got is in the receipt of the model call after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Call {
    /// Ties the result to the call; there is one of it in a conversation.
    pub id: String,
    pub name: String,
    /// The arguments as the model wrote them.
    pub arguments: String,
    pub state: CallState,
    /// What was done or found, in a sentence for people. Empty while it runs.
    pub told: String,
    /// The numbers of the passages that it found, those too that were known before. Empty until the
    /// model is sent them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Number>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CallState {
    Running,
    Done,
    Failed,
}

/// What our check found of a sentence that says something, besides how well each cited passage supports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Check {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// What it says and none of the passages that it cites does: numbers, dates, names, quotations.
    pub missing: Vec<String>,
    /// The sentences of its passages that carry it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
    /// The sentences of its passages that say otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<PassageSpan>,
    /// The model that decided how well it is supported, where the check itself couldn't tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// The sentences that come nearest in passages that lack something of it. Where it cites nothing, it says that
    /// the notes don't tell what was asked, and this is the sentence that comes nearest to the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<PassageSpan>,
    /// The words in which it and what contradicts it differ, in small letters without accents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<String>,
    /// Passages that say otherwise than those that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// Two passages that can't both be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Disagreement {
    /// The sentence that the answer rests on.
    pub one: PassageSpan,
    /// The sentence of another passage that says otherwise.
    pub other: PassageSpan,
    /// The words in which they differ, in small letters without accents.
    pub differing: Vec<String>,
}

impl Check {
    /// One that found nothing yet, of the sentence from `start` to `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end,
            missing: Vec::new(),
            evidence: Vec::new(),
            contradicts: Vec::new(),
            nearest: Vec::new(),
            differing: Vec::new(),
            disagreements: Vec::new(),
            judged_by: None,
        }
    }
}

/// Bytes of a passage's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PassageSpan {
    pub number: Number,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A sentence without a citation, or with none that supports it, and the passage that it clearly comes
/// from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProbableSource {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    pub number: Number,
    /// The sentences of the passage that carry it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<PassageSpan>,
}

/// A summary that stands for the beginning of a conversation in what a model gets. The messages
/// themselves are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compaction {
    pub id: CompactionId,
    /// The last message that it stands for. It counts in every branch that has this message.
    pub through: MessageId,
    /// The summary, as the model wrote it or the user corrected it.
    pub summary: String,
    /// What tools found and answers cited of what it stands for, a line each.
    pub found: Vec<String>,
    pub messages: u32,
    pub before: Tokens,
    /// The summary's size, with what was found.
    pub after: Tokens,
    pub model: String,
    pub created: Timestamp,
    pub edited: bool,
}
