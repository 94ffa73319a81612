//! Splits the differences between two texts of a note into pieces to accept one by one.
//!
//! Lines are compared first, then their contents by Markdown element: a paragraph's words, a table row, a list item, a
//! property. A link is one word, so that a changed target can't hide behind an unchanged name.

mod elements;
mod ops;
#[cfg(test)]
mod tests;
mod unit;
mod words;

use language::Sentence;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp};

pub use self::unit::Unit;
use self::{
    elements::{Element, elements},
    ops::changed,
};
use crate::{ByteRange, amend, text::Lines};

/// Maximum time to find the smallest difference, and for the words of each hunk; then hunks get larger.
const COMPARING: Duration = Duration::from_secs(1);

/// Bytes of context on each side of a hunk, to find its place again.
const CONTEXT: usize = 48;

/// Minimum bytes of a hunk with its context, to identify its place.
const LEAST_CONTEXT: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Hunk {
    pub range: ByteRange,
    pub line: u32,
    pub unit: Unit,
    pub before: String,
    pub after: String,
    pub lead: String,
    pub tail: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Piece {
    pub kind: PieceKind,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum PieceKind {
    Same,
    Removed,
    Added,
}

/// In order. All hunks together turn `old` into `new`, and each also applies alone.
pub fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let until = Instant::now().checked_add(COMPARING);
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let ops =
        similar::capture_diff_slices_deadline(Algorithm::Myers, &old_lines, &new_lines, until);
    if ops.iter().all(|op| matches!(op, DiffOp::Equal { .. })) {
        return Vec::new();
    }
    let (old_elements, new_elements) = (elements(old), elements(new));
    let mut found = Hunks { old, lines: Lines::of(old), found: Vec::new() };
    for (old_range, new_range) in changed(&ops) {
        let at = found.lines.start(u32::try_from(old_range.start + 1).unwrap_or(u32::MAX));
        let old_part = elements::within(&old_elements, old_range);
        let new_part = elements::within(&new_elements, new_range);
        found.region(at, &old_part, &new_part, until);
    }
    found.found
}

pub fn apply(old: &str, hunks: &[&Hunk]) -> Result<String, Sentence> {
    let amendments: Vec<_> = hunks.iter().map(|hunk| (hunk.range, hunk.after.clone())).collect();
    amend::apply(old, &amendments)
}

pub fn pieces(before: &str, after: &str) -> Vec<Piece> {
    let until = Instant::now().checked_add(COMPARING);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut done = 0;
    for (range, new) in words::changes(before, after, until) {
        let parts = [
            (PieceKind::Same, &before[done..range.start]),
            (PieceKind::Removed, &before[range.start..range.end]),
            (PieceKind::Added, new),
        ];
        let parts = parts.into_iter().filter(|(_, text)| !text.is_empty());
        pieces.extend(parts.map(|(kind, text)| Piece { kind, text: text.to_owned() }));
        done = range.end;
    }
    if done < before.len() {
        pieces.push(Piece { kind: PieceKind::Same, text: before[done..].to_owned() });
    }
    pieces
}

impl Hunk {
    pub fn new(old: &str, range: ByteRange, unit: Unit, after: String) -> Self {
        Self::at_line(Lines::of(old).line_at(range.start), old, range, unit, after)
    }

    /// With a known line; finding the line scans the whole text.
    fn at_line(line: u32, old: &str, range: ByteRange, unit: Unit, after: String) -> Self {
        let start = old.ceil_char_boundary(range.start.saturating_sub(CONTEXT));
        let end = old.floor_char_boundary((range.end + CONTEXT).min(old.len()));
        let part = |from, to| old.get(from..to).unwrap_or_default().to_owned();
        Self {
            range,
            line,
            unit,
            before: part(range.start, range.end),
            after,
            lead: part(start, range.start),
            tail: part(range.end, end),
        }
    }

    /// The hunk in another version of the text, by its context. `None` without a unique place.
    pub fn placed_in(&self, text: &str) -> Option<Self> {
        let unique = |lead: &str, tail: &str| {
            let wanted = format!("{lead}{}{tail}", self.before);
            let mut places = text.match_indices(&wanted).map(|(at, _)| at + lead.len());
            let first = places.next().filter(|_| wanted.len() >= LEAST_CONTEXT)?;
            places.next().is_none().then_some(first)
        };
        // Distant context is more likely to have changed.
        let leads = shorter(&self.lead, |lead, least| {
            &lead[lead.ceil_char_boundary(lead.len().saturating_sub(least))..]
        });
        let tails = shorter(&self.tail, |tail, least| &tail[..tail.floor_char_boundary(least)]);
        let start =
            leads.iter().find_map(|lead| tails.iter().find_map(|tail| unique(lead, tail)))?;
        let range = ByteRange { start, end: start + self.before.len() };
        Some(Self::new(text, range, self.unit, self.after.clone()))
    }
}

fn shorter<'a>(context: &'a str, cut: impl Fn(&'a str, usize) -> &'a str) -> [&'a str; 4] {
    [context, cut(context, CONTEXT / 2), cut(context, LEAST_CONTEXT / 2), ""]
}

struct Hunks<'a> {
    old: &'a str,
    lines: Lines<'a>,
    found: Vec<Hunk>,
}

impl Hunks<'_> {
    fn region(
        &mut self,
        at: usize,
        old: &[Element<'_>],
        new: &[Element<'_>],
        until: Option<Instant>,
    ) {
        let mut at = at;
        for (old, new) in elements::pairs(old, new) {
            match (old, new) {
                (Some(old), Some(new)) if old.unit == Unit::Words => {
                    for (range, text) in words::changes(old.text, new.text, until) {
                        let range = ByteRange { start: at + range.start, end: at + range.end };
                        self.push(range, Unit::Words, text);
                    }
                    at += old.text.len();
                }
                (old, new) => {
                    let length = old.map_or(0, |old| old.text.len());
                    let unit = old.or(new).map_or(Unit::Lines, |element| element.unit);
                    let text = new.map_or("", |new| new.text);
                    self.push(ByteRange { start: at, end: at + length }, unit, text);
                    at += length;
                }
            }
        }
    }

    fn push(&mut self, range: ByteRange, unit: Unit, new: &str) {
        if range.of(self.old).is_some_and(|old| old == new) {
            return;
        }
        let line = self.lines.line_at(range.start);
        self.found.push(Hunk::at_line(line, self.old, range, unit, new.to_owned()));
    }
}
