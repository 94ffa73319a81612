//! Detects an answer that repeats its sentences, from any model.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use conversation::model::said::{SentenceEnds, words};

/// Maximum weight of repetitions: 400 bytes of prose in sentences that the answer already has twice. The same four
/// sentences exceed it at the fourth time; a refrain of ten lines, twice at the end of a song, doesn't.
const MAX_REPEATED_WEIGHT: usize = 400 * Weight::Prose as usize;

/// Bytes after which a comma ends a sentence, for texts without full stops.
const MIN_CLAUSE_BYTES: usize = 120;

/// Bytes after which a sentence ends anyway.
const MAX_SENTENCE_BYTES: usize = 400;

/// Maximum bytes without a letter or digit; table rules and empty forms have fewer.
const MAX_BYTES_WITHOUT_LETTER: usize = 4_000;

/// Maximum sentences to remember. When there are more, all are forgotten: a loop soon repeats its own sentences.
const REMEMBERED: usize = 4_096;

/// Weight of a repeated sentence. Lines of tables, code and quotations are often alike, list items sometimes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Weight {
    #[default]
    Prose = 10,
    Item = 4,
    Table = 1,
}

/// Reads an answer with constant work for each byte.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    ends: SentenceEnds,
    sentence: String,
    line: Weight,
    is_code: bool,
    said: HashMap<u64, u8>,
    /// Weight of repetitions since the last new sentence, less that of new text.
    repeated: usize,
    marks: usize,
}

impl Repeats {
    /// Returns the length of `text` after which the answer only repeats itself.
    pub(super) fn push(&mut self, text: &str) -> Option<usize> {
        for (at, c) in text.char_indices() {
            let is_end = self.ends.before(c);
            if is_end || self.sentence.len() >= MAX_SENTENCE_BYTES {
                self.end(is_end);
            }
            self.marks = if c.is_alphanumeric() { 0 } else { self.marks + c.len_utf8() };
            if self.repeated >= MAX_REPEATED_WEIGHT || self.marks > MAX_BYTES_WITHOUT_LETTER {
                return Some(at);
            }
            self.sentence.push(c);
            if matches!(c, ',' | ';' | ':') && self.sentence.len() >= MIN_CLAUSE_BYTES {
                self.end(false);
            }
        }
        None
    }

    /// `whole`: the sentence is complete.
    fn end(&mut self, whole: bool) {
        let sentence = std::mem::take(&mut self.sentence);
        if sentence.starts_with('\n') || self.said.is_empty() {
            self.begin_line(sentence.trim_start());
        }
        let words = words(&sentence);
        if words.is_empty() {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (&words, whole).hash(&mut hasher);
        if self.said.len() >= REMEMBERED {
            self.said.clear();
        }
        let times = self.said.entry(hasher.finish()).or_default();
        let is_repeated = *times >= 2;
        *times = times.saturating_add(1);
        let has_letters = words.contains(char::is_alphabetic);
        let weight = if self.is_code || !has_letters { Weight::Table } else { self.line };
        self.repeated = match is_repeated {
            true => self.repeated + words.len() * weight as usize,
            false => self.repeated.saturating_sub(words.len() * Weight::Prose as usize),
        };
    }

    fn begin_line(&mut self, line: &str) {
        if line.starts_with("```") || line.starts_with("~~~") {
            self.is_code = !self.is_code;
        }
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = digits.len() < line.len() && digits.starts_with(['.', ')']);
        self.line = match line.chars().next() {
            Some('>' | '|') => Weight::Table,
            Some('-' | '*' | '+' | '•') => Weight::Item,
            _ if is_numbered => Weight::Item,
            _ => Weight::Prose,
        };
    }
}
