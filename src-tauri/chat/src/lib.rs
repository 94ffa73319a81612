//! The conversation: what a question refers to, what the model sees of the notes, one turn from
//! question to checked answer, and the library that keeps all of it.
//!
//! [`App`] is the whole app without a window; the window and the terminal are thin fronts of it.

pub mod answer;
pub mod app;
pub mod attachments;
pub mod context;
pub mod error;
pub mod event;
pub mod export;
pub mod ids;
pub mod keys;
pub mod library;
pub mod place;
pub mod references;
pub mod settings;
pub mod tools;
pub mod turn;
pub mod web;

pub use app::{
    App, Broadcast, IndexStatus, Listed, LoadEmbedder, Meaning, MeaningSource, MeaningState,
    ModelsFound, NoteEntry, NoteView, OpenVectors, OpenedReference, Standing, SyncState, Trial,
    Undone, VaultInfo,
};
pub use error::{Code, Error, Result};
pub use event::{AskRequest, Mode, TurnEvent};
pub use ids::{
    AgentId, AnswerId, AttachmentId, CompactionId, ConversationId, EditId, MemoryId, MessageId,
    ProjectId, ReferenceId,
};
pub use keys::{KeyPlace, KeyStore};
pub use settings::Settings;
