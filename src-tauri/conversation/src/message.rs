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
    /// The first question's beginning, until the user changes it.
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
    /// The model, or the app with passages alone.
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

/// Files of older versions have the fields of both kinds in each message; the other kind's are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "author")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Message {
    #[serde(rename = "user")]
    Question(Question),
    /// From the model, or from the app with passages alone.
    #[serde(rename = "assistant")]
    Answer(Box<Answer>),
}

/// The fields that questions and answers share; both dereference to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Head {
    pub id: MessageId,
    /// As typed, or as the model wrote it with its marks as `[n]`.
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
    /// Passages alone, without a model.
    pub passages_only: bool,
    pub model: Option<String>,
    pub notices: Vec<String>,
    pub has_receipt: bool,
    /// `None` without a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<AnswerTokens>,
    /// The model's share of the matching passages, if notes were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Progress of reading all matching notes, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey: Option<Survey>,
    /// The steps, if it was worked out step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// The command that a plain sentence was taken for: `/find rye`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routed: Option<String>,
    /// What was searched for, if the notes don't answer the question.
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
    /// Plain chat without files.
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

/// Stored with its whole content.
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
    /// The share that goes to the model.
    #[serde(default)]
    pub extent: FileExtent,
}

/// A question being written or waiting. `F` is a file's id when stored, and the whole file when read.
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

/// A tool call. The references with its id are those that it found first; the exact text for the model is in the next
/// call's receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Call {
    /// Unique within a conversation; connects the call and its result.
    pub id: String,
    pub name: String,
    pub arguments: String,
    pub state: CallState,
    /// The action or result, as a sentence for people. Empty while it runs.
    pub told: String,
    /// The numbers of all found passages, including known ones. Empty until they are sent to the model.
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

/// A summary that replaces the beginning of a conversation in requests. The messages stay stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Compaction {
    pub id: CompactionId,
    /// The last summarised message. The summary applies in every branch with this message.
    pub through: MessageId,
    /// By the model, or corrected by the user.
    pub summary: String,
    /// Sources found or cited in the summarised messages, one a line.
    pub found: Vec<String>,
    pub messages: u32,
    pub before: Tokens,
    /// With `found`.
    pub after: Tokens,
    pub model: String,
    pub created: Timestamp,
    pub edited: bool,
}
