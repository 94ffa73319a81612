//! A word of a sentence, and what is known of it.

use std::ops::Range;

use super::{lexicon::WordId, opposites::Sides, signs::Sign};

/// What kind of word a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Content,
    /// A word that names something: a capital inside a sentence.
    Name,
    Number,
    Grammar,
}

#[derive(Debug, Clone)]
pub(crate) struct Token {
    /// Where it stands in the sentence's text, in bytes.
    pub range: Range<usize>,
    pub folded: String,
    pub stem: String,
    pub class: Class,
    pub word: Option<WordId>,
    /// What it does to what is said, where it is such a word.
    pub sign: Option<Sign>,
    /// The clause that it stands in, counted from 0.
    pub clause: u16,
    pub denied: bool,
    /// How much it tells, from 0 to about 1: words that every text has tell little.
    pub weight: f32,
    /// What it means here, as a vector of length 1; empty where that isn't known.
    pub vector: Vec<f32>,
    /// The opposites that the lexicon doesn't know as those.
    pub sides: Sides,
}

impl Token {
    /// A word that tells nothing yet but what kind it is of.
    pub(crate) fn new(
        range: Range<usize>,
        folded: String,
        stem: String,
        class: Class,
        clause: u16,
    ) -> Self {
        Self {
            sides: Sides::of(&folded),
            range,
            folded,
            stem,
            class,
            word: None,
            sign: None,
            clause,
            denied: false,
            weight: 0.0,
            vector: Vec::new(),
        }
    }

    /// Whether it is held against the words of the other text: because it counts, or because it has an opposite.
    pub(crate) fn is_compared(&self) -> bool {
        self.counts() || self.sides.is_directed
    }

    /// Whether it counts for what is said.
    pub(crate) fn counts(&self) -> bool {
        self.class != Class::Grammar && self.sign.is_none()
    }
}
