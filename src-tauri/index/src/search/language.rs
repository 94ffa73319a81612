//! Whether a text is English: the embedding model inside the app knows no other language.
//!
//! What tells is how often its commonest words stand in a text. That needs no list for any other
//! language, so it serves for all of them.

use super::words::is_word_char;

/// Words that make up a third of English text. Those that are as common in another language (“in”,
/// “was” and “so” in German, “on” in French, “for” and “at” in Danish) are left out.
const COMMON: &[&str] = &[
    "the", "and", "of", "to", "that", "with", "this", "which", "from", "are", "were", "been",
    "would", "could", "should", "their", "they", "there", "these", "those", "what", "who", "when",
    "where", "why", "how", "does", "did", "its", "it", "be", "not", "but", "have", "into", "than",
    "then", "such", "between", "about", "after", "before", "by", "you", "your", "my", "our", "she",
    "is", "it's", "don't",
];

/// In English prose about a quarter of the words are of the list; in other languages one in thirty
/// at most.
const ENGLISH: f64 = 0.1;

/// Fewer words than this say nothing.
const ENOUGH: usize = 12;

/// How sure it is that the reader of English understands `texts`, from 0 to 1: the share of them
/// that is English, of those that are long enough to tell. `None` if none is.
pub(super) fn understood<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<f64> {
    let mut told = 0_u32;
    let mut english = 0_u32;
    for is_english in texts.into_iter().filter_map(is_english) {
        told += 1;
        english += u32::from(is_english);
    }
    (told > 0).then(|| f64::from(english) / f64::from(told))
}

/// Whether a text is English, if it is long enough to tell.
pub(super) fn is_english(text: &str) -> Option<bool> {
    if is_other_script(text) {
        return Some(false);
    }
    let mut words = 0_usize;
    let mut common = 0_usize;
    for word in text.split(|char| !is_word_char(char) && char != '\'') {
        if word.chars().any(char::is_alphabetic) {
            words += 1;
            common += usize::from(COMMON.iter().any(|other| word.eq_ignore_ascii_case(other)));
        }
    }
    #[allow(clippy::cast_precision_loss)]
    (words >= ENOUGH).then(|| common as f64 >= words as f64 * ENGLISH)
}

/// Whether a good part of a text's letters are of another script than English is written in.
pub(super) fn is_other_script(text: &str) -> bool {
    let (mut latin, mut other) = (0_usize, 0_usize);
    for char in text.chars().filter(|char| char.is_alphabetic()) {
        match char {
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => latin += 1,
            _ => other += 1,
        }
    }
    other * 3 > latin + other
}
