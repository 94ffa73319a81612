//! What a conversation is about.

use std::collections::HashMap;

use conversation::Result;
use index::Index;

use super::text::{Exchange, Topics, beginning, content, folded, is_capitalised, stem, tokens};

/// Number of words for the topic. With 2, 3, 5 or 6 the topic's wording finds less on MTRAG-UN.
const WORDS: usize = 4;

/// How much less an exchange counts than the next one.
const DECAY: f64 = 0.6;

/// How much less the beginning of an answer counts than its question.
const ANSWERED: f64 = 0.5;

/// How much more a name counts than another word.
const NAMED: f64 = 1.5;

/// Characters of an answer that count.
const BEGINNING: usize = 300;

/// In how many passages words are, in lower case.
#[derive(Debug, Default)]
pub(super) struct Frequencies {
    counts: HashMap<String, u32>,
    passages: u32,
}

impl Frequencies {
    pub(super) fn of(words: &[&str], index: &Index) -> Result<Self> {
        let mut words: Vec<String> = words.iter().map(|word| folded(word)).collect();
        words.sort_unstable();
        words.dedup();
        let (counts, passages) = index.frequencies(&words)?;
        Ok(Self { counts: words.into_iter().zip(counts).collect(), passages })
    }

    #[cfg(test)]
    pub(super) fn all_known(words: &[&str]) -> Self {
        let counts = words.iter().map(|word| (folded(word), 1)).collect();
        Self { counts, passages: 1_000 }
    }

    fn count(&self, word: &str) -> u32 {
        self.counts.get(&folded(word)).copied().unwrap_or(0)
    }

    /// Whether a note has the word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.count(word) > 0
    }

    fn rarity(&self, word: &str) -> f64 {
        let share = f64::from(self.passages + 1) / f64::from(self.count(word) + 1);
        share.ln().max(0.0).sqrt()
    }
}

/// The words that a conversation is about, best first: those of newer questions, names and rare words count more.
pub(super) fn topic(past: &[Exchange], frequencies: &Frequencies) -> Vec<String> {
    let mut scores: Vec<(String, String, f64)> = Vec::new();
    let mut age = 1.0;
    for exchange in past.iter().rev() {
        let mut said: Vec<(String, String, f64)> = Vec::new();
        let answer = beginning(&exchange.answer, BEGINNING);
        for (text, weight) in [(&*exchange.question, 1.0), (answer, ANSWERED)] {
            let topics = Topics::of(text);
            let mut seen: Vec<String> = Vec::new();
            for (at, word) in tokens(text).into_iter().enumerate() {
                let stem = stem(word);
                if !topics.has(word) || seen.contains(&stem) {
                    continue;
                }
                seen.push(stem.clone());
                let name = if at > 0 && is_capitalised(word) { NAMED } else { 1.0 };
                add(&mut said, stem, word, weight * name);
            }
        }
        for (stem, word, weight) in said {
            if frequencies.has(&word) {
                let weight = age * weight * frequencies.rarity(&word);
                add(&mut scores, stem, &word, weight);
            }
        }
        age *= DECAY;
    }
    scores.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    let words: Vec<String> = scores.into_iter().take(WORDS).map(|(_, word, _)| word).collect();
    match past.last() {
        // The question is in another language than the notes.
        Some(last) if words.is_empty() => {
            content(&last.question).into_iter().take(WORDS).map(folded).collect()
        }
        _ => words,
    }
}

fn add(words: &mut Vec<(String, String, f64)>, stem: String, word: &str, weight: f64) {
    match words.iter_mut().find(|(known, ..)| *known == stem) {
        Some((.., sum)) => *sum += weight,
        None => words.push((stem, folded(word), weight)),
    }
}

/// Characters of an answer whose words are searched, and their maximum number.
const SEARCHED: usize = 200;
const SEARCHED_WORDS: usize = 10;

/// Letters of a word that is likely to have a topic.
const LONG: usize = 7;

/// Names and long words at the beginning of an answer.
pub(super) fn answer_words(answer: &str) -> Vec<&str> {
    let answer = beginning(answer, SEARCHED);
    let topics = Topics::of(answer);
    let mut found: Vec<&str> = Vec::new();
    for word in tokens(answer) {
        let is_long = word.chars().count() >= LONG;
        let is_word = word.starts_with(char::is_alphabetic);
        if is_word
            && (is_capitalised(word) || is_long)
            && topics.has(word)
            && !found.contains(&word)
        {
            found.push(word);
        }
    }
    found.truncate(SEARCHED_WORDS);
    found
}
