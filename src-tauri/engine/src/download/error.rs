use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{protocol::Failure, sentences::download as sentences};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("{}", sentences::unreachable(.host, .cause))]
    Unreachable { host: String, cause: String },
    #[error("{}", sentences::stalled(.host, *.after))]
    Stalled { host: String, after: Duration },
    #[error("{}", sentences::refused(.host, .file, *.status))]
    Refused { host: String, file: String, status: u16 },
    #[error("{}", sentences::other_size(.host, .file, *.bytes, *.expected))]
    OtherSize { host: String, file: String, bytes: u64, expected: u64 },
    #[error("{}", sentences::other_hash(.host, .file, .sha256))]
    OtherHash { host: String, file: String, sha256: String },
    /// Checked before the first request.
    #[error("{}", sentences::no_room(.name, .folder, *.needs, *.free))]
    NoRoom { name: String, folder: PathBuf, needs: u64, free: u64 },
    #[error("{}", sentences::full(.folder))]
    Full { folder: PathBuf },
    #[error("{}", sentences::unusable(.path, .cause))]
    Unusable { path: PathBuf, cause: String },
    /// Another download of the same file is running.
    #[error("{}", sentences::busy(.file))]
    Busy { file: String },
    #[error("{}", sentences::missing(.name, .folder))]
    Missing { name: String, folder: PathBuf },
    #[error("{0}")]
    NoModel(Failure),
    #[error("{}", sentences::exists(.name, .folder))]
    Exists { name: String, folder: PathBuf },
}

impl Error {
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

    pub(super) fn of_file(error: &io::Error, path: &Path, folder: &Path) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full { folder: folder.to_owned() },
            _ => Self::Unusable { path: path.to_owned(), cause: error.to_string() },
        }
    }
}
