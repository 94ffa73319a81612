//! What a model says of the meaning of texts.

use std::{ops::Range, sync::Arc};

use super::token::Token;

/// The vectors of a text. All have the length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    pub text: Vec<f32>,
    /// Those of its words or pieces of words, as it means them here, with their bytes.
    pub words: Vec<(Range<usize>, Vec<f32>)>,
}

/// What gives a text its vectors: the model that the scores were made with, and no other. `None` where there is no such
/// model, or where it doesn't know the language.
pub type Meaning<'a> = &'a dyn Fn(&str) -> Option<Arc<Vectors>>;

impl Vectors {
    /// Gives each word of the text that is compared the mean of its pieces' vectors. Only
    /// what counts is given one.
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

/// The cosine of two vectors of length 1.
pub(crate) fn cosine(one: &[f32], two: &[f32]) -> f32 {
    // Eight sums side by side, which the processor adds at once.
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
