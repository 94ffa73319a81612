//! A path inside a vault.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::Error;

/// The path of a file inside a vault: relative to its root, with `/` between the parts, spelled
/// as the disk spells it. It cannot name anything outside: `..`, absolute paths, drive letters,
/// NUL and empty parts are refused when it is made.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NotePath(Arc<str>);

impl NotePath {
    /// Checks `path` and keeps it.
    ///
    /// # Errors
    /// [`Error::OutsideVault`] names the rule that the path broke.
    pub fn new(path: &str) -> Result<Self, Error> {
        let refuse = |reason| Error::OutsideVault { path: path.to_owned(), reason };
        if path.is_empty() {
            return Err(refuse("it is empty"));
        }
        if path.contains('\0') {
            return Err(refuse("it has a NUL character"));
        }
        if path.starts_with(['/', '\\']) {
            return Err(refuse("it is absolute"));
        }
        let mut chars = path.chars();
        if let (Some(letter), Some(':'), Some('/' | '\\')) =
            (chars.next(), chars.next(), chars.next())
            && letter.is_ascii_alphabetic()
        {
            return Err(refuse("it begins with a drive letter"));
        }
        for part in path.split('/') {
            match part {
                "" => return Err(refuse("it has an empty part")),
                "." | ".." => return Err(refuse("it has a part that is “.” or “..”")),
                _ => {}
            }
        }
        Ok(Self(path.into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part: `a/b.md` → `b.md`.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// The last part without its extension: `a/b.md` → `b`, `a/c.1.md` → `c.1`.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        }
    }

    /// What follows the last dot of the file name, if anything does.
    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }

    /// The folder: `a/b/c.md` → `a/b`, and the empty text for a file at the root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Whether this is a Markdown note by its name.
    pub fn is_note(&self) -> bool {
        self.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
    }
}

impl fmt::Display for NotePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for NotePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl TryFrom<String> for NotePath {
    type Error = Error;

    fn try_from(path: String) -> Result<Self, Error> {
        Self::new(&path)
    }
}

impl From<NotePath> for String {
    fn from(path: NotePath) -> Self {
        path.0.as_ref().to_owned()
    }
}
