//! Whether what an answer says stands in the passages that it cites.
//!
//! Each cited sentence is held against its passages. Its numbers, dates, quotations and names must
//! be there; what else it says is compared by its words and, where there is a model for that, by its
//! meaning. This finds what is made up or put to the wrong passage. It doesn't understand the text:
//! a sentence that turns a passage's words into their opposite passes.

mod claims;
mod dates;
mod facts;
mod numbers;
mod origin;
#[cfg(test)]
mod tests;
mod words;

use conversation::{Number, Support};

pub use self::{
    claims::{Claim, claims},
    facts::Fact,
    origin::{Origin, origins},
};
use self::{
    facts::{Evidence, facts},
    words::{content, share},
};

/// A passage that is cited.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Its number.
    pub number: Number,
    /// Its text.
    pub text: &'a str,
    /// What else the model knew of it: the note's title, its path, the headings over it.
    pub about: &'a [&'a str],
}

/// What the check found of one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The sentence.
    pub claim: Claim,
    /// What each of the passages does for it, in the order of the marks. A number without a passage
    /// supports nothing.
    pub marks: Vec<(Number, Support)>,
    /// What stands in none of its passages.
    pub missing: Vec<Fact>,
}

/// The share of a sentence's words from which a passage supports it by words alone, and the share
/// under which it doesn't, unless the meaning says otherwise.
const WORDS: (f32, f32) = (0.6, 0.25);

/// The share that is enough where one fact of the sentence stands in the passage, and where more do.
const WORDS_AND_FACTS: (f32, f32) = (0.5, 0.34);

/// The same for the likeness of meaning, as a cosine.
const MEANING: (f32, f32) = (0.62, 0.3);

/// Both together support a sentence from here on, neither of which would by itself.
const TOGETHER: (f32, f32) = (0.4, 0.48);

/// Checks every sentence of `answer` that cites something.
///
/// `question` is what was asked: its names may stand in an answer though the passage says “she”.
/// `meaning` compares a sentence with a passage's text, as a cosine; `None` where that can't be
/// told, because there is no model for it or none for the language.
pub fn check(
    answer: &str,
    marks: &[conversation::CitationMark],
    sources: &[Source<'_>],
    question: &str,
    meaning: &dyn Fn(&str, &str) -> Option<f32>,
) -> Vec<Verdict> {
    let asked = Evidence::new(&[question]);
    claims(answer, marks).into_iter().map(|claim| judge(claim, sources, &asked, meaning)).collect()
}

fn judge(
    claim: Claim,
    sources: &[Source<'_>],
    asked: &Evidence,
    meaning: &dyn Fn(&str, &str) -> Option<f32>,
) -> Verdict {
    let found = facts(&claim.text);
    let cited: Vec<(Number, Option<(Evidence, &Source<'_>)>)> = claim
        .numbers
        .iter()
        .map(|number| {
            let source = sources.iter().find(|source| source.number == *number);
            let evidence = source.map(|source| {
                let texts: Vec<&str> =
                    std::iter::once(source.text).chain(source.about.iter().copied()).collect();
                (Evidence::new(&texts), source)
            });
            (*number, evidence)
        })
        .collect();
    // Several passages together may carry a sentence: each fact must stand in one of them.
    let missing: Vec<Fact> = found
        .iter()
        .filter(|fact| !cited.iter().flat_map(|(_, it)| it).any(|(evidence, _)| evidence.has(fact)))
        .filter(|fact| !(matches!(fact.fact, Fact::Name(_)) && asked.has(fact)))
        .map(|fact| fact.fact.clone())
        .collect();
    let disproved = missing.iter().any(|fact| !matches!(fact, Fact::NumberWord(_)));
    let said = content(&claim.text);
    let marks = cited
        .iter()
        .map(|(number, it)| {
            let Some((evidence, source)) = it else { return (*number, Support::Unsupported) };
            if disproved {
                return (*number, Support::Unsupported);
            }
            let about = source.about.join("\n");
            let text = format!("{}\n{about}", source.text);
            let words = share(&said, &content(&text));
            let near = meaning(&claim.text, source.text);
            let here = found.iter().filter(|fact| evidence.has(fact)).count();
            let mut support = by_words_and_meaning(words, near, here);
            // A number in words that stands nowhere leaves a doubt.
            if support == Support::Supported && !missing.is_empty() {
                support = Support::Weak;
            }
            (*number, support)
        })
        .collect();
    Verdict { claim, marks, missing }
}

/// `facts` of the sentence stand in the passage, and none is wrong.
fn by_words_and_meaning(words: Option<f32>, near: Option<f32>, facts: usize) -> Support {
    // A sentence of nothing but facts (`2 % [1]`) rests on them.
    let Some(words) = words else {
        return if facts > 0 { Support::Supported } else { Support::Weak };
    };
    let meaning = near.unwrap_or(0.0);
    let enough = match facts {
        0 => WORDS.0,
        1 => WORDS_AND_FACTS.0,
        _ => WORDS_AND_FACTS.1,
    };
    if words >= enough || meaning >= MEANING.0 || (words >= TOGETHER.0 && meaning >= TOGETHER.1) {
        Support::Supported
    } else if words < WORDS.1 && meaning < MEANING.1 && facts == 0 {
        Support::Unsupported
    } else {
        Support::Weak
    }
}
