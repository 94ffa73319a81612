//! Vectors of texts from an embedding model.

use std::{ops::Range, sync::Arc};

use super::token::Token;

/// The vectors of a text, all of length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    pub text: Vec<f32>,
    /// Byte ranges of words or word pieces, each with its vector in this context.
    pub words: Vec<(Range<usize>, Vec<f32>)>,
}

/// Returns a text's vectors. They must be from the embedding model with which the decision trees in
/// `learned` were trained. `None` without this model, or if it doesn't know the text's language.
pub type Meaning<'a> = &'a dyn Fn(&str) -> Option<Arc<Vectors>>;

impl Vectors {
    /// Gives each content word the mean of its pieces' vectors, with length 1.
    pub(crate) fn give(&self, tokens: &mut [Token]) {
        let mut from = 0;
        for token in tokens.iter_mut().filter(|token| token.counts()) {
            while self.words.get(from).is_some_and(|(range, _)| range.end <= token.range.start) {
                from += 1;
            }
            let pieces =
                self.words[from..].iter().take_while(|(range, _)| range.start < token.range.end);
            let mut sum: Vec<f32> = Vec::new();
            for (_, piece) in pieces {
                if sum.is_empty() {
                    sum.clone_from(piece);
                } else {
                    sum.iter_mut().zip(piece).for_each(|(sum, value)| *sum += value);
                }
            }
            let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
            if length > 0.0 {
                sum.iter_mut().for_each(|value| *value /= length);
                token.vector = sum;
            }
        }
    }
}

pub(crate) fn cosine(one: &[f32], two: &[f32]) -> f32 {
    // Eight parallel sums, which the processor adds at once.
    let mut sums = [0.0_f32; 8];
    let (ones, twos) = (one.chunks_exact(8), two.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(twos.remainder()).map(|(a, b)| a * b).sum();
    for (ones, twos) in ones.zip(twos) {
        for (sum, (a, b)) in sums.iter_mut().zip(ones.iter().zip(twos)) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>() + rest
}
