//! The status of the open vault and its index.

use std::path::{Path, PathBuf};

use index::Refusal;
use language::NaturalLanguage;
use notes::{FileProblem, NotePath};
use serde::{Serialize, Serializer};

use crate::recognition::PagesDone;

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct VaultInfo {
    #[serde(serialize_with = "displayed")]
    #[cfg_attr(feature = "specta", specta(type = String))]
    pub root: PathBuf,
    pub name: String,
    pub index: IndexStatus,
}

/// A folder's name need not be UTF-8, but the window's text must be.
fn displayed<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SyncState {
    Synced,
    Indexing {
        done: u32,
        total: u32,
    },
    /// Unmounted, moved or removed. The index stays, and the vault opens again when the folder is back. With a
    /// sentence.
    Away(String),
    Failed(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ReadingState {
    Waiting,
    /// Files done can already be found.
    Reading {
        done: u32,
        total: u32,
        /// Set while the file has pages to recognise.
        pages: Option<PagesDone>,
    },
    Done,
    /// Stopped early, with a sentence. The next change on disk tries again.
    Failed(String),
}

/// `indexed` and `excluded` count notes, and `documents` the other files read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IndexStatus {
    pub state: SyncState,
    pub indexed: u32,
    pub documents: u32,
    pub reading: ReadingState,
    /// Files that couldn't be read completely, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes indexed as plain text because of their size, in path order.
    pub large: Vec<String>,
    pub excluded: u32,
    pub chunks: u32,
    // The window's numbers are exact up to 2⁵³, which is 9 PB.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub bytes: u64,
    pub meaning: MeaningState,
    /// Passages with vectors, at the end of the last pass.
    pub embedded: u32,
    pub refused: Vec<Refusal>,
    pub paused: bool,
    /// The language of most notes, if it is clear.
    pub language: Option<NaturalLanguage>,
    /// A sentence if the system doesn't report changes on disk.
    pub notice: Option<String>,
}

/// News for the window and the terminal program.
#[derive(Debug, Clone)]
pub enum Broadcast {
    Index(IndexStatus),
    /// Renamed notes as (from, to). [`Broadcast::Notes`] with both paths follows.
    Moved(Vec<(NotePath, NotePath)>),
    Notes(Vec<NotePath>),
    Changes,
    /// The listener missed news, so everything may have changed. Has the index's current status.
    Missed(Option<IndexStatus>),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MeaningState {
    /// With the reason in a sentence.
    Off(String),
    Loading,
    /// Passages done can already be found. Equal passages count once.
    Embedding {
        done: u32,
        total: u32,
    },
    Ready,
    /// Stopped, with a sentence; retried after a while. Passages done stay.
    Failed(String),
}

impl MeaningState {
    pub(crate) fn off() -> Self {
        Self::Off(crate::sentences::MEANING_OFF.to_string())
    }
}
