//! Finds the topic of a conversation.

use std::collections::{HashMap, HashSet};

use conversation::Result;
use index::Index;
use language::is_capitalised;
use models::Exchange;

use super::text::{ANSWER, MOST_WORDS, Topics, beginning, content, folded, stem, tokens};

/// Number of words for the topic. With 2, 3, 5 or 6 the topic's wording finds less on MTRAG-UN.
const WORDS: usize = 4;

/// Factor for the weight of an exchange, relative to the next newer one.
const DECAY: f64 = 0.6;

/// Factor for the weight of an answer's words, relative to its question's.
const ANSWERED: f64 = 0.5;

/// Factor for the weight of a name, relative to another word.
const NAMED: f64 = 1.5;

/// The number of passages with each word, in lower case.
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

    /// Whether any passage has the word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.count(word) > 0
    }

    fn rarity(&self, word: &str) -> f64 {
        let share = f64::from(self.passages + 1) / f64::from(self.count(word) + 1);
        share.ln().max(0.0).sqrt()
    }
}

/// The topic's words, best first: words of newer exchanges, names and rare words count more.
pub(super) fn topic(past: &[Exchange], frequencies: &Frequencies) -> Vec<String> {
    let mut scores: Vec<(String, String, f64)> = Vec::new();
    let mut age = 1.0;
    for exchange in past.iter().rev() {
        let mut said: Vec<(String, String, f64)> = Vec::new();
        let answer = beginning(&exchange.answer, ANSWER);
        for (text, weight) in [(&*exchange.question, 1.0), (answer, ANSWERED)] {
            let topics = Topics::of(text);
            let mut seen = HashSet::new();
            for (at, word) in tokens(text).into_iter().enumerate() {
                let stem = stem(word);
                if seen.len() == MOST_WORDS {
                    break;
                }
                if !topics.has(word) || !seen.insert(stem.clone()) {
                    continue;
                }
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
        // No note has any of the words, probably because the question is in another language.
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

/// Maximum characters of an answer to read, and maximum words of it to search.
const SEARCHED: usize = 200;
const SEARCHED_WORDS: usize = 10;

/// Minimum letters of a word that probably has a topic without being a name.
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
