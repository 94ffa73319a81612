//! Picks the part of a passage that is closest to a question, for a model that reads slowly.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::{
    learned::features::Fit,
    text::{meaning::Meaning, passage::Passage, statement::Statement},
};

/// The bytes of consecutive sentences closest to `question`, with at most `most` bytes unless the closest sentence
/// alone is longer. `about` is the passage's context, `meaning` is as in [`check`](crate::check).
///
/// Measured on 140 questions of `xquad-en-paragraphs` with three passages each: the model gets the answer's words for
/// all 140, both with whole passages and with 250 bytes of the second and third. The excerpts halve the text to read.
pub fn excerpt(
    text: &str,
    about: &[&str],
    question: &str,
    most: usize,
    meaning: Meaning<'_>,
) -> Range<usize> {
    let whole = 0..text.len();
    if whole.len() <= most {
        return whole;
    }
    let asked = Statement::read(question, meaning);
    let passage = Passage::read(text, about, &[&asked], meaning);
    let (fit, sentences) = (Fit::of(&asked, &passage), &passage.sentences);
    // A heading can only be added to the text beside it.
    let texts = (0..sentences.len()).filter(|at| !sentences[*at].is_heading);
    let nearest = texts.max_by(|a, b| fit.of_sentence(*a).total_cmp(&fit.of_sentence(*b)));
    let Some(nearest) = nearest else { return whole };
    let (mut first, mut last) = (nearest, nearest);
    let range = |first: usize, last: usize| sentences[first].range.start..sentences[last].range.end;
    loop {
        let fits = |first, last| range(first, last).len() <= most;
        let before = first.checked_sub(1).filter(|at| fits(*at, last));
        let after = Some(last + 1).filter(|at| *at < sentences.len() && fits(first, *at));
        match (before, after) {
            (None, None) => return range(first, last),
            (Some(before), Some(after)) if fit.of_sentence(before) > fit.of_sentence(after) => {
                first = before;
            }
            (_, Some(after)) => last = after,
            (Some(before), None) => first = before,
        }
    }
}
