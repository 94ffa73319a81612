//! The types that all other crates share: messages, references, receipts, settings, errors. Nothing here reads files,
//! uses a network or stores anything.
//!
//! Reading order: `model` (talking with language models), `message`, `reference`, `check`, `context` and `receipt`
//! (an answer and its sources), `survey` and `work` (longer tasks), `title`, `change` (proposals for notes),
//! `settings` and `conversation_settings`, `error`.

pub mod change;
pub mod check;
#[cfg(feature = "sqlite")]
mod columns;
pub mod context;
pub mod conversation_settings;
mod correction;
pub mod effort;
pub mod error;
pub mod figures;
pub mod file;
pub mod ids;
pub mod listing;
pub mod message;
pub mod model;
pub mod rating;
pub mod receipt;
pub mod reference;
mod sentences;
pub mod settings;
pub mod support;
pub mod survey;
pub mod title;
pub mod web_requests;
pub mod work;

pub use change::{
    Change, ChangeEntry, ChangeState, ChosenHunks, Deed, MentionPlace, NoteChange, Origin, Wish,
};
pub use check::{Check, CitationMark, Disagreement, OriginalCitation, PassageSpan, ProbableSource};
pub use context::{Budgets, Compactable, ContextView, Cut, PartView, Segment};
pub use conversation_settings::{ContextItem, ConversationSettings, ItemChoice, PromptSource};
pub use error::{Code, Error, Result};
pub use figures::{AnswerTokens, Coverage, DateRange, PeriodCoverage};
pub use file::{
    ExcerptPlace, FileExtent, FileGroup, FilePart, FileText, LineBox, PartUnit, PlacedPart,
};
pub use ids::{
    AnswerId, AttachmentId, ChangeId, CompactionId, ConversationId, EditId, MemoryId, MessageId,
    ProjectId, PromptId, ReferenceId,
};
pub use listing::{CitingAnswer, ConversationFilter};
pub use message::{
    Answer, Attachment, Author, Call, CallState, Compaction, Conversation, ConversationEntry,
    Draft, ImageInfo, KeyQuote, Message, MessageState, Mode, Question, Scope, Step,
};
pub use rating::{RatedPassage, Rating};
pub use receipt::{Cost, Receipt};
pub use reference::{Number, Passage, PassageKey, Reference};
pub use settings::Settings;
pub use support::Support;
pub use survey::{Survey, SurveyEstimate};
pub use title::Title;
pub use web_requests::{Outgoing, OutgoingKind, Pause, is_unseen};
pub use work::{Remark, Work, WorkLimit, WorkLimits, WorkSpent, WorkStage, WorkState, WorkStep};

#[cfg(test)]
mod tests;
