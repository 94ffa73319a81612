//! Checks whether the passages that an answer cites support it.
//!
//! The check compares a cited sentence, the claim, with the sentences of its passages. The passages must contain the
//! claim's numbers, dates, quotations and names, said of the same things, and must not deny, bound or reverse the
//! claim. Other words are compared by form and, with an embedding model, by meaning. These figures go into boosted
//! trees, trained on pairs that people labelled, which give the verdict. `docs/inside/answers.md` has the measured
//! quality.
//!
//! In reading order:
//! - `claims` splits an answer into sentences with their citations.
//! - `text` reads a sentence or a passage: words, facts, denials.
//! - `compare` aligns a claim with a passage.
//! - `learned` turns the comparison into figures and a probability.
//! - `languages` finds passages in another language, which can't be compared.
//! - `verdict` is the check.
//! - `disagreement`, `origin`, `nearest`, `excerpt`, `slot` and `unfounded` answer other questions with the same parts.
//! - `judge` asks a language model about undecided sentences.
//!
//! `training` beside `src` makes the trees and the lexicon. The crate is pure: no file, clock, network or database.

mod claims;
mod compare;
mod disagreement;
mod excerpt;
pub mod judge;
mod languages;
mod learned;
mod nearest;
mod origin;
mod slot;
#[cfg(test)]
mod tests;
mod text;
mod unfounded;
mod verdict;

pub use claims::{Claim, sentences};
pub use disagreement::{Disagreement, differing_pairs, disagreements};
pub use excerpt::excerpt;
pub use languages::in_another_language;
pub use nearest::{Nearest, nearest};
pub use origin::{Origin, origins};
pub use slot::answered_anew;
pub use text::{
    facts::Fact,
    meaning::{Meaning, Vectors},
    number_words::spelled_numbers,
};
pub use unfounded::{UnfoundedFact, unfounded};
pub use verdict::{Assessment, Source, Verdict, check, check_claim, figures};
