//! Errors of a vault, each with a sentence that a note-taker understands.

use language::Words;

use crate::{NotePath, sentences};

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{}", sentences::not_a_vault(.path, .reason))]
    NotAVault { path: String, reason: Words },
    #[error("{}", sentences::outside_vault(.path, .reason))]
    OutsideVault { path: String, reason: Words },
    #[error("{}", sentences::not_found(.0))]
    NotFound(NotePath),
    #[error("{}", sentences::too_large_to_read(.path, *.bytes, *.limit))]
    TooLarge { path: NotePath, bytes: u64, limit: u64 },
    #[error("{}", sentences::unreadable(.path, .reason))]
    Unreadable { path: NotePath, reason: Words },
    /// A hidden file, such as settings, version control or the trash.
    #[error("{}", sentences::hidden(.0))]
    Hidden(NotePath),
    /// The file, or a folder above it, is a link to a hidden one.
    #[error("{}", sentences::hidden_target(.0))]
    HiddenTarget(NotePath),
    /// The note isn't the version that the change was made for. Nothing was written.
    #[error("{}", sentences::changed(.0))]
    Changed(NotePath),
    #[error("{}", sentences::exists(.0))]
    Exists(NotePath),
    #[error("{}", sentences::bad_name(.path, .reason))]
    BadName { path: NotePath, reason: Words },
    #[error("{}", sentences::bad_edit(.path, .reason))]
    BadEdit {
        path: NotePath,
        /// Why the edit doesn't fit the note.
        reason: Words,
    },
    /// The note may not be written: permissions, a read-only disk. Nothing was written.
    #[error("{}", sentences::unwritable(.path, .reason))]
    Unwritable {
        path: NotePath,
        /// The violated rule, or the system's message.
        reason: Words,
    },
    /// The disk has no room for the note's new text. Nothing was written.
    #[error("{}", sentences::no_room(.path, .reason))]
    NoRoom { path: NotePath, reason: Words },
    #[error("{}", sentences::not_watched(.path, .reason))]
    Watch { path: String, reason: Words },
}

impl NotePath {
    pub fn new(path: &str) -> Result<Self> {
        Self::checked(path)
            .map_err(|rule| Error::OutsideVault { path: path.to_owned(), reason: rule.into() })
    }
}

impl TryFrom<String> for NotePath {
    type Error = Error;

    fn try_from(path: String) -> Result<Self> {
        Self::new(&path)
    }
}
