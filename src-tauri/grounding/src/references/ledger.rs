//! The ledger: the only place that numbers passages.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use notes::ContentHash;

use conversation::{Number, PassageKey};

/// The numbers of a conversation's passages, from 1, permanent. Clones share the numbers that were loaded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ledger {
    given: Arc<GivenNumbers>,
    new: HashMap<PassageKey, Number>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct GivenNumbers {
    numbers: HashMap<PassageKey, Number>,
    known: BTreeSet<Number>,
}

impl Ledger {
    pub fn new(given: impl IntoIterator<Item = (PassageKey, Number)>) -> Self {
        let mut ledger = Self::default();
        ledger.extend(given);
        ledger
    }

    /// Adds numbers of the conversation. A passage may have several, because a note can take the path of another one
    /// with the same text; then the smallest counts, and the others stay assigned.
    pub fn extend(&mut self, given: impl IntoIterator<Item = (PassageKey, Number)>) {
        let new = std::mem::take(&mut self.new);
        let GivenNumbers { numbers, known } = Arc::make_mut(&mut self.given);
        for (key, number) in new.into_iter().chain(given) {
            known.insert(number);
            numbers.entry(key).and_modify(|kept| *kept = number.min(*kept)).or_insert(number);
        }
    }

    /// The number of the passage with text hash `hash` from `source`, a note's path or an attachment's id. A new
    /// passage gets the next number.
    pub fn number(&mut self, source: &str, hash: ContentHash) -> Number {
        let next = Number(self.last() + 1);
        let key = (source.to_owned(), hash);
        match self.given.numbers.get(&key) {
            Some(number) => *number,
            None => *self.new.entry(key).or_insert(next),
        }
    }

    /// The passage's number, if it has one.
    pub fn given(&self, source: &str, hash: ContentHash) -> Option<Number> {
        let key = (source.to_owned(), hash);
        self.given.numbers.get(&key).or_else(|| self.new.get(&key)).copied()
    }

    /// The highest number; 0 if there is none.
    pub fn last(&self) -> u32 {
        self.last_given() + u32::try_from(self.new.len()).unwrap_or(u32::MAX)
    }

    pub fn known(&self) -> BTreeSet<Number> {
        let new = (self.last_given() + 1..=self.last()).map(Number);
        self.given.known.iter().copied().chain(new).collect()
    }

    fn last_given(&self) -> u32 {
        self.given.known.last().map_or(0, |last| last.0)
    }
}
