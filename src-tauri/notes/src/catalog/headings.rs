#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use serde::Serialize;

use super::suggest::plain;
use crate::{Note, NotePath};

/// Maximum bytes of an offered heading; nobody links to a longer one.
const LONGEST: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HeadingEntry {
    pub path: NotePath,
    pub text: String,
}

/// Best match first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Beginning,
    BeginningOfWord,
    InsideWord,
    EachWord,
}

/// The headings of all notes, without duplicates in a note, the note's title, and headings that can't be linked.
#[derive(Debug, Default)]
pub(super) struct Headings {
    notes: Vec<NoteHeadings>,
}

#[derive(Debug)]
struct NoteHeadings {
    path: NotePath,
    note: Arc<Note>,
    /// The index of each heading in `note`, and its text for comparison.
    names: Vec<(usize, Box<str>)>,
}

impl Headings {
    pub(super) fn of(notes: &BTreeMap<NotePath, Arc<Note>>) -> Self {
        let of_note = |(path, note): (&NotePath, &Arc<Note>)| {
            let mut seen = HashSet::from([note.title.as_deref().unwrap_or(path.stem())]);
            let mut names = Vec::new();
            for (at, heading) in note.headings.iter().enumerate() {
                if is_linkable(&heading.text) && seen.insert(&heading.text) {
                    names.push((at, plain(&heading.text).into()));
                }
            }
            let (path, note) = (path.clone(), note.clone());
            (!names.is_empty()).then_some(NoteHeadings { path, note, names })
        };
        Self { notes: notes.iter().filter_map(of_note).collect() }
    }

    pub(super) fn like(&self, typed: &str, limit: usize) -> Vec<HeadingEntry> {
        let wanted = plain(typed.trim());
        if wanted.is_empty() {
            return Vec::new();
        }
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let mut found: Vec<(Fit, usize, &NoteHeadings, usize)> = Vec::new();
        for of_note in &self.notes {
            for (at, name) in &of_note.names {
                if let Some(fit) = fit(name, &wanted, &words) {
                    found.push((fit, name.len(), of_note, *at));
                }
            }
        }
        // Stable, so equal matches keep the order of paths and lines.
        found.sort_by_key(|(fit, length, ..)| (*fit, *length));
        let entry = |(_, _, NoteHeadings { path, note, .. }, at): (_, _, &NoteHeadings, usize)| {
            let text = note.headings.get(at)?.text.clone();
            Some(HeadingEntry { path: path.clone(), text })
        };
        found.into_iter().take(limit).filter_map(entry).collect()
    }
}

fn fit(text: &str, wanted: &str, words: &[&str]) -> Option<Fit> {
    let Some(at) = text.find(wanted) else {
        let has_each = words.len() > 1 && words.iter().all(|word| text.contains(word));
        return has_each.then_some(Fit::EachWord);
    };
    Some(match text[..at].chars().next_back() {
        None if text.len() == wanted.len() => Fit::Whole,
        None => Fit::Beginning,
        Some(before) if before.is_alphanumeric() => Fit::InsideWord,
        Some(_) => Fit::BeginningOfWord,
    })
}

fn is_linkable(heading: &str) -> bool {
    heading.len() <= LONGEST && !heading.contains(['[', ']', '|', '#', '^'])
}
