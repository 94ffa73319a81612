//! Conversations and their messages, as the library stores them and the window shows them.

use std::ops::{Deref, DerefMut};

use crate::model::{ImageFormat, Tokens};
use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use serde::{Deserialize, Serialize};

use crate::{
    AttachmentId, CompactionId, ConversationId, Error, FileExtent, MessageId, ProjectId,
    check::{Check, CitationMark, ProbableSource},
    context::SearchedFor,
    figures::{AnswerTokens, Coverage},
    reference::{Number, Reference},
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

/// Restricts a question: passages come only from these notes and folders, and only from notes with all these tags.
/// Empty means the whole vault.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Scope {
    pub places: Vec<NotePath>,
    /// Without the `#`.
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
    /// Made by rules: from the first question with a topic, or the note cited most. The user can change it.
    pub title: String,
    pub updated: Timestamp,
    pub messages: u32,
    /// Listed at the top.
    pub pinned: bool,
    pub project: Option<ProjectId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    pub id: ConversationId,
    pub title: String,
    pub messages: Vec<Message>,
    /// Summaries that replace the beginning in requests, oldest first.
    pub compactions: Vec<Compaction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Author {
    User,
    /// The model, or the app if it shows only passages.
    Assistant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MessageState {
    Complete,
    Streaming,
    Interrupted,
    Cancelled,
    Failed,
}

/// Exports of older versions have the fields of both variants in each message; the other variant's are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "author")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Message {
    #[serde(rename = "user")]
    Question(Question),
    /// From the model, or from the app if it shows only passages.
    #[serde(rename = "assistant")]
    Answer(Box<Answer>),
}

/// The fields that questions and answers share; both dereference to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Head {
    pub id: MessageId,
    /// The question as typed, or the model's text with its citation marks as `[n]`.
    pub text: String,
    pub created: Timestamp,
    pub mode: Mode,
    pub references: Vec<Reference>,
    /// Imported from a file: text and receipts were written elsewhere, perhaps by somebody else.
    #[serde(default)]
    pub imported: bool,
    /// This message and its alternatives in other branches, in order of creation. Empty without alternatives.
    pub branches: Vec<MessageId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Question {
    #[serde(flatten)]
    pub head: Head,
    #[serde(default, skip_serializing_if = "Scope::is_everything")]
    pub scope: Scope,
    pub attachments: Vec<Attachment>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Answer {
    #[serde(flatten)]
    pub head: Head,
    pub state: MessageState,
    pub error: Option<Error>,
    pub citations: Vec<CitationMark>,
    pub thinking: String,
    pub steps: Vec<Step>,
    /// The check's findings about sentences with citations.
    pub checks: Vec<Check>,
    /// Sentences without citations that clearly come from one passage.
    pub probably: Vec<ProbableSource>,
    /// The app showed the passages; no model answered.
    pub passages_only: bool,
    pub model: Option<String>,
    pub notices: Vec<String>,
    pub has_receipt: bool,
    /// `None` without a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<AnswerTokens>,
    /// The share of the matching passages that the model got, if notes were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Progress of reading all matching notes, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey: Option<Survey>,
    /// The plan and its progress, if the question was worked out step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// The command that a model recognised in the question: `/find rye`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routed: Option<String>,
    /// The searched words, if the notes don't answer the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_for: Option<SearchedFor>,
}

impl Head {
    fn new(id: MessageId, text: String, created: Timestamp) -> Self {
        Self {
            id,
            text,
            created,
            mode: Mode::None,
            references: Vec::new(),
            imported: false,
            branches: Vec::new(),
        }
    }
}

impl Question {
    /// A question of plain chat, without files.
    pub fn new(id: MessageId, text: String, created: Timestamp) -> Self {
        let head = Head::new(id, text, created);
        Self { head, scope: Scope::default(), attachments: Vec::new() }
    }
}

impl Answer {
    /// A complete answer without sources.
    pub fn new(id: MessageId, text: String, created: Timestamp) -> Self {
        Self {
            head: Head::new(id, text, created),
            state: MessageState::Complete,
            error: None,
            citations: Vec::new(),
            thinking: String::new(),
            steps: Vec::new(),
            checks: Vec::new(),
            probably: Vec::new(),
            passages_only: false,
            model: None,
            notices: Vec::new(),
            has_receipt: false,
            tokens: None,
            coverage: None,
            survey: None,
            work: None,
            remarks: Vec::new(),
            routed: None,
            searched_for: None,
        }
    }
}

impl Message {
    pub fn author(&self) -> Author {
        match self {
            Self::Question(_) => Author::User,
            Self::Answer(_) => Author::Assistant,
        }
    }

    pub fn question(&self) -> Option<&Question> {
        match self {
            Self::Question(question) => Some(question),
            Self::Answer(_) => None,
        }
    }

    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Question(_) => None,
            Self::Answer(answer) => Some(answer),
        }
    }

    pub fn answer_mut(&mut self) -> Option<&mut Answer> {
        match self {
            Self::Question(_) => None,
            Self::Answer(answer) => Some(answer),
        }
    }

    pub fn into_question(self) -> Option<Question> {
        match self {
            Self::Question(question) => Some(question),
            Self::Answer(_) => None,
        }
    }

    pub fn into_answer(self) -> Option<Answer> {
        match self {
            Self::Question(_) => None,
            Self::Answer(answer) => Some(*answer),
        }
    }

    /// Questions are always complete.
    pub fn state(&self) -> MessageState {
        self.answer().map_or(MessageState::Complete, |answer| answer.state)
    }
}

