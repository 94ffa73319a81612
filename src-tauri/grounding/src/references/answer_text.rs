//! The text of an answer while it streams, with the places of its marks.

use super::Piece;
use conversation::CitationMark;

/// Joins the pieces of a [`CitationStream`](super::CitationStream) into the stored text, with citations as `[n]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerText {
    text: String,
    marks: Vec<CitationMark>,
}

impl AnswerText {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(text) => self.text.push_str(text),
            Piece::Citation(number) => {
                let start = offset(self.text.len());
                self.text.push_str(&format!("[{number}]"));
                let end = offset(self.text.len());
                self.marks.push(CitationMark::new(start, end, *number));
            }
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn marks(&self) -> &[CitationMark] {
        &self.marks
    }

    pub fn into_parts(self) -> (String, Vec<CitationMark>) {
        (self.text, self.marks)
    }
}

impl<'a> Extend<&'a Piece> for AnswerText {
    fn extend<I: IntoIterator<Item = &'a Piece>>(&mut self, pieces: I) {
        for piece in pieces {
            self.push(piece);
        }
    }
}

/// A byte position. No answer comes near 4 GB; in a longer one, all later marks would be at its end.
fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
