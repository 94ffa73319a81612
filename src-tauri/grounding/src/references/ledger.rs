//! The one place that gives out numbers.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use notes::ContentHash;

use conversation::reference::Number;

/// What makes two passages the same: where they come from and their text's hash.
pub type PassageKey = (String, ContentHash);

/// The numbers of a conversation: from 1, one for each passage, for ever.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    numbers: HashMap<PassageKey, Number>,
    known: BTreeSet<Number>,
}

impl Ledger {
    /// The ledger of a conversation with the numbers that it has already given. A passage may have
    /// several, since a note can take the path of another with the same words: the smallest is its
    /// number then, and the others stay given.
    pub fn new(given: impl IntoIterator<Item = (PassageKey, Number)>) -> Self {
        let mut ledger = Self::default();
        for (key, number) in given {
            ledger.known.insert(number);
            ledger
                .numbers
                .entry(key)
                .and_modify(|kept| *kept = number.min(*kept))
                .or_insert(number);
        }
        ledger
    }

    /// The number of the passage with text hash `hash` from `source` (a note's path, or an
    /// attachment's id), new if it has none yet.
    pub fn number(&mut self, source: &str, hash: ContentHash) -> Number {
        let next = Number(self.known.last().map_or(1, |last| last.0 + 1));
        let number = *self.numbers.entry((source.to_owned(), hash)).or_insert(next);
        self.known.insert(number);
        number
    }

    /// The number that this passage already has.
    pub fn given(&self, source: &str, hash: ContentHash) -> Option<Number> {
        self.numbers.get(&(source.to_owned(), hash)).copied()
    }

    /// Whether this number has been given out.
    pub fn knows(&self, number: Number) -> bool {
        self.known.contains(&number)
    }

    /// All numbers given out so far.
    pub fn known(&self) -> &BTreeSet<Number> {
        &self.known
    }
}
