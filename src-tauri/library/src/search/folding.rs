use std::collections::HashSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word without case and accents, like SQLite's tokenizer.
pub(crate) fn folded(word: &str) -> String {
    word.nfd().filter(|char| !is_combining_mark(*char)).flat_map(char::to_lowercase).collect()
}

pub(super) type FoldedWords = HashSet<String>;
