//! Citation marks in a model's text.

use std::collections::BTreeSet;

use super::Number;

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text to show.
    Text(String),
    /// A citation at this place.
    Citation(Number),
}

/// What the stream met, for the receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Citations that were kept.
    pub kept: u32,
    /// Markers that named numbers nobody had given, verbatim.
    pub deleted: Vec<String>,
    /// Whether deleting was undone because nothing would have been left.
    pub restored: bool,
}

/// Turns model text, in whatever pieces it comes, into text and citations, holding back only what
/// could be the start of a marker.
#[derive(Debug)]
pub struct CitationStream {
    known: BTreeSet<Number>,
}

impl CitationStream {
    /// A stream that knows these numbers.
    pub fn new(known: BTreeSet<Number>) -> Self {
        Self { known }
    }

    /// Takes the next piece of the model's text and gives what can be shown now.
    pub fn push(&mut self, text: &str) -> Vec<Piece> {
        let _ = (text, &self.known);
        todo!()
    }

    /// Ends the text: gives what was held back, and the tally.
    pub fn finish(self) -> (Vec<Piece>, Tally) {
        todo!()
    }
}
