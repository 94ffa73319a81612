//! Finds passages for a question and runs the tools with which a model finds more.
//!
//! In reading order: `vault` is the open vault, and `setup` the settings and models of a search. `reading` reads a
//! question as a query, or `written` has a model write it. `sources` finds passages in linked notes and by search,
//! with `query`, `talk`, `breadth` and `matching`; `whole` cuts whole notes and files, for `project` and `files`. `pages` does so
//! for the web. `tools` offers all of this to a model.

mod breadth;
pub mod files;
mod kinds;
mod likeness;
mod matching;
pub mod meaning;
pub mod memories;
pub mod pages;
mod pictures;
pub mod project;
pub mod prompts;
pub mod query;
pub mod reading;
pub mod search;
mod sentences;
pub mod setup;
pub mod sources;
mod table_text;
pub mod talk;
pub mod tools;
pub mod vault;
pub mod whole;
mod written;

use conversation::{Error, Result};

pub use breadth::each_note_first;
pub use meaning::{FileMeaning, Meaning, NoMeaning};
pub use reading::{AskingDay, MOST_OF_PERIOD, Reading};
pub use setup::{KeyLookup, SearchSetup};
pub use sources::{Hits, Matching, SearchResults, SearchScope, Sources};
pub use table_text::table_reference;
pub use talk::FollowUp;
pub use vault::VaultHandle;
pub use whole::WholeNotes;
pub use written::written_query;

pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Error::defect)?
}
