//! A vault's folder, held by a capability.

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

/// An open vault. Clones share the handle.
#[derive(Debug, Clone)]
pub struct Vault {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    dir: Dir,
    root: PathBuf,
}

/// Which files a scan leaves out besides hidden ones.
#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// The user's globs, matched against paths inside the vault.
    pub exclude: Vec<String>,
    pub gitignore: bool,
}

/// A file as the folder lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub path: NotePath,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was last changed.
    pub modified: SystemTime,
}

/// A file that couldn't be used, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileProblem {
    /// The file, as nearly as it can be written.
    pub path: String,
    pub reason: String,
}

/// What a walk over the vault found.
#[derive(Debug, Clone, Default)]
pub struct Scan {
    /// Notes in path order.
    pub notes: Vec<FileEntry>,
    /// Other files in path order.
    pub files: Vec<FileEntry>,
    /// Notes left out by a rule (hidden, excluded).
    pub excluded: Vec<NotePath>,
    /// What of all this are symbolic links, which change with what they lead to.
    pub links: Vec<NotePath>,
    /// Files that couldn't be looked at.
    pub problems: Vec<FileProblem>,
}

/// How a note's bytes became text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Plain UTF-8.
    Utf8,
    /// UTF-8 that began with a byte order mark.
    Utf8Bom,
    /// UTF-16, little end first, by its mark.
    Utf16Le,
    /// UTF-16, big end first, by its mark.
    Utf16Be,
    /// Not a known encoding: what isn't UTF-8 was replaced by U+FFFD.
    Lossy,
}

/// A note's text as read. The byte order mark isn't part of `text`.
#[derive(Debug, Clone)]
pub struct NoteText {
    pub path: NotePath,
    pub text: String,
    /// The hash of the file's bytes.
    pub hash: ContentHash,
    pub encoding: Encoding,
    /// The file's size in bytes.
    pub bytes: u64,
    /// When the file was last changed.
    pub modified: SystemTime,
}

impl Vault {
    /// The largest note that is read, in bytes. Larger ones are listed as problems.
    pub const MAX_NOTE_BYTES: u64 = 16 * 1024 * 1024;

    /// Opens the folder `root`.
    ///
    /// # Errors
    /// [`crate::Error::NotAVault`] if it isn't a folder that can be read.
    pub fn open(root: &Path) -> Result<Self> {
        let refuse = |error: std::io::Error| Error::NotAVault {
            path: root.display().to_string(),
            reason: error.to_string(),
        };
        let full = std::fs::canonicalize(root).map_err(refuse)?;
        if !std::fs::metadata(&full).map_err(refuse)?.is_dir() {
            return Err(Error::NotAVault {
                path: root.display().to_string(),
                reason: sentences::NOT_A_FOLDER.to_string(),
            });
        }
        let dir = Dir::open_ambient_dir(&full, ambient_authority()).map_err(refuse)?;
        dir.entries().map_err(refuse)?;
        Ok(Self { inner: Arc::new(Inner { dir, root: full }) })
    }

    /// The folder, with links in its path followed.
    pub fn root(&self) -> &Path {
        &self.inner.root
    }

    pub fn name(&self) -> String {
        let root = self.root();
        root.file_name().unwrap_or(root.as_os_str()).to_string_lossy().into_owned()
    }
}
