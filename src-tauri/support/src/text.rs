//! Reads a text by itself: words, numbers, dates, names and denials.

pub(crate) mod dates;
pub(crate) mod denial;
pub(crate) mod facts;
mod language;
pub(crate) mod lexicon;
pub(crate) mod meaning;
mod names;
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
