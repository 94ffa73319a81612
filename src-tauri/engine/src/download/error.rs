//! What can go wrong with a model's file, in sentences for people.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::protocol::Failure;

/// Why a model's file didn't come, can't be added, or can't be removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No connection, or it broke.
    #[error(
        "{host} can't be reached ({cause}). What came so far is kept: get the model again once this computer is online."
    )]
    Unreachable {
        /// The host's name.
        host: String,
        /// What the system says.
        cause: String,
    },
    /// It sent nothing for too long.
    #[error("{host} sent nothing for {} seconds. What came so far is kept: get the model again later.", after.as_secs())]
    Stalled {
        /// The host's name.
        host: String,
        /// For how long.
        after: Duration,
    },
    /// It doesn't give the file.
    #[error(
        "{host} doesn't give the file {file} (HTTP {status}). It may have been taken away: choose another model, or add a .gguf file of your own."
    )]
    Refused {
        /// The host's name.
        host: String,
        /// The file's name.
        file: String,
        /// The status of its answer.
        status: u16,
    },
    /// It has a file of another size.
    #[error(
        "{host} has another file in the place of {file}: {bytes} bytes instead of {expected}. Nothing of it is kept."
    )]
    OtherSize {
        /// The host's name.
        host: String,
        /// The file's name.
        file: String,
        /// How large its file is.
        bytes: u64,
        /// How large it should be.
        expected: u64,
    },
    /// What came isn't what was expected.
    #[error(
        "What {host} sent for {file} isn't the file that was expected (SHA-256 {sha256}), so it was deleted."
    )]
    OtherHash {
        /// The host's name.
        host: String,
        /// The file's name.
        file: String,
        /// The SHA-256 of what came.
        sha256: String,
    },
    /// There isn't enough room, seen before anything was sent.
    #[error("{name} needs {} more room in {}, and {} are free. Free some, or choose another folder for models in the settings.", size(*needs), folder.display(), size(*free))]
    NoRoom {
        /// The model's name.
        name: String,
        /// Where.
        folder: PathBuf,
        /// How much is needed, in bytes.
        needs: u64,
        /// How much there is, in bytes.
        free: u64,
    },
    /// The disk became full.
    #[error("The disk of {} is full. What came so far is kept: free some room, or choose another folder for models in the settings, and get the model again.", folder.display())]
    Full {
        /// Where.
        folder: PathBuf,
    },
    /// A file or folder can't be read or written.
    #[error("{} can't be used: {cause}. Give it the rights that are missing, or choose another folder for models in the settings.", path.display())]
    Unusable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// The same file is being downloaded.
    #[error("{file} is being downloaded already, by another window or terminal of Marginalia.")]
    Busy {
        /// The file's name.
        file: String,
    },
    /// No such model is in the folder.
    #[error("There is no model {name} in {}.", folder.display())]
    Missing {
        /// What was asked for.
        name: String,
        /// Where.
        folder: PathBuf,
    },
    /// A file of the user's that is no model, or none that can be used.
    #[error("{0}")]
    NoModel(Failure),
    /// A file of that name is there already.
    #[error("There is a model {name} in {} already. Remove it first, or give your file another name.", folder.display())]
    Exists {
        /// Its name.
        name: String,
        /// Where.
        folder: PathBuf,
    },
}

impl Error {
    /// Whether another place may have the file.
    pub(super) fn is_of_the_host(&self) -> bool {
        use Error::{OtherHash, OtherSize, Refused, Stalled, Unreachable};
        matches!(
            self,
            Unreachable { .. }
                | Stalled { .. }
                | Refused { .. }
                | OtherSize { .. }
                | OtherHash { .. }
        )
    }

    /// What an operation on `path` failed by; `folder` is where models are.
    pub(super) fn of_file(error: &io::Error, path: &Path, folder: &Path) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full { folder: folder.to_owned() },
            _ => Self::Unusable { path: path.to_owned(), cause: error.to_string() },
        }
    }
}

/// A size for people, in gigabytes or megabytes of a thousand each, as hosts write it.
pub fn size(bytes: u64) -> String {
    let tenths = |unit: u64| (bytes.saturating_mul(10) + unit / 2) / unit;
    if bytes >= 1_000_000_000 {
        let tenths = tenths(1_000_000_000);
        format!("{}.{} GB", tenths / 10, tenths % 10)
    } else {
        format!("{} MB", bytes.div_ceil(1_000_000))
    }
}
