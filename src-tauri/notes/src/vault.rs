//! A vault's folder, accessed through a directory capability.

mod change;
mod encoding;
mod entries;
mod exclude;
mod presence;
mod read;
mod scan;
mod swap;
#[cfg(test)]
mod tests;
mod trash;
mod write;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use cap_std::{ambient_authority, fs::Dir};
use serde::Serialize;

pub use self::change::FileChange;
use crate::{ContentHash, Error, NotePath, Result, sentences};

#[derive(Debug, Clone)]
pub struct Vault {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    dir: Dir,
    root: PathBuf,
}

#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// Globs, matched against paths inside the vault.
    pub exclude: Vec<String>,
    pub gitignore: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub path: NotePath,
    pub bytes: u64,
    pub modified: SystemTime,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileProblem {
    pub path: String,
    pub reason: String,
}

#[derive(Debug, Clone, Default)]
pub struct Scan {
    pub notes: Vec<FileEntry>,
    /// Files that aren't notes.
    pub files: Vec<FileEntry>,
    /// Hidden notes, and notes that the options exclude.
    pub excluded: Vec<NotePath>,
    /// Symbolic links that aren't excluded. Their targets can change while the links stay the same.
    pub links: Vec<NotePath>,
    pub problems: Vec<FileProblem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf8Bom,
    Utf16Le,
    Utf16Be,
    /// Unknown encoding; invalid UTF-8 became U+FFFD.
    Lossy,
}

/// A note's decoded text without the byte order mark; `hash` and `bytes` are those of the file, with the mark.
#[derive(Debug, Clone)]
pub struct NoteText {
    pub path: NotePath,
    pub text: String,
    pub hash: ContentHash,
    pub encoding: Encoding,
    pub bytes: u64,
    pub modified: SystemTime,
}

impl Vault {
    /// Maximum bytes of a note; larger ones are listed as problems.
    pub const MAX_NOTE_BYTES: u64 = 16 * 1024 * 1024;

    pub fn open(root: &Path) -> Result<Self> {
        let refuse = |error: std::io::Error| Error::NotAVault {
            path: root.display().to_string(),
            reason: error.to_string().into(),
        };
        let full = std::fs::canonicalize(root).map_err(refuse)?;
        if !std::fs::metadata(&full).map_err(refuse)?.is_dir() {
            return Err(Error::NotAVault {
                path: root.display().to_string(),
                reason: sentences::NOT_A_FOLDER.into(),
            });
        }
        let dir = Dir::open_ambient_dir(&full, ambient_authority()).map_err(refuse)?;
        dir.entries().map_err(refuse)?;
        Ok(Self { inner: Arc::new(Inner { dir, root: full }) })
    }

    pub fn root(&self) -> &Path {
        &self.inner.root
    }

    pub fn name(&self) -> String {
        let root = self.root();
        root.file_name().unwrap_or(root.as_os_str()).to_string_lossy().into_owned()
    }
}
