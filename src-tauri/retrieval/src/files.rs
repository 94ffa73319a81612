//! Passages of attached files.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, sync::Arc};

use index::{Ranking, Why, fuse, words::folded};
use models::Tokens;
use notes::{ByteRange, ContentHash};

use conversation::{
    Attachment, ExcerptPlace, FileExtent, FileText,
    reference::{Kind, Passage, Reference, State},
};
use grounding::references::summary::snippet;

use crate::{
    likeness::FileVectors,
    meaning::FileMeaning,
    query::{matter, words},
    sentences,
    setup::SearchSetup,
    whole::{FilePassages, WholeNotes},
};

/// Maximum passages of a searched file per question.
const FOUND: usize = 8;

#[derive(Debug, Clone)]
pub struct CutFile {
    file: Attachment,
    text: Arc<FilePassages>,
}

impl CutFile {
    pub fn new(whole: &WholeNotes, file: Attachment, text: &FileText) -> Self {
        let text = match &file.extent {
            FileExtent::Excerpt { place } => Arc::new(FilePassages {
                passages: vec![excerpt(place, &file, &text.text)],
                vectors: FileVectors::default(),
            }),
            _ => whole.file(file.hash, text),
        };
        Self { file, text }
    }

    pub fn attached(&self) -> Vec<Reference> {
        let goes = |passage: &Passage| match &self.file.extent {
            FileExtent::Whole | FileExtent::Excerpt { .. } => true,
            FileExtent::Passages { ranges } => ranges
                .iter()
                .any(|range| range.start <= passage.range.start && passage.range.start < range.end),
            FileExtent::Searched => false,
        };
        self.text
            .passages
            .iter()
            .filter(|(passage, _)| goes(passage))
            .map(|it| self.reference(it))
            .collect()
    }

    /// The passages that match `question` best, by fused ranks of words and meaning, best first. With a notice if
    /// search by meaning failed. Blocks.
    fn found(
        &self,
        question: &str,
        meaning: Option<&FileMeaning>,
    ) -> (Vec<Reference>, Option<String>) {
        let (likeness, notice) = match meaning.map(|meaning| self.likeness(question, meaning)) {
            None => (None, None),
            Some(Ok(Some(likeness))) => (Some(likeness), None),
            Some(Ok(None)) => (None, Some(sentences::meanings_being_read(&self.file.name))),
            Some(Err(error)) => (None, Some(index::words_only(&error.to_string()))),
        };
        let like = |at: usize| likeness.as_ref().and_then(|all| all.get(at).copied());
        let ranked = self.ranked(question);
        let with_words: Vec<i64> =
            ranked.iter().filter(|found| found.score > 0.0).map(|found| row(found.at)).collect();
        let threshold = meaning.map_or(f32::MAX, |meaning| meaning.threshold);
        let mut near: Vec<(f32, usize)> = (0..self.text.passages.len())
            .filter_map(|at| like(at).map(|like| (like, at)))
            .filter(|(like, _)| *like >= threshold)
            .collect();
        near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let near: Vec<i64> = near.into_iter().map(|(_, at)| row(at)).collect();
        let scores = fuse(&[
            Ranking { rows: &with_words, weight: 1.0 },
            Ranking { rows: &near, weight: 1.0 },
        ]);
        let score = |found: &PassageWords<'_>| scores.get(&row(found.at)).copied();
        let mut ranked: Vec<_> =
            ranked.into_iter().filter_map(|found| Some((score(&found)?, found))).collect();
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let references = ranked.into_iter().take(FOUND).map(|(_, found)| {
            let PassageWords { at, words, passage, .. } = found;
            let similarity = like(at);
            let why = Why { matched: words, similarity, ..Why::default() };
            Reference { match_reason: why.sentence(), ..self.reference(passage) }
        });
        (references.collect(), notice)
    }

    fn likeness(
        &self,
        question: &str,
        meaning: &FileMeaning,
    ) -> Result<Option<Vec<f32>>, models::Error> {
        let texts = || self.text.passages.iter().map(|(passage, _)| passage.text.clone()).collect();
        self.text.vectors.likeness(&words(question), &meaning.embedder, texts)
    }

    pub fn pinned(&self, source: &str, hash: ContentHash) -> Option<Reference> {
        self.passage(source, hash, sentences::YOU_PINNED_IT.text())
    }

