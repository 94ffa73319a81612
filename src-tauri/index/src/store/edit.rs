//! The edits that syncs and the reading of documents make in the database.

use ::records::{OwnDate, Record, Role};
use notes::{ContentHash, FileProblem, NotePath};

use super::passage_text::IndexedText;
use crate::Chunk;

/// A file's size and time, to recognise it as unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: i64,
    /// Nanoseconds since 1970; `None` if too recent to be trusted.
    pub(super) modified: Option<i64>,
}

pub(super) struct ReadNote {
    pub(super) path: NotePath,
    pub(super) kind: Option<&'static str>,
    pub(super) title: String,
    pub(super) stamp: Stamp,
    pub(super) hash: ContentHash,
    /// The hash of the bytes of a file that isn't a note.
    pub(super) source: Option<ContentHash>,
    pub(super) outline: Vec<u8>,
    pub(super) text: Vec<u8>,
    pub(super) boxes: Option<Vec<u8>>,
    pub(super) names: String,
    pub(super) tags: Vec<String>,
    pub(super) dated: Option<OwnDate>,
    pub(super) role: Option<Role>,
    pub(super) records: Vec<Record>,
    pub(super) chunks: Vec<(Chunk, IndexedText)>,
}

pub(super) enum Edit {
    Put(Box<ReadNote>),
    Touch {
        path: NotePath,
        stamp: Stamp,
    },
    Move {
        from: NotePath,
        to: NotePath,
        title: String,
        names: String,
        /// The date that the new path gives the note. It doesn't replace a date from a property.
        dated: Option<OwnDate>,
        stamp: Stamp,
    },
    Remove(NotePath),
    /// The settings with which all notes are indexed.
    Settings(String),
    /// `gone` are the paths that no longer have a problem. `new` has new problems and new reasons.
    Problems {
        gone: Vec<String>,
        new: Vec<FileProblem>,
    },
    /// The reason why a file, or a part of it, couldn't be read. `None` clears the reason.
    Unread {
        path: NotePath,
        stamp: Stamp,
        reason: Option<String>,
        /// True if the document has pictures whose text wasn't recognised. It is read again when
        /// text in pictures is wanted.
        pictures: bool,
    },
    List {
        list: List,
        gone: Vec<String>,
        new: Vec<String>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Files,
    Excluded,
}

impl List {
    pub(super) fn table(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Excluded => "excluded",
        }
    }
}
