//! A vault's folder, held by a capability.

use std::{path::Path, time::SystemTime};

use crate::{ContentHash, NotePath, Result};

/// An open vault. Clones share the handle.
#[derive(Debug, Clone)]
pub struct Vault {
    _private: (),
}

/// Which files a scan leaves out besides hidden ones.
#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// The user's globs, matched against paths inside the vault.
    pub exclude: Vec<String>,
    /// Whether `.gitignore` files count.
    pub gitignore: bool,
}

/// A file as the folder lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    /// Where it is.
    pub path: NotePath,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was last changed.
    pub modified: SystemTime,
}

/// A file that couldn't be used, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// The file, as nearly as it can be written.
    pub path: String,
    /// A sentence.
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
    /// Which note.
    pub path: NotePath,
    /// The decoded text.
    pub text: String,
    /// The hash of the file's bytes.
    pub hash: ContentHash,
    /// How it was decoded.
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
        let _ = root;
        todo!()
    }

    /// The folder, with links in its path followed.
    pub fn root(&self) -> &Path {
        todo!()
    }

    /// The folder's name.
    pub fn name(&self) -> String {
        todo!()
    }

    /// Lists the vault's files. Files that can't be looked at are problems, not errors.
    ///
    /// # Errors
    /// [`crate::Error::NotAVault`] if the folder itself is gone.
    pub fn scan(&self, options: &ScanOptions) -> Result<Scan> {
        let _ = options;
        todo!()
    }

    /// One file as the folder has it now.
    ///
    /// # Errors
    /// As [`Vault::read`].
    pub fn entry(&self, path: &NotePath) -> Result<FileEntry> {
        let _ = path;
        todo!()
    }

    /// Reads and decodes a note.
    ///
    /// # Errors
    /// As [`Vault::read`], with [`Vault::MAX_NOTE_BYTES`] as the limit.
    pub fn read_note(&self, path: &NotePath) -> Result<NoteText> {
        let _ = path;
        todo!()
    }

    /// Reads any regular file of the vault.
    ///
    /// # Errors
    /// Not found, too large, unreadable, or outside the vault.
    pub fn read(&self, path: &NotePath, limit: u64) -> Result<Vec<u8>> {
        let _ = (path, limit);
        todo!()
    }
}
