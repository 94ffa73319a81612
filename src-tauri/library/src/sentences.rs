//! Every sentence of this crate that people read, so that they can be translated in one place.

use std::{fmt::Display, path::Path};

pub(crate) const CLOSED: &str = "The library is closed.";

pub(crate) fn no_thread(reason: &dyn Display) -> String {
    format!("The library can't run: {reason}")
}

pub(crate) fn panicked(reason: &str) -> String {
    format!("A step of the library failed unexpectedly, and was undone: {reason}")
}

pub(crate) fn disk_full(path: &Path) -> String {
    format!("The disk is full: the library ({}) couldn't be written.", path.display())
}

pub(crate) fn not_allowed(path: &Path) -> String {
    format!(
        "The library ({}) can't be written: this user isn't allowed to change it.",
        path.display()
    )
}

pub(crate) fn damaged_meanwhile(path: &Path, reason: &dyn Display) -> String {
    format!(
        "The library ({}) is damaged ({reason}). Restart Marginalia: it sets the damaged file aside \
         and saves what can be read.",
        path.display()
    )
}

pub(crate) fn failed(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) failed: {reason}", path.display())
}

pub(crate) fn damaged_and_open(path: &Path, reason: &str) -> String {
    format!(
        "The library ({}) is damaged ({reason}) and open in another Marginalia. Close that one, then \
         start this one again.",
        path.display()
    )
}

pub(crate) fn newer(path: &Path, version: i64, known: usize) -> String {
    format!(
        "The library ({}) was written by a newer Marginalia (version {version} of the library; this \
         one knows {known}). Install the newer Marginalia to read it.",
        path.display()
    )
}

pub(crate) fn not_kept_aside(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) is damaged and couldn't be set aside: {reason}", path.display())
}

pub(crate) fn not_opened(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) can't be opened: {reason}", path.display())
}

/// What became of a damaged library's rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recovery {
    pub(crate) conversations: u32,
    pub(crate) messages: u32,
    /// Conversations that were there and can't be read; `None` if nobody can tell how many there
    /// were.
    pub(crate) lost_conversations: Option<u32>,
    pub(crate) lost_messages: Option<u32>,
}

/// The notice that the library was damaged, is kept as `aside`, and how much of it was saved.
pub(crate) fn damage(aside: &Path, reason: &str, recovered: Recovery) -> String {
    // Of several findings one is enough for people; SQLite puts each on a line.
    let reason = reason.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    format!(
        "The library with your conversations was damaged ({reason}). It is kept as {}. {} Your notes \
         are not affected.",
        aside.display(),
        saved(recovered)
    )
}

fn saved(recovered: Recovery) -> String {
    let count = |n: u32, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    if recovered.conversations == 0 {
        return "Nothing in it could be read, and a new one was begun.".to_owned();
    }
    let read = format!(
        "{} with {} could be read and {} in the new one.",
        count(recovered.conversations, "conversation"),
        count(recovered.messages, "message"),
        if recovered.conversations == 1 { "is" } else { "are" }
    );
    let lost = match (recovered.lost_conversations, recovered.lost_messages) {
        (Some(0), Some(0)) => "None is missing.".to_owned(),
        (Some(conversations), Some(messages)) => format!(
            "{} and {} couldn't be read.",
            count(conversations, "conversation"),
            count(messages, "message")
        ),
        _ => "It isn't known how many are missing.".to_owned(),
    };
    format!("{read} {lost}")
}

// Changes to notes.

pub(super) const NO_CHANGE: &str = "This change isn't in the library.";
pub(super) const CHANGE_DECIDED: &str = "This change was decided on already.";
