//! Finds the passage sentence closest to a question if the answer says that the notes don't answer it.
//!
//! Small models claim this too often; the sentence that they overlooked is the best thing to show then.

#[cfg(test)]
mod tests;

use std::ops::Range;

use conversation::{CitationMark, reference::Number};
use unicode_segmentation::UnicodeSegmentation;

use crate::{
    claims::every_sentence,
    learned::features::Fit,
    origin::is_of_notes,
    text::{meaning::Meaning, passage::Passage, statement::Statement},
    verdict::Source,
};

/// Minimum fit of a sentence to the question, with meanings and by words alone. `npm run test:data` prints how often
/// a sentence is shown at these limits and contains the answer.
const LEAST_FIT: [f32; 2] = [0.8, 0.5];

/// Maximum words beside the links of a sentence that only refers to other notes: “See also [[Rye]].”
const REFERRING: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// Bytes of the answer's sentence that denies that the notes answer the question.
    pub said: Range<usize>,
    pub number: Number,
    /// Bytes of the passage's text.
    pub sentence: Range<usize>,
}

/// The sentence of `sources` closest to `question`, if `answer` cites nothing and only says that the notes don't
/// answer it. A sentence that only refers to other notes is second to every other close one: its words are a note's
/// name. `None` if no sentence is close. `marks` and `meaning` are as in [`check`](crate::check).
pub fn nearest(
    answer: &str,
    marks: &[CitationMark],
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
) -> Option<Nearest> {
    let said = every_sentence(answer, marks);
    let [first, rest @ ..] = said.as_slice() else { return None };
    let says_nothing = marks.is_empty() && said.iter().all(|claim| is_of_notes(&claim.text));
    if !says_nothing || rest.len() > 1 {
        return None;
    }
    let asked = Statement::read(question, meaning);
    let mut best: Option<(bool, f32, Nearest)> = None;
    for source in sources {
        let passage = Passage::read(source.text, source.about, &[&asked], meaning);
        let fit = Fit::of(&asked, &passage);
        for (at, sentence) in passage.sentences.iter().enumerate() {
            // A sentence has no vector if the model doesn't know its language; then its words decide.
            let near = fit.of_sentence(at) - LEAST_FIT[usize::from(!fit.knows_meaning(at))];
            if near < 0.0 || sentence.is_heading {
                continue;
            }
            let refers = source.text.get(sentence.range.clone()).is_some_and(only_refers);
            let is_nearer = best.as_ref().is_none_or(|(other_refers, other, _)| {
                if refers == *other_refers { near > *other } else { !refers }
            });
            if is_nearer {
                let (number, sentence) = (source.number, sentence.range.clone());
                let said = first.range.clone();
                best = Some((refers, near, Nearest { said, number, sentence }));
            }
        }
    }
    best.map(|(.., nearest)| nearest)
}

/// Whether a sentence is hardly more than links: “See [[Rye]].”, “→ [Rye](rye.md)”.
fn only_refers(sentence: &str) -> bool {
    let words = |text: &str| text.unicode_words().count();
    let (mut rest, mut beside, mut has_link) = (sentence, 0, false);
    while let Some((before, inside)) = rest.split_once('[') {
        beside += words(before);
        let link = match inside.strip_prefix('[') {
            Some(name) => name.split_once("]]"),
            None => inside
                .split_once("](")
                .filter(|(text, _)| !text.contains('['))
                .and_then(|(_, address)| address.split_once(')')),
        };
        has_link |= link.is_some();
        rest = link.map_or(inside, |(_, after)| after);
    }
    has_link && beside <= REFERRING && words(rest) == 0
}
