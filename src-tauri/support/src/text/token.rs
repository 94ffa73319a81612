//! A word of a sentence.

use std::ops::Range;

use super::{lexicon::WordId, opposites::Sides, signs::Sign};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Content,
    /// A word with a capital inside a sentence.
    Name,
    Number,
    Grammar,
}

#[derive(Debug, Clone)]
pub(crate) struct Token {
    /// Bytes of the sentence.
    pub range: Range<usize>,
    pub folded: String,
    pub stem: String,
    pub class: Class,
    pub word: Option<WordId>,
    pub sign: Option<Sign>,
    /// The index of its clause.
    pub clause: u16,
    pub denied: bool,
    /// Information content, from 0 to about 1; frequent words have little.
    pub weight: f32,
    /// The word's meaning in this context, of length 1; empty if unknown.
    pub vector: Vec<f32>,
    /// Opposites that the lexicon lacks.
    pub sides: Sides,
}

impl Token {
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

    /// Content words, and function words with an opposite, are compared with the other text.
    pub(crate) fn is_compared(&self) -> bool {
        self.counts() || self.sides.is_directed
    }

    /// True for content words.
    pub(crate) fn counts(&self) -> bool {
        self.class != Class::Grammar && self.sign.is_none()
    }
}
