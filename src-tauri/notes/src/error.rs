//! What can go wrong with a vault, said so that a note-taker understands it.

use crate::NotePath;

/// The result of reading or writing a vault.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a vault, or a file in it, could not be used. Each names the file and the reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder to open isn't there, or isn't a folder.
    #[error("{path} can't be opened as a vault: {reason}")]
    NotAVault {
        /// The folder as it was given.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The path leads out of the vault, or isn't a path that a vault can hold.
    #[error("“{path}” is outside the vault or isn't a path inside it: {reason}")]
    OutsideVault {
        /// The path as it was given.
        path: String,
        /// Which rule it broke.
        reason: &'static str,
    },
    /// No such file in the vault.
    #[error("{0} isn't in the vault (any more)")]
    NotFound(NotePath),
    /// The file is larger than the limit given for this read.
    #[error("{path} is too large to read here: {bytes} bytes, the limit is {limit}")]
    TooLarge {
        /// The file.
        path: NotePath,
        /// Its size in bytes.
        bytes: u64,
        /// The largest size allowed, in bytes.
        limit: u64,
    },
    /// The file is there and can't be read: permissions, a device, a broken disk.
    #[error("{path} can't be read: {reason}")]
    Unreadable {
        /// The file.
        path: NotePath,
        /// What the system said.
        reason: String,
    },
    /// The file is hidden, or in a hidden folder: settings, version control, the trash.
    #[error("{0} is hidden, and hidden files aren't part of the vault")]
    Hidden(NotePath),
    /// The note isn't the one that the change was made for any more. Nothing was written.
    #[error("{0} was changed in the meantime, so nothing was written to it")]
    Changed(NotePath),
    /// Something of that name is there already. Nothing was written.
    #[error("{0} is there already, so it can't be made anew")]
    Exists(NotePath),
    /// No note of that name is made.
    #[error("{path} can't be the name of a new note: {reason}")]
    BadName {
        /// The note that was asked for.
        path: NotePath,
        /// Which rule its name broke.
        reason: &'static str,
    },
    /// The change doesn't fit the note. Nothing was written.
    #[error("{path} can't be changed so: {reason}")]
    BadEdit {
        /// The note.
        path: NotePath,
        /// What doesn't fit.
        reason: &'static str,
    },
    /// The note may not be written: permissions, a read-only disk. It is as it was.
    #[error("{path} can't be written: {reason}")]
    Unwritable {
        /// The note.
        path: NotePath,
        /// Which rule, or what the system said.
        reason: String,
    },
    /// There is no room for the note's new text. The note is as it was.
    #[error("there is no room on the disk to write {path}, which is as it was ({reason})")]
    NoRoom {
        /// The note.
        path: NotePath,
        /// What the system said.
        reason: String,
    },
    /// The folder can't be watched for changes.
    #[error("changes in {path} can't be watched: {reason}")]
    Watch {
        /// The vault's folder.
        path: String,
        /// What the system said.
        reason: String,
    },
}
