//! What is in a vault, findable: passages with exact places, kept in SQLite beside the app's data.
//!
//! The index is a cache. Nothing in it exists only there, and deleting its file costs a rebuild.
//! It never writes inside the vault.

pub mod chunk;
mod documents;
pub mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod search;
mod sentences;
pub mod store;
pub mod vectors;
pub mod words;

pub use chunk::{Chunk, MAX_PASSAGES, chunk, chunk_file, chunk_parsed};
pub use documents::file_text;
pub use error::{Error, Result};
pub use search::{
    Hit, LeftHit, LeftReason, Meaning, Mode, Notice, Ranking, RelatedNote, SearchOptions,
    SearchResults, Why, WhyNot, fuse, is_english,
};
pub use sentences::TOO_MANY_PASSAGES;
pub use store::{
    Control, DocumentEvent, DocumentReport, EmbedEvent, EmbedReport, EmbeddingProgress,
    FileGroupSize, Hold, Index, LinkingLine, ReadDocument, Refusal, Sizes, Status, SyncEvent,
    SyncReport, SyncScope, TagEntry,
};
pub use vectors::{ChromaServer, ChromaVectors, Neighbour, TextKey, VectorStore};