    /// A passage that an earlier answer cites.
    pub fn cited(&self, source: &str, hash: ContentHash) -> Option<Reference> {
        self.passage(source, hash, sentences::CITED.text())
    }

    fn passage(&self, source: &str, hash: ContentHash, reason: &str) -> Option<Reference> {
        if self.file.id.to_string() != source {
            return None;
        }
        let found = self.text.passages.iter().find(|(passage, _)| passage.hash == hash)?;
        Some(Reference { match_reason: reason.to_owned(), ..self.reference(found) })
    }

    /// The byte ranges of the best matching passages that fit into `room`, measured by `size`, in text order. If
    /// none matches, the first passages.
    pub fn best(
        &self,
        question: &str,
        room: Tokens,
        size: &dyn Fn(&Reference) -> Tokens,
    ) -> Vec<ByteRange> {
        let ranked = self.ranked(question);
        let any = ranked.first().is_some_and(|best| best.score > 0.0);
        let mut left = room.0;
        let mut kept = Vec::new();
        for PassageWords { score, passage, .. } in ranked {
            let tokens = size(&self.reference(passage)).0;
            if tokens <= left && (score > 0.0 || !any) {
                left -= tokens;
                kept.push(passage.0.range);
            }
        }
        kept.sort_by_key(|range| range.start);
        kept
    }

    /// All passages with their weighted words of `question`, best first; ties in text order.
    fn ranked(&self, question: &str) -> Vec<PassageWords<'_>> {
        let words_in = |text: &str| -> HashSet<String> {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(folded).collect()
        };
        let asked = words_in(&matter(question));
        let found: Vec<HashSet<String>> = self
            .text
            .passages
            .iter()
            .map(|(passage, _)| {
                let words = passage.heading_path.iter().map(String::as_str).chain([&*passage.text]);
                words.flat_map(words_in).filter(|word| asked.contains(word)).collect()
            })
            .collect();
        let weight = |word: &String| {
            let with_it = found.iter().filter(|words| words.contains(word)).count().max(1);
            (1.0 + found.len() as f64 / with_it as f64).ln()
        };
        let mut ranked: Vec<_> = found
            .iter()
            .zip(&self.text.passages)
            .enumerate()
            .map(|(at, (found, passage))| {
                let mut words: Vec<String> = found.iter().cloned().collect();
                words.sort();
                PassageWords { at, score: found.iter().map(weight).sum(), words, passage }
            })
            .collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        ranked
    }

    fn reference(&self, (passage, snippet): &(Passage, String)) -> Reference {
        Reference {
            passage: Some(passage.clone()),
            snippet: snippet.clone(),
            ..reference(&self.file, "")
        }
    }
}

pub fn found(
    files: &[CutFile],
    question: &str,
    setup: &SearchSetup,
) -> (Vec<Reference>, Vec<String>) {
    let meaning = setup.file_meaning();
    let (mut passages, mut notices) = (Vec::new(), Vec::new());
    for file in files {
        let (found, notice) = file.found(question, meaning.as_ref());
        passages.extend(found);
        notices.extend(notice);
    }
    (passages, notices)
}

struct PassageWords<'a> {
    at: usize,
    score: f64,
    words: Vec<String>,
    passage: &'a (Passage, String),
}

fn row(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// A passage of the vault as it was when it was attached.
fn excerpt(place: &ExcerptPlace, file: &Attachment, text: &str) -> (Passage, String) {
    let passage = Passage {
        lines: place.lines,
        range: place.range,
        hash: file.hash,
        text: text.to_owned(),
        heading_path: place.heading_path.clone(),
        columns: place.columns.clone(),
        part: place.part.clone(),
        tokens: file.tokens,
    };
    (passage, snippet(text))
}

/// A reference to an attached file, or to the note of an attached passage, which then opens at it.
pub fn reference(file: &Attachment, text: &str) -> Reference {
    let attached = Reference {
        title: file.name.clone(),
        snippet: snippet(text),
        match_reason: sentences::YOU_ATTACHED_IT.to_string(),
        ..Reference::new(Kind::Attachment, State::Used)
    };
    match &file.extent {
        FileExtent::Excerpt { place } => Reference {
            wikilink: place.wikilink.clone(),
            path: Some(place.path.clone()),
            ..attached
        },
        _ => Reference { wikilink: file.name.clone(), attachment: Some(file.id), ..attached },
    }
}
