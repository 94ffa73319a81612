//! How the open vault and its index stand, and the news of it.

use std::path::{Path, PathBuf};

use index::Refusal;
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

/// A folder as people read it: its name need not be UTF-8, and text for the window must be.
fn displayed<S: Serializer>(path: &Path, serializer: S) -> std::result::Result<S::Ok, S::Error> {
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
    /// The vault's folder isn't there: unmounted, moved or removed. What was indexed is kept, and the
    /// vault is opened again when the folder is back. What happened, in a sentence.
    Away(String),
    Failed(String),
}

/// How far files that are no notes are read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ReadingState {
    Waiting,
    /// They are being read. Those that are done are found already.
    Reading {
        done: u32,
        total: u32,
        /// How far the pages of the file are in which text is recognised, if it has such pages.
        pages: Option<PagesDone>,
    },
    Done,
    /// It stopped before all were, and is tried again with the next change on disk; why, in a sentence.
    Failed(String),
}

/// How the index stands. The three counts are of notes and don't overlap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IndexStatus {
    pub state: SyncState,
    pub indexed: u32,
    /// Files that are no notes and can be found.
    pub documents: u32,
    pub reading: ReadingState,
    /// Notes and other files that couldn't be read, or not wholly, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes that are so large that they are indexed as plain text, in path order.
    pub large: Vec<String>,
    pub excluded: u32,
    pub chunks: u32,
    /// The size of the index's files in bytes.
    // The window's numbers hold whole numbers exactly up to 2⁵³, which is 9 PB.
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub bytes: u64,
    /// How far they can be found by meaning.
    pub meaning: MeaningState,
    /// Passages that have their vector, as of the last time that all had been looked at.
    pub embedded: u32,
    /// Passages that the embedding model refuses, with reasons.
    pub refused: Vec<Refusal>,
    pub paused: bool,
    /// What else the user should know, in a sentence: that changes on disk aren't told by the system.
    pub notice: Option<String>,
}

/// A rare piece of news for every front.
#[derive(Debug, Clone)]
pub enum Broadcast {
    Index(IndexStatus),
    /// These notes have another path, as (from, to). [`Broadcast::Notes`] with both follows.
    Moved(Vec<(NotePath, NotePath)>),
    /// These notes changed on disk (or were made or removed).
    Notes(Vec<NotePath>),
    /// Changes to notes were proposed or decided on.
    Changes,
    /// The listener was too slow and missed some news: everything may have changed. How the index of the
    /// open vault stands now.
    Missed(Option<IndexStatus>),
}

/// How far the passages can be found by meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MeaningState {
    /// They can't; why, in a sentence.
    Off(String),
    Loading,
    /// Passages are being embedded. Those that are done are found already. Equal passages count
    /// once.
    Embedding {
        done: u32,
        total: u32,
    },
    Ready,
    /// It stopped, and is tried again by itself after a while; why, in a sentence. What is done is
    /// kept.
    Failed(String),
}

impl MeaningState {
    /// There is no model, because nobody wants one.
    pub(crate) fn off() -> Self {
        Self::Off(crate::sentences::MEANING_OFF.to_string())
    }
}
