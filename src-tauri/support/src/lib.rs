//! Whether what an answer says stands in the passages that it cites.
//!
//! A cited sentence is held against the sentences of its passages. Its numbers, dates, quotations and names must be there, said of
//! the same things, and nothing that the sentence states may be denied, bounded or turned round. The rest is compared by words and,
//! with an embedding model, by meaning. Boosted trees, trained on pairs that people labelled, make a verdict of these figures.
//! `docs/answers.md` says how good it is.
//!
//! In reading order: `claims` splits an answer into sentences with their citations; `text` reads a sentence and a passage;
//! `compare` holds one against the other; `learned` makes figures and a probability of that; `verdict` is the check.
//! `disagreement`, `origin`, `nearest` and `excerpt` use the same parts for other questions; `judge` asks a language model about what the
//! check can't decide. `training` beside `src` makes the trees and the lexicon.
//!
//! Everything here is pure: no file, no clock, no network, no database.

mod claims;
mod compare;
mod disagreement;
mod excerpt;
pub mod judge;
mod learned;
mod nearest;
mod origin;
#[cfg(test)]
mod tests;
mod text;
mod verdict;

pub use claims::{Claim, sentences};
pub use disagreement::{Disagreement, disagreements};
pub use excerpt::excerpt;
pub use nearest::{Nearest, nearest};
pub use origin::{Origin, origins};
pub use text::{
    facts::Fact,
    meaning::{Meaning, Vectors},
};
pub use verdict::{Assessment, Source, Verdict, check, check_claim, figures};
