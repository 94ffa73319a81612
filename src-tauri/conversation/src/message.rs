//! Conversations and their messages, and what a message keeps of how it came about.

use std::ops::{Deref, DerefMut};

use crate::model::{ImageFormat, Tokens};
use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use serde::{Deserialize, Serialize};

use crate::{
    AttachmentId, CompactionId, ConversationId, Error, FileExtent, MessageId, ProjectId,
    check::{Check, CitationMark, ProbableSource},
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

/// A message of a conversation.
///
/// Files of older versions have all fields of both kinds in each message; those of the other kind are ignored.
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

/// The fields of questions and answers alike. Both dereference to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Head {
    pub id: MessageId,
    /// As typed, or as the model wrote it with its marks put as `[n]`.
    pub text: String,
    pub created: Timestamp,
    /// Where the turn looked.
    pub mode: Mode,
    /// The links of a question; the passages that an answer rests on.
    pub references: Vec<Reference>,
    /// Whether it came from a file: the text and the receipts were written elsewhere, perhaps by
    /// somebody else.
    #[serde(default)]
    pub imported: bool,
    /// The messages at this one's place in other branches, and itself, in the order in
    /// which they were made. Empty where there is no other.
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
    /// Why it failed, if it did.
    pub error: Option<Error>,
    /// The marks in the text, in order.
    pub citations: Vec<CitationMark>,
    /// The model's thinking, if it showed any.
    pub thinking: String,
    /// The tools that the model called before it answered, in order.
    pub steps: Vec<Step>,
    /// The check's findings about sentences that cite something.
    pub checks: Vec<Check>,
    /// Sentences that cite nothing and clearly come from one passage, as far as we can tell.
    pub probably: Vec<ProbableSource>,
    /// Whether it is passages alone, without a model.
    pub passages_only: bool,
    /// The model that answered.
    pub model: Option<String>,
    /// The turn's notices to the user.
    pub notices: Vec<String>,
    pub has_receipt: bool,
    /// The tokens that it took, if a model answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<AnswerTokens>,
    /// How much of the matching passages the model got, if notes were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How far the matching notes were read, if all of them were to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey: Option<Survey>,
    /// How it was worked out step by step, if it was to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
    /// The user's remarks while it was worked out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// The command that the question was taken for, if it was a plain sentence: `/find rye`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub routed: Option<String>,
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
    /// A question of plain chat without files.
    pub fn new(id: MessageId, text: String, created: Timestamp) -> Self {
        let head = Head::new(id, text, created);
        Self { head, scope: Scope::default(), attachments: Vec::new() }
    }
}

impl Answer {
    /// A complete answer that rests on nothing.
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

    /// A question is complete from the beginning.
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
