//! Detects English, the only language of some embedding models, by the share of its commonest words. This needs no
//! word list for other languages.

#[cfg(test)]
mod tests;

use crate::words::is_word_char;

/// Common words of English that no other large language has. One in a question of up to six words
/// makes it English.
const ENGLISH_ONLY: &[&str] = &[
    "the", "and", "that", "with", "this", "which", "from", "are", "were", "been", "would", "could",
    "should", "their", "they", "there", "these", "those", "what", "who", "when", "where", "why",
    "how", "does", "did", "between", "about", "before", "your", "our", "she", "my",
];

/// Further common words, which sometimes occur in other languages. (“in”, “was” and “so” are as common in German,
/// “on” in French, “for” and “at” in Danish.)
const COMMON: &[&str] = &[
    "of", "to", "is", "it", "its", "be", "not", "but", "have", "into", "than", "then", "such",
    "after", "by", "you",
];

/// Minimum share of words from both lists in prose. English has about a quarter, and more than a tenth in 19 of 20
/// real passages; other languages have one in fifty.
const PROSE: f64 = 0.1;

/// Minimum words of prose. The language of a shorter text in Latin letters stays undecided.
const ENOUGH: usize = 12;

/// Minimum share of [`ENGLISH_ONLY`] words in a question.
const QUESTION: f64 = 0.15;

/// Minimum words of a question: shorter ones are mostly names.
const SHORT: usize = 3;

/// The share of English texts among those `texts` whose language [`is_english`] can decide. `None`
/// if it can't decide any.
pub(super) fn english_share<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<f64> {
    let (mut decided, mut english) = (0_u32, 0_u32);
    for is_english in texts.into_iter().filter_map(is_english) {
        decided += 1;
        english += u32::from(is_english);
    }
    (decided > 0).then(|| f64::from(english) / f64::from(decided))
}

/// `None` if the text is too short to decide.
pub fn is_english(text: &str) -> Option<bool> {
    if is_other_script(text) {
        return Some(false);
    }
    let (words, [english_only, common]) = count(text);
    (words >= ENOUGH).then(|| english_only + common >= PROSE * float(words))
}

pub(super) fn is_english_question(question: &str) -> bool {
    let (words, [english_only, _]) = count(question);
    words >= SHORT && english_only >= QUESTION * float(words)
}

/// True if more than a third of the letters aren't Latin.
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

/// The number of words, and the numbers of [`ENGLISH_ONLY`] and [`COMMON`] words among them.
fn count(text: &str) -> (usize, [f64; 2]) {
    let mut words = 0;
    let mut found = [0.0; 2];
    for word in text.split(|char| !is_word_char(char)) {
        if word.chars().any(char::is_alphabetic) {
            words += 1;
            for (found, list) in found.iter_mut().zip([ENGLISH_ONLY, COMMON]) {
                if list.iter().any(|other| word.eq_ignore_ascii_case(other)) {
                    *found += 1.0;
                }
            }
        }
    }
    (words, found)
}

#[allow(clippy::cast_precision_loss, reason = "nobody writes so many words")]
fn float(count: usize) -> f64 {
    count as f64
}
