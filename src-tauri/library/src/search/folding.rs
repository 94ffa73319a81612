use std::collections::HashSet;

use index::words::plain;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word without case and accents, like SQLite's tokenizer, and in its plain form.
pub(crate) fn folded(word: &str) -> String {
    let bare: String = plain(word).nfd().filter(|char| !is_combining_mark(*char)).collect();
    bare.to_lowercase()
}

pub(super) type FoldedWords = HashSet<String>;
