use std::{fmt, sync::Arc};

use language::Sentence;
use serde::{Deserialize, Serialize};

use crate::sentences;

/// A vault file's path: relative to the root, with `/`, spelled as on the disk. It can't name anything outside: `..`,
/// absolute paths, drive letters, NUL and empty parts are refused.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(type = String))]
pub struct NotePath(Arc<str>);

impl NotePath {
    pub(crate) fn checked(path: &str) -> Result<Self, Sentence> {
        match broken_rule(path, cfg!(windows)) {
            Some(reason) => Err(reason),
            None => Ok(Self(path.into())),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `a/b.md` → `b.md`
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// `a/b.md` → `b`, `a/c.1.md` → `c.1`
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => name,
        }
    }

    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }

    /// `a/b/c.md` → `a/b`; empty at the root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// True inside hidden folders, too; hidden files aren't part of the vault.
    pub fn is_hidden(&self) -> bool {
        self.0.split('/').any(|part| part.starts_with('.'))
    }

    pub fn is_note(&self) -> bool {
        self.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
    }
}

fn broken_rule(path: &str, windows: bool) -> Option<Sentence> {
    if path.is_empty() {
        return Some(sentences::EMPTY);
    }
    if path.contains('\0') {
        return Some(sentences::NUL);
    }
    if path.starts_with(['/', '\\']) {
        return Some(sentences::ABSOLUTE);
    }
    let mut chars = path.chars();
    if let (Some(letter), Some(':'), Some('/' | '\\')) = (chars.next(), chars.next(), chars.next())
        && letter.is_ascii_alphabetic()
    {
        return Some(sentences::DRIVE);
    }
    path.split('/').find_map(|part| match part {
        "" => Some(sentences::EMPTY_PART),
        "." | ".." => Some(sentences::DOTS),
        _ if windows => special_on_windows(part),
        _ => None,
    })
}

fn special_on_windows(part: &str) -> Option<Sentence> {
    if part.contains(':') {
        // A drive (`C:x`), or another stream of a file (`a.md:b`).
        return Some(sentences::COLON);
    }
    if part.contains('\\') {
        return Some(sentences::BACKSLASH);
    }
    if part.contains(|c: char| c < ' ' || matches!(c, '*' | '?' | '"' | '<' | '>' | '|')) {
        return Some(sentences::NOT_ON_WINDOWS);
    }
    if part.ends_with(['.', ' ']) {
        // Windows drops these and finds another file.
        return Some(sentences::DOT_AT_END);
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_uppercase();
    let numbered = ["COM", "LPT"].iter().find_map(|device| stem.strip_prefix(device));
    let is_digit = |rest: &str| {
        let mut chars = rest.chars();
        matches!((chars.next(), chars.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    let device = matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || numbered.is_some_and(is_digit);
    device.then_some(sentences::DEVICE)
}

/// The reason not to create such a file: every system must be able to hold the vault. Existing files may stay.
pub(crate) fn unfit_for_a_new_file(path: &NotePath) -> Option<Sentence> {
    // Maximum bytes of a name on common file systems, less room for the suffixes of sync programs.
    const LONGEST: usize = 240;
    path.as_str().split('/').find_map(|part| {
        if part.len() > LONGEST {
            Some(sentences::LONG_PART)
        } else if part.starts_with(' ') {
            Some(sentences::SPACE_AT_START)
        } else if part.contains(char::is_control) {
            Some(sentences::CONTROL)
        } else {
            special_on_windows(part)
        }
    })
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

impl From<NotePath> for String {
    fn from(path: NotePath) -> Self {
        path.0.as_ref().to_owned()
    }
}

#[cfg(test)]
mod tests;