impl From<Question> for Message {
    fn from(question: Question) -> Self {
        Self::Question(question)
    }
}

impl From<Answer> for Message {
    fn from(answer: Answer) -> Self {
        Self::Answer(Box::new(answer))
    }
}

impl Deref for Question {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

impl DerefMut for Question {
    fn deref_mut(&mut self) -> &mut Head {
        &mut self.head
    }
}

impl Deref for Answer {
    type Target = Head;

    fn deref(&self) -> &Head {
        &self.head
    }
}

impl DerefMut for Answer {
    fn deref_mut(&mut self) -> &mut Head {
        &mut self.head
    }
}

impl Deref for Message {
    type Target = Head;

    fn deref(&self) -> &Head {
        match self {
            Self::Question(question) => &question.head,
            Self::Answer(answer) => &answer.head,
        }
    }
}

impl DerefMut for Message {
    fn deref_mut(&mut self) -> &mut Head {
        match self {
            Self::Question(question) => &mut question.head,
            Self::Answer(answer) => &mut answer.head,
        }
    }
}

/// A question's file. The library stores its whole content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Attachment {
    pub id: AttachmentId,
    pub name: String,
    pub bytes: u32,
    pub tokens: Tokens,
    /// The hash of the text, or of an image's bytes.
    pub hash: ContentHash,
    /// Only for images, which have no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageInfo>,
    /// The part of the content that goes to the model.
    #[serde(default)]
    pub extent: FileExtent,
}

/// A question that is being written or queued. `F` is [`AttachmentId`] for writing, and [`Attachment`] for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Draft<F> {
    pub text: String,
    pub mode: Mode,
    pub scope: Scope,
    pub passages_only: bool,
    pub work: bool,
    pub attachments: Vec<F>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ImageInfo {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    pub format: ImageFormat,
}

/// One round of tool calls within a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Step {
    /// Text before the calls; not part of the answer.
    pub said: String,
    pub calls: Vec<Call>,
}

/// A tool call. The references that it found first carry its id; the receipt of the next request to the model has the
/// exact result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Call {
    /// Unique within a conversation; connects the call and its result.
    pub id: String,
    pub name: String,
    pub arguments: String,
    pub state: CallState,
    /// The result or error as a sentence for people. Empty while the call runs.
    pub told: String,
    /// The numbers of all found passages, also of those found before. Empty until they are sent to the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Number>,
    /// A model's sentence about the findings, for later requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gist: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CallState {
    Running,
    Done,
    Failed,
}

/// The beginning of a key question of a summarised turn, and of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct KeyQuote {
    pub question: String,
    /// Empty without an answer.
    pub answer: String,
}

/// A summary that replaces the beginning of a conversation in requests. The messages stay stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compaction {
    pub id: CompactionId,
    /// The last summarised message. The summary applies in every branch with this message.
    pub through: MessageId,
    /// Written by the model, or corrected by the user.
    pub summary: String,
    /// Sources found or cited in the summarised messages, one a line.
    pub found: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<KeyQuote>,
    pub messages: u32,
    pub before: Tokens,
    /// The summary's tokens, with `found` and `quotes`.
    pub after: Tokens,
    pub model: String,
    pub created: Timestamp,
    pub edited: bool,
}
