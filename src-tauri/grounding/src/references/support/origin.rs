//! Which passage a sentence comes from that cites none, or the wrong one.
//!
//! Small models often answer rightly and leave the marks away, or write another document's number.
//! What is found here is our guess, and is shown as that; it never becomes a citation.

use std::ops::Range;

use super::{
    Source, by_words_and_meaning,
    claims::every_sentence,
    facts::{Evidence, Fact, facts},
    words::{content, share},
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
    meaning: &dyn Fn(&str, &str) -> Option<f32>,
    wanted: &dyn Fn(&Range<usize>) -> bool,
) -> Vec<Origin> {
    let asked = Evidence::new(&[question]);
    let known: Vec<(&Source<'_>, String, Evidence)> = sources
        .iter()
        .map(|source| {
            let text = format!("{}\n{}", source.text, source.about.join("\n"));
            let evidence = Evidence::new(&[&text]);
            (source, text, evidence)
        })
        .collect();
    let mut origins = Vec::new();
    for claim in every_sentence(answer, marks).into_iter().filter(|claim| wanted(&claim.range)) {
        let said = content(&claim.text);
        let found = facts(&claim.text);
        // What only repeats the question, or says next to nothing, comes from nowhere.
        let new = found.iter().any(|fact| !asked.has(fact));
        if said.len() < LEAST_WORDS && !new {
            continue;
        }
        let both = content(&format!("{question} {}", claim.text));
        let mut near: Vec<(f32, Number)> = Vec::new();
        for (source, text, evidence) in &known {
            let stands = |fact: &&super::facts::Found| {
                evidence.has(fact) || (matches!(fact.fact, Fact::Name(_)) && asked.has(fact))
            };
            if !found.iter().all(|fact| stands(&fact)) {
                continue;
            }
            let here = found.iter().filter(|fact| evidence.has(fact)).count();
            let words = content(text);
            let support =
                by_words_and_meaning(share(&said, &words), meaning(&claim.text, source.text), here);
            if support == Support::Supported {
                near.push((share(&both, &words).unwrap_or(0.0), source.number));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let clear = match near.as_slice() {
            [] => None,
            [only] => Some(only.1),
            [first, second, ..] => (first.0 - second.0 >= NEARER).then_some(first.1),
        };
        origins.extend(clear.map(|number| Origin { range: claim.range, number }));
    }
    origins
}

/// A sentence with fewer words that carry meaning, and no fact of its own, could be from anywhere.
const LEAST_WORDS: usize = 3;
