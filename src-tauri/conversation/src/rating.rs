//! The user's ratings of the check's verdicts. A rating applies to the sentence beside its cited passages, wherever
//! both appear again.

use std::collections::HashMap;

use jiff::Timestamp;
use notes::ContentHash;
use serde::{Deserialize, Serialize};

use crate::{Check, CitationMark, Number, Support, message::Answer};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Rating {
    /// Of the sentence and the passages.
    pub key: ContentHash,
    /// Without its citations.
    pub sentence: String,
    pub passages: Vec<RatedPassage>,
    /// The check's verdict.
    pub verdict: Support,
    /// The user agrees with the verdict.
    pub is_right: bool,
    pub made: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RatedPassage {
    pub title: String,
    pub text: String,
}

impl Rating {
    /// The verdict that the user takes for right.
    pub fn support(&self) -> Support {
        match (self.is_right, self.verdict) {
            (true, verdict) => verdict,
            (false, Support::Supported | Support::Weak) => Support::Unsupported,
            (false, Support::Unsupported | Support::Contradicted) => Support::Supported,
        }
    }
}

impl Check {
    fn contains(&self, mark: &CitationMark) -> bool {
        self.start <= mark.start && mark.end <= self.end
    }
}

impl Answer {
    /// The citations of a checked sentence.
    pub fn marks_of(&self, check: &Check) -> impl Iterator<Item = &CitationMark> {
        self.citations.iter().filter(|mark| check.contains(mark))
    }

    /// The end of a checked sentence in bytes, without white space and the border of a table's cell.
    pub fn end_of(&self, check: &Check) -> u32 {
        let sentence = self.text.get(check.start as usize..check.end as usize).unwrap_or_default();
        let words = sentence.trim_end_matches(|c: char| c.is_whitespace() || c == '|');
        check.start + u32::try_from(words.len()).unwrap_or(0)
    }

    /// The best of a sentence's citations, unless one contradicts it. `None` if it has none or they weren't compared.
    pub fn verdict(&self, check: &Check) -> Option<Support> {
        let supports = || self.marks_of(check).filter_map(|mark| mark.support);
        match supports().any(|support| support == Support::Contradicted) {
            true => Some(Support::Contradicted),
            false => supports().min(),
        }
    }

    /// The rating of the verdict on the sentence at byte `sentence`. `None` if it has no verdict.
    pub fn rated(&self, sentence: u32, is_right: bool, made: Timestamp) -> Option<Rating> {
        let check = self.checks.iter().find(|check| check.start == sentence)?;
        let (sentence, passages) = self.compared(check);
        let key = key(&sentence, &passages);
        Some(Rating { key, sentence, passages, verdict: self.verdict(check)?, is_right, made })
    }

    /// Replaces the check's verdicts by the user's.
    pub fn follow(&mut self, ratings: &HashMap<ContentHash, Rating>) {
        for at in 0..self.checks.len() {
            let check = &self.checks[at];
            if self.verdict(check).is_none() {
                continue;
            }
            let (sentence, passages) = self.compared(check);
            let Some(rating) = ratings.get(&key(&sentence, &passages)) else { continue };
            for mark in self.citations.iter_mut().filter(|mark| check.contains(mark)) {
                mark.support = Some(rating.support());
            }
            self.checks[at].rating = Some(rating.is_right);
        }
    }

    /// A sentence without its citations, and the passages that it cites, by number.
    fn compared(&self, check: &Check) -> (String, Vec<RatedPassage>) {
        let mut sentence = String::new();
        let mut at = check.start as usize;
        let mut numbers: Vec<Number> = Vec::new();
        for mark in self.marks_of(check) {
            sentence += self.text.get(at..mark.start as usize).unwrap_or_default();
            at = mark.end as usize;
            numbers.push(mark.number);
        }
        sentence += self.text.get(at..check.end as usize).unwrap_or_default();
        numbers.sort_unstable();
        numbers.dedup();
        let cited =
            |number: &Number| self.references.iter().find(|one| one.number == Some(*number));
        let passages = numbers.iter().filter_map(cited).map(|reference| RatedPassage {
            title: reference.title.clone(),
            text: match &reference.passage {
                Some(passage) => passage.text.clone(),
                None => reference.snippet.clone(),
            },
        });
        (language::one_line(&sentence), passages.collect())
    }
}

fn key(sentence: &str, passages: &[RatedPassage]) -> ContentHash {
    let mut texts = vec![sentence];
    texts.extend(passages.iter().map(|passage| passage.text.as_str()));
    ContentHash::of(texts.join("\0"))
}
