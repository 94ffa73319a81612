//! A claim and a passage with their alignment.

use super::alignment::{Alignment, Match};
use crate::text::{passage::Passage, statement::Statement, token::Token};

pub(crate) struct View<'a> {
    pub(crate) claim: &'a Statement,
    pub(crate) passage: &'a Passage,
    pub(crate) alignment: &'a Alignment<'a>,
    pub(crate) total: f32,
}

impl View<'_> {
    pub(crate) fn words(&self) -> &[&Token] {
        &self.alignment.words
    }

    pub(crate) fn share(&self, grade: impl Fn(usize) -> f32) -> f32 {
        if self.total <= 0.0 {
            return 0.0;
        }
        let words = self.words().iter().enumerate();
        words.map(|(at, word)| word.weight * grade(at)).sum::<f32>() / self.total
    }

    pub(crate) fn row(&self, sentence: usize) -> &[Match] {
        &self.alignment.matches[sentence]
    }

    pub(crate) fn best_grade(&self, word: usize) -> f32 {
        let rows = self.alignment.matches.iter();
        rows.map(|row| row[word].grade).fold(self.alignment.about[word], f32::max)
    }

    pub(crate) fn best_near(&self, word: usize) -> f32 {
        let rows = self.alignment.matches.iter();
        let near = rows.map(|row| row[word].near).fold(0.0, f32::max);
        // Words of the title have no vector.
        near.max(if self.alignment.about[word] >= 0.9 { 0.75 } else { 0.0 })
    }
}
