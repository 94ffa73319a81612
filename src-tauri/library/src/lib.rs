//! The library: everything the app stores for good, in one SQLite file. Conversations, messages, references and
//! receipts are written before they are shown.
//!
//! In reading order: `store` owns the file's connections, `opening`, `schema`, `writers` and `recover` open it;
//! `columns`, `texts` and `journal` encode rows. `turns` and `steps` write an answer, from `messages`, `references`,
//! `receipts` and `titles`; `conversations`, `branches` and `search` read it back. `edits` and `changes` track changes
//! to notes. `export` turns conversations into files and back.

mod archive;
mod attachments;
mod branches;
mod changes;
mod columns;
mod compactions;
mod conversation_settings;
mod conversations;
mod deleted;
mod edits;
pub mod export;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod insight;
mod journal;
mod memories;
mod messages;
mod moved_notes;
mod opening;
mod pages;
mod projects;
mod ratings;
mod receipts;
mod recover;
mod references;
mod schema;
mod search;
mod sentences;
mod steps;
mod store;
mod token_counts;

#[cfg(test)]
pub(crate) mod tests;
mod texts;
mod titles;
mod turns;
mod vaults;
mod writers;

pub use archive::{Archive, ArchivedCompaction, ArchivedFile, ArchivedMessage, Content};
pub use attachments::{NewContent, NewFile};
pub use columns::now;
pub use conversations::{Continuation, Page, ReadCursor};
pub use edits::EditEntry;
pub use insight::{
    CitedNote, CitingConversation, CitingFilter, CitingMonth, FruitlessQuestion, GraphScope,
    MetNote,
};
pub use memories::{Memory, MemoryKind};
pub use pages::KeptPage;
pub use projects::{Project, Prompt};
pub use receipts::CallReport;
pub use references::{AnsweredQuestion, NoteMove};
pub use search::{ConversationHit, EarlierQuestion};
pub use sentences::CHANGE_DECIDED;
pub use store::Library;
pub use turns::AskedQuestion;
pub use vaults::VaultId;
