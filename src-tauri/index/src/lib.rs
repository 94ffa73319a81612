//! The search index of a vault: passages with exact positions, in SQLite beside the app's data. It is a cache: all
//! data can be rebuilt from the vault, and it never writes inside the vault.
//!
//! In reading order:
//! - `chunk` cuts notes into passages; `documents` prepares the text of other files for it.
//! - `words` prepares text for full-text search; `forms` adds spellings and stems.
//! - `vectors` stores and compares embeddings.
//! - `store` is the database: it keeps the index in sync with the vault and embeds passages.
//! - `search` finds passages by words, meaning or both.
//! - `table` answers a query over the notes' data; `vocabulary` has the keys, values and names that a question may use.

pub mod chunk;
mod documents;
pub mod error;
mod forms;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod search;
mod sentences;
pub mod store;
mod table;
pub mod vectors;
mod vocabulary;
pub mod words;

pub use chunk::{Chunk, MAX_PASSAGES, chunk, chunk_file, chunk_parsed, properties};
pub use documents::file_text;
pub use error::{Error, Result};
pub use search::{
    FollowUpSearch, Hit, Meaning, Mode, Notice, Ranking, RelatedNote, SearchOptions, SearchResults,
    UnusedHit, UnusedReason, Why, WhyNot, Wording, fuse, is_english,
};
pub use sentences::{TOO_MANY_PASSAGES, words_only};
pub use store::{
    Control, DocumentEvent, DocumentReport, EmbedEvent, EmbedReport, EmbeddingProgress,
    FileGroupSize, Index, LinkingLine, PauseGuard, ReadDocument, Refusal, Sizes, Status, SyncEvent,
    SyncReport, SyncScope, TagEntry,
};
pub use table::ViewTable;
pub use vectors::{ChromaServer, ChromaVectors, Neighbour, TextKey, VectorStore};
pub use vocabulary::{KeyEntry, Scope, ValueEntry, Vocabulary};
