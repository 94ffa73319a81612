//! Reads one sentence or passage, before anything is compared.
//!
//! - Parts: `tokens` and `token` (words), `statement` (a claim), `passage` (sentences with their context).
//! - Facts: `facts`, from `dates`, `numbers`, `number_words`, `quantity` and `names`.
//! - Sense: `denial` and its `signs`; `standing` (a fact, a plan, an opinion).
//! - Comparable forms: `words`, `lexicon`, `opposites`, `meaning` (vectors), `language`.

pub(crate) mod dates;
pub(crate) mod denial;
pub(crate) mod facts;
mod language;
pub(crate) mod lexicon;
pub(crate) mod meaning;
pub(crate) mod names;
pub(crate) mod number_words;
mod numbers;
mod opposites;
pub(crate) mod passage;
pub(crate) mod quantity;
pub(crate) mod signs;
pub(crate) mod standing;
pub(crate) mod statement;
pub(crate) mod token;
pub(crate) mod tokens;
pub(crate) mod words;
