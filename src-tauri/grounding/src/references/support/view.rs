//! A claim beside a passage, and the shares that are counted again and again.

use super::{
    alignment::{Alignment, Match},
    passage::Passage,
    statement::Statement,
    token::Token,
};

pub(super) struct View<'a> {
    pub(super) claim: &'a Statement,
    pub(super) passage: &'a Passage,
    pub(super) alignment: &'a Alignment<'a>,
    pub(super) total: f32,
}

impl View<'_> {
    pub(super) fn words(&self) -> &[&Token] {
        &self.alignment.words
    }

    pub(super) fn share(&self, grade: impl Fn(usize) -> f32) -> f32 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let words = self.words().iter().enumerate();
        words.map(|(at, word)| word.weight * grade(at)).sum::<f32>() / self.total
    }

    pub(super) fn row(&self, sentence: usize) -> &[Match] {
        &self.alignment.matches[sentence]
    }

    pub(super) fn best_grade(&self, word: usize) -> f32 {
        let rows = self.alignment.matches.iter();
        rows.map(|row| row[word].grade).fold(self.alignment.about[word], f32::max)
    }

    pub(super) fn best_near(&self, word: usize) -> f32 {
        let rows = self.alignment.matches.iter();
        let near = rows.map(|row| row[word].near).fold(0.0, f32::max);
        // A word of the title has no vector.
        near.max(if self.alignment.about[word] >= 0.9 { 0.75 } else { 0.0 })
    }
}
