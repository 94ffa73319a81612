//! Which passage a sentence comes from that cites none, or the wrong one.
//!
//! Small models often answer rightly and leave the marks away, or write another document's number.
//! What is found here is our guess, and is shown as that; it never becomes a citation.

use std::ops::Range;

use super::{
    Meaning, Source,
    claims::{Claim, every_sentence},
    facts::{Evidence, Fact},
    features::{Features, features},
    missing,
    passage::Passage,
    statement::Statement,
    verdict,
};
use conversation::Support;
use conversation::{CitationMark, reference::Number};

/// A sentence, and the passage that it clearly comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Where the sentence stands in the answer, in bytes.
    pub range: Range<usize>,
    /// The passage.
    pub number: Number,
}

/// How much nearer than any other the passage must be: a share of the words of question and sentence
/// together.
const NEARER: f32 = 0.1;

/// The sentences of an answer that clearly come from one of `sources`, whatever they cite: it
/// supports the sentence as it would support a citation, nothing that the sentence says is missing
/// in it, and no other does so nearly as well. `marks`, `question` and `meaning` are as for
/// [`check`](super::check). Only sentences whose place is `wanted` are compared, which costs a look at
/// every source.
pub fn origins(
    answer: &str,
    marks: &[CitationMark],
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
    wanted: &dyn Fn(&Range<usize>) -> bool,
) -> Vec<Origin> {
    let asked = Evidence::new(&[question]);
    let all: Vec<_> = every_sentence(answer, marks);
    let wanted: Vec<_> = all.into_iter().filter(|claim| wanted(&claim.range)).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let wanted: Vec<(Claim, Statement)> = wanted
        .into_iter()
        .map(|claim| {
            let said = Statement::read(&claim.text, meaning);
            (claim, said)
        })
        .collect();
    let all: Vec<&Statement> = wanted.iter().map(|(_, said)| said).collect();
    let known: Vec<(Number, Passage)> = sources
        .iter()
        .map(|source| (source.number, Passage::read(source.text, source.about, &all, meaning)))
        .collect();
    let mut origins = Vec::new();
    for (claim, said) in &wanted {
        // What only repeats the question, or says next to nothing, comes from nowhere.
        let new = said.facts.iter().any(|fact| !asked.has(fact));
        if said.tokens.iter().filter(|token| token.counts()).count() < LEAST_WORDS && !new {
            continue;
        }
        let both = Statement::read(&format!("{question} {}", claim.text), &|_| None);
        let mut near: Vec<(f32, Number)> = Vec::new();
        for (number, passage) in &known {
            let lost: Vec<Fact> = missing(said, &[passage], Some(&asked))
                .into_iter()
                .map(|found| found.fact.clone())
                .collect();
            if lost.is_empty() && verdict(&features(said, passage), &[]) == Support::Supported {
                near.push((words_shared(&features(&both, passage)), *number));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let clear = match near.as_slice() {
            [] => None,
            [only] => Some(only.1),
            [first, second, ..] => (first.0 - second.0 >= NEARER).then_some(first.1),
        };
        origins.extend(clear.map(|number| Origin { range: claim.range.clone(), number }));
    }
    origins
}

/// A sentence with fewer words that carry meaning, and no fact of its own, could be from anywhere.
const LEAST_WORDS: usize = 3;

fn words_shared(features: &Features) -> f32 {
    features.values[0]
}
