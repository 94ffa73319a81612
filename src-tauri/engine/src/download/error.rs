//! What can go wrong with a model's file, in sentences for people.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{protocol::Failure, sentences::download as sentences};

/// Why a model's file didn't come, can't be added, or can't be removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("{}", sentences::unreachable(.host, .cause))]
    Unreachable { host: String, cause: String },
    #[error("{}", sentences::stalled(.host, *.after))]
    Stalled { host: String, after: Duration },
    /// It doesn't give the file.
    #[error("{}", sentences::refused(.host, .file, *.status))]
    Refused { host: String, file: String, status: u16 },
    /// It has a file of another size.
    #[error("{}", sentences::other_size(.host, .file, *.bytes, *.expected))]
    OtherSize { host: String, file: String, bytes: u64, expected: u64 },
    /// What came isn't what was expected.
    #[error("{}", sentences::other_hash(.host, .file, .sha256))]
    OtherHash {
        host: String,
        file: String,
        /// The SHA-256 of what came.
        sha256: String,
    },
    /// There isn't enough room, seen before anything was sent.
    #[error("{}", sentences::no_room(.name, .folder, *.needs, *.free))]
    NoRoom {
        name: String,
        folder: PathBuf,
        /// How much is needed, in bytes.
        needs: u64,
        /// How much there is, in bytes.
        free: u64,
    },
    #[error("{}", sentences::full(.folder))]
    Full { folder: PathBuf },
    /// A file or folder can't be read or written.
    #[error("{}", sentences::unusable(.path, .cause))]
    Unusable { path: PathBuf, cause: String },
    /// The same file is being downloaded.
    #[error("{}", sentences::busy(.file))]
    Busy { file: String },
    /// No such model is in the folder.
    #[error("{}", sentences::missing(.name, .folder))]
    Missing { name: String, folder: PathBuf },
    /// A file of the user's that is no model, or none that can be used.
    #[error("{0}")]
    NoModel(Failure),
    /// A file of that name is there already.
    #[error("{}", sentences::exists(.name, .folder))]
    Exists { name: String, folder: PathBuf },
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
