//! The passages that a change and each of its hunks rest on.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, ops::Range};

use conversation::{Author, Change, Code, ConversationId, Number, Reference, Result};
use grounding::references::{CitationStream, Piece};
use notes::{Hunk, Unit};
use retrieval::blocking;
use support::{Source, origins, sentences};

use super::Changes;

/// Maximum passages compared with hunks that cite nothing.
const COMPARED: usize = 20;

/// Maximum bytes of compared sentences over all hunks: a user waits for this.
const COMPARED_BYTES: usize = 64 * 1024;

#[derive(Debug, Clone, Default)]
pub struct ChangeSources {
    pub conversation: Option<ConversationId>,
    pub references: Vec<Reference>,
    /// Numbers of the passages, by note and hunk, in order. Empty if the change has no answer, or the answer is
    /// deleted.
    pub rests_on: Vec<Vec<Vec<Number>>>,
}

impl Changes {
    pub async fn sources(&self, change: &Change) -> Result<ChangeSources> {
        let Some(answer) = change.origin.answer else { return Ok(ChangeSources::default()) };
        let (conversation, message) = match self.library.message(answer).await {
            Ok(found) => found,
            Err(error) if error.code == Code::NotFound => return Ok(ChangeSources::default()),
            Err(error) => return Err(error),
        };
        let change = change.clone();
        blocking(move || {
            let rests_on = rests_on(&change, &message.references);
            let mut named: BTreeSet<Number> = change.origin.rests_on.into_iter().collect();
            named.extend(rests_on.iter().flatten().flatten());
            let is_source = |it: &Reference| it.number.is_some_and(|it| named.contains(&it));
            let references =
                message.references.iter().filter(|it| is_source(it)).cloned().collect();
            Ok(ChangeSources { conversation: Some(conversation), references, rests_on })
        })
        .await
    }
}

/// For each hunk, the passages that its new text cites; if it cites none, the change's passages from which its new
/// sentences clearly come.
fn rests_on(change: &Change, references: &[Reference]) -> Vec<Vec<Vec<Number>>> {
    let named = &change.origin.rests_on;
    let numbers: BTreeSet<Number> = references.iter().filter_map(|it| it.number).collect();
    let cited = |hunk: &Hunk| -> BTreeSet<Number> {
        match change.origin.by {
            // Citations of a saved answer are footnotes by now.
            Author::User => footnotes(&hunk.after).filter(|it| named.contains(it)).collect(),
            // A number that was there before is the note's own footnote.
            Author::Assistant => &marks(&hunk.after, &numbers) - &marks(&hunk.before, &numbers),
        }
    };
    let of_note = |hunks: &[Hunk]| hunks.iter().map(|it| cited(it).into_iter().collect()).collect();
    let mut all: Vec<Vec<Vec<Number>>> = change.notes.iter().map(|it| of_note(&it.hunks)).collect();

    let is_named = |it: &&Reference| it.number.is_some_and(|number| named.contains(&number));
    let abouts: Vec<(&Reference, Vec<&str>)> =
        references.iter().filter(is_named).map(|it| (it, turn::about(it))).take(COMPARED).collect();
    let sources: Vec<Source<'_>> = abouts
        .iter()
        .filter_map(|(it, about)| {
            Some(Source { number: it.number?, text: &it.passage.as_ref()?.text, about })
        })
        .collect();
    // Checks all hunks together, so that each passage is read once.
    let mut text = String::new();
    let mut places: Vec<(usize, &mut Vec<Number>)> = Vec::new();
    for (note, of_note) in change.notes.iter().zip(&mut all) {
        for (hunk, numbers) in note.hunks.iter().zip(of_note) {
            if sources.is_empty() || !numbers.is_empty() {
                continue;
            }
            for sentence in new_sentences(&note.hunks, hunk) {
                if text.len() + sentence.len() > COMPARED_BYTES {
                    break;
                }
                text.push_str(&sentence);
                text.push_str("\n\n");
            }
            places.push((text.len(), numbers));
        }
    }
    for origin in origins(&text, &[], &sources, "", &|_| None, &|_| true) {
        let at = places.partition_point(|(end, _)| *end <= origin.range.start);
        if let (Some((number, _)), Some((_, numbers))) = (origin.passage, places.get_mut(at))
            && let Err(at) = numbers.binary_search(&number)
        {
            numbers.insert(at, number);
        }
    }
    all
}

fn marks(text: &str, known: &BTreeSet<Number>) -> BTreeSet<Number> {
    let (pieces, _) = CitationStream::of(known.clone(), text);
    let number = |piece| if let Piece::Citation(number) = piece { Some(number) } else { None };
    pieces.into_iter().filter_map(number).collect()
}

/// Citation numbers of footnotes: 3 for `[^3]` and `[^3-2]`.
fn footnotes(text: &str) -> impl Iterator<Item = Number> {
    text.split("[^").skip(1).filter_map(|rest| {
        let (label, _) = rest.split_once(']')?;
        let number = label.split_once('-').map_or(label, |(number, _)| number);
        number.parse().ok().map(Number)
    })
}

/// Sentences that a hunk adds or changes; for a word-level hunk, those with the new words.
fn new_sentences(hunks: &[Hunk], hunk: &Hunk) -> Vec<String> {
    if hunk.unit == Unit::Link || hunk.after.trim().is_empty() {
        return Vec::new();
    }
    let (text, new) = match hunk.unit {
        Unit::Words => around(hunks, hunk),
        _ => (hunk.after.clone(), 0..hunk.after.len()),
    };
    let is_new = |range: &Range<usize>| range.start < new.end && new.start < range.end;
    let all = sentences(&text).into_iter().filter(|sentence| is_new(&sentence.range));
    all.map(|sentence| sentence.text.replace('\n', " ")).collect()
}

/// A hunk's new text within its surroundings, and its byte range there. Includes other hunks of the note.
fn around(hunks: &[Hunk], hunk: &Hunk) -> (String, Range<usize>) {
    let old = format!("{}{}{}", hunk.lead, hunk.before, hunk.tail);
    let start = hunk.range.start.saturating_sub(hunk.lead.len());
    let (mut text, mut new, mut done) = (String::new(), 0..0, 0);
    for other in hunks {
        let Some(from) = other.range.start.checked_sub(start) else { continue };
        let to = from + other.before.len();
        let Some(kept) = old.get(done..from).filter(|_| to <= old.len()) else { continue };
        text.push_str(kept);
        let at = text.len();
        text.push_str(&other.after);
        if std::ptr::eq(other, hunk) {
            new = at..text.len();
        }
        done = to;
    }
    text.push_str(old.get(done..).unwrap_or_default());
    (text, new)
}
