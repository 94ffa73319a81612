use anstyle::Style;
use app::FootnoteStanding;
use conversation::{ChangeId, ChangeState, Deed};
use notes::NotePath;

use super::counted;

pub(crate) const NO_CHANGE: &str = "No change was proposed.";

pub(crate) fn proposed(title: &str, id: ChangeId) -> String {
    format!("{title}: nothing is written yet. `changes {id}` shows it, `apply {id}` applies it.")
}

pub(crate) fn undone(changes: usize) -> String {
    format!("{} undone.", many(changes, "change"))
}

pub(crate) fn notes(count: u32) -> String {
    counted(count, "note")
}

pub(crate) fn no_part(number: usize, count: usize) -> String {
    format!("There is no part {number}. The change has {count}.")
}

pub(crate) fn changed_since(changed: usize, footnotes: usize, unchecked: usize) -> String {
    let footnotes = many(footnotes, "footnote");
    match unchecked {
        0 => format!("{changed} of {footnotes} changed."),
        _ => format!("{changed} of {footnotes} changed, {unchecked} not checked (files)."),
    }
}

fn many(count: usize, noun: &str) -> String {
    counted(u32::try_from(count).unwrap_or(u32::MAX), noun)
}

/// `None` for an unchanged footnote.
pub(crate) fn footnote_state(state: FootnoteStanding) -> Option<&'static str> {
    match state {
        FootnoteStanding::Unchanged => None,
        FootnoteStanding::Changed => Some("changed"),
        FootnoteStanding::Gone => Some("note not found"),
        FootnoteStanding::Unchecked => Some("not checked: it cites a file, not a note"),
    }
}

/// Follows the change's title.
pub(crate) fn change_state(state: ChangeState) -> &'static str {
    match state {
        ChangeState::Proposed => "to review",
        ChangeState::Applied => "applied",
        ChangeState::Partly => "partly applied",
        ChangeState::Refused => "discarded",
        ChangeState::Undone => "undone",
    }
}

/// `whole` if the change can't be applied in parts.
pub(crate) fn decide(id: ChangeId, whole: bool) -> String {
    let only = if whole { "" } else { " [--only N,…]" };
    format!("`apply {id}{only}` applies it, `refuse {id}` discards it.")
}

pub(crate) fn undo_lost(changes: u32) -> String {
    let older = match changes {
        1 => "one older change".to_owned(),
        changes => format!("{changes} older changes"),
    };
    format!("If you apply this, {older} can no longer be undone: the undo history is full.")
}

/// Names are styled with `strong`, and made printable by `name`.
pub(crate) fn deed(
    path: &str,
    deed: &Deed,
    strong: Style,
    name: impl Fn(&NotePath) -> String,
) -> String {
    let path = format!("{strong}{path}{strong:#}");
    match deed {
        Deed::Create => format!("{path} is new"),
        Deed::Edit => path,
        Deed::Rename { to } => format!("{path} becomes {strong}{}{strong:#}", name(to)),
        Deed::Delete => format!("{path} goes to the trash"),
    }
}

/// A hunk's number, line and supporting passages.
pub(crate) fn part(number: usize, line: u32, rests_on: &[String]) -> String {
    match rests_on {
        [] => format!("@@ {number}: line {line}"),
        passages => format!("@@ {number}: line {line}, based on {}", passages.join(", ")),
    }
}
