//! Passages for a question: the notes that it links, what the search finds, whole notes, projects
//! and pages of the web; and the tools with which a model looks for more.

pub mod files;
mod likeness;
mod matching;
pub mod meaning;
pub mod memories;
pub mod pages;
mod pictures;
pub mod project;
pub mod prompts;
pub mod query;
pub mod search;
mod sentences;
pub mod setup;
pub mod sources;
pub mod tools;
pub mod vault;
pub mod whole;

use conversation::{Code, Error, Result};

pub use meaning::{FileMeaning, Meaning, NoMeaning};
pub use setup::{KeyLookup, SearchSetup};
pub use sources::{Hits, Matching, SearchResults, SearchScope, Sources};
pub use vault::VaultHandle;
pub use whole::WholeNotes;

/// Runs `work` on a thread that may block.
///
/// # Errors
/// What `work` returns, or [`Code::Internal`] if it panics.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::new(Code::Internal, sentences::defect(&error)))?
}
