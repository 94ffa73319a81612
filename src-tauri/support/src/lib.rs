//! Checks whether the passages that an answer cites support it.
//!
//! The check compares a cited sentence, the claim, with the sentences of its passages. The passages must contain the
//! claim's numbers, dates, quotations and names, said of the same things, and must not deny, limit or reverse the
//! claim. Other words are compared by form and, with an embedding model, by meaning. The comparison becomes some fifty
//! figures. Boosted trees, trained on pairs that people labelled, turn the figures into a probability, and so a
//! verdict. `docs/inside/answers.md` has the measured quality.
//!
//! In reading order:
//! - `claims` splits an answer into sentences with their citations.
//! - `text` reads a sentence or a passage: words, facts, denials.
//! - `compare` aligns a claim with a passage.
//! - `learned` turns the comparison into figures and a probability.
//! - `languages` recognises a passage in another language than the claim; the two can't be compared.
//! - `verdict` is the check.
//! - Other uses of the same parts: `disagreement` and `slot` find passages that contradict each other; `origin` finds
//!   the probable source of a sentence without a supporting citation, `nearest` the sentence closest to a question, and
//!   `excerpt` the part of a passage closest to it; `unfounded` finds answers that can't rest on the passages.
//! - `judge` has the words of the question about an undecided sentence for a language model, and reads the reply. The
//!   crate `turn` sends it.
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
pub use slot::{answered_anew, answering, asks_for_now, change_of};
pub use text::{
    facts::Fact,
    meaning::{Meaning, Vectors},
    number_words::spelled_numbers,
};
pub use unfounded::{UnfoundedFact, unfounded};
pub use verdict::{Assessment, Source, Verdict, check, check_claim, figures};
