//! What can go wrong with a vault, said so that a note-taker understands it.

use crate::{NotePath, sentences};

/// The result of reading or writing a vault.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a vault, or a file in it, could not be used. Each names the file and the reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder to open isn't there, or isn't a folder.
    #[error("{}", sentences::not_a_vault(.path, .reason))]
    NotAVault { path: String, reason: String },
    /// The path leads out of the vault, or isn't a path that a vault can hold.
    #[error("{}", sentences::outside_vault(.path, .reason))]
    OutsideVault { path: String, reason: &'static str },
    #[error("{}", sentences::not_found(.0))]
    NotFound(NotePath),
    /// The file is larger than the limit given for this read.
    #[error("{}", sentences::too_large_to_read(.path, *.bytes, *.limit))]
    TooLarge {
        path: NotePath,
        /// Its size in bytes.
        bytes: u64,
        /// The largest size allowed, in bytes.
        limit: u64,
    },
    /// The file is there and can't be read: permissions, a device, a broken disk.
    #[error("{}", sentences::unreadable(.path, .reason))]
    Unreadable { path: NotePath, reason: String },
    /// The file is hidden, or in a hidden folder: settings, version control, the trash.
    #[error("{}", sentences::hidden(.0))]
    Hidden(NotePath),
    /// The file is a link, or in a folder that is one, and what it leads to is hidden.
    #[error("{}", sentences::hidden_target(.0))]
    HiddenTarget(NotePath),
    /// The note isn't the one that the change was made for any more. Nothing was written.
    #[error("{}", sentences::changed(.0))]
    Changed(NotePath),
    /// Something of that name is there already. Nothing was written.
    #[error("{}", sentences::exists(.0))]
    Exists(NotePath),
    /// No note of that name is made.
    #[error("{}", sentences::bad_name(.path, .reason))]
    BadName { path: NotePath, reason: &'static str },
    /// The change doesn't fit the note. Nothing was written.
    #[error("{}", sentences::bad_edit(.path, .reason))]
    BadEdit {
        path: NotePath,
        /// What doesn't fit.
        reason: &'static str,
    },
    /// The note may not be written: permissions, a read-only disk. It is as it was.
    #[error("{}", sentences::unwritable(.path, .reason))]
    Unwritable {
        path: NotePath,
        /// Which rule, or what the system said.
        reason: String,
    },
    /// There is no room for the note's new text. The note is as it was.
    #[error("{}", sentences::no_room(.path, .reason))]
    NoRoom { path: NotePath, reason: String },
    /// The folder can't be watched for changes.
    #[error("{}", sentences::not_watched(.path, .reason))]
    Watch { path: String, reason: String },
}

impl NotePath {
    /// Checks `path` and keeps it.
    ///
    /// # Errors
    /// [`Error::OutsideVault`] names the rule that the path broke.
    pub fn new(path: &str) -> Result<Self> {
        Self::checked(path).map_err(|reason| Error::OutsideVault { path: path.to_owned(), reason })
    }
}

impl TryFrom<String> for NotePath {
    type Error = Error;

    fn try_from(path: String) -> Result<Self> {
        Self::new(&path)
    }
}
