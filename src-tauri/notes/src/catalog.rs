//! All names of a vault: which note a link finds, and which notes link to it.

use std::sync::Arc;

use serde::Serialize;

use crate::{Link, LinkTarget, Note, NotePath};

/// What a link leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Resolution {
    /// One file.
    Resolved {
        /// The file.
        path: NotePath,
    },
    /// Several files match equally well; the first in path order is taken, always.
    Ambiguous {
        /// The one taken.
        chosen: NotePath,
        /// The ones it could also have been.
        others: Vec<NotePath>,
    },
    /// No file.
    Broken {
        /// Notes that may have been meant, the likeliest first, at most five.
        suggestions: Vec<NotePath>,
    },
}

impl Resolution {
    /// The file that a click opens.
    pub fn path(&self) -> Option<&NotePath> {
        match self {
            Self::Resolved { path } | Self::Ambiguous { chosen: path, .. } => Some(path),
            Self::Broken { .. } => None,
        }
    }
}

/// A link that points at a note, seen from that note.
#[derive(Debug, Clone, PartialEq)]
pub struct Backlink {
    /// The note in which the link stands.
    pub source: NotePath,
    /// The link.
    pub link: Link,
}

/// The notes and files of a vault by name. A snapshot: cheap to clone, changed by making a new one.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    _private: (),
}

impl Catalog {
    /// A catalog of `notes` and of the other files of the vault (images and so on).
    pub fn new(
        notes: impl IntoIterator<Item = (NotePath, Arc<Note>)>,
        files: impl IntoIterator<Item = NotePath>,
    ) -> Self {
        let _ = (notes.into_iter(), files.into_iter());
        todo!()
    }

    /// A new catalog in which `changed` notes are replaced or added and `removed` are gone.
    pub fn with(
        &self,
        changed: impl IntoIterator<Item = (NotePath, Arc<Note>)>,
        removed: impl IntoIterator<Item = NotePath>,
    ) -> Self {
        let _ = (changed.into_iter(), removed.into_iter());
        todo!()
    }

    /// A note by its exact path.
    pub fn note(&self, path: &NotePath) -> Option<&Arc<Note>> {
        let _ = path;
        todo!()
    }

    /// The name to show: the note's title, else its file's stem.
    pub fn title(&self, path: &NotePath) -> String {
        let _ = path;
        todo!()
    }

    /// All notes in path order.
    pub fn notes(&self) -> impl Iterator<Item = (&NotePath, &Arc<Note>)> {
        std::iter::empty()
    }

    /// Which file a link finds, from a note (`source`) or from a message (`None`).
    pub fn resolve(&self, source: Option<&NotePath>, target: &LinkTarget) -> Resolution {
        let _ = (source, target);
        todo!()
    }

    /// The links of other notes that find `path`, in path and line order.
    pub fn backlinks(&self, path: &NotePath) -> &[Backlink] {
        let _ = path;
        todo!()
    }
}
