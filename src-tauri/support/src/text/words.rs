//! Normalises words for comparison.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use language::letters;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Languages with known function words; others count as English. `Dense` scripts have no spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    English,
    German,
    Spanish,
    French,
    Italian,
    Portuguese,
    Russian,
    Dutch,
    Swedish,
    Dense,
}

/// The folded word without common endings.
pub(crate) fn stem(word: &str) -> String {
    let mut word = fold(word);
    for possessive in ["'s", "’s"] {
        if let Some(bare) = word.strip_suffix(possessive) {
            word.truncate(bare.len());
        }
    }
    // Longest first. At least four letters remain, so that short words stay distinct.
    const ENDINGS: [&str; 22] = [
        "ations", "ation", "ments", "ment", "ingly", "ings", "edly", "ness", "ing", "ies", "ied",
        "ern", "ers", "est", "es", "ed", "er", "en", "em", "ly", "s", "e",
    ];
    for ending in ENDINGS {
        if let Some(bare) = word.strip_suffix(ending)
            && bare.chars().count() >= 4
        {
            word.truncate(bare.len());
            break;
        }
    }
    word
}

/// Lower case without accents, in one width, with one kind of apostrophe, and with one form for letters that people
/// write differently.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    let bare = text.nfkd().filter(|character| !is_combining_mark(*character));
    for character in bare.flat_map(char::to_lowercase) {
        match letters::form(character) {
            Some(form) => folded.push_str(form),
            None if character == '’' => folded.push('\''),
            None => folded.push(character),
        }
    }
    folded
}

/// A text with its digits, and the signs of their own scripts, in ASCII.
pub(crate) fn with_ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '０'..='９' | '％' => out.extend([character].into_iter().nfkd()),
            '٫' => out.push('.'),
            '٬' => out.push(','),
            '٪' => out.push('%'),
            _ if character.is_numeric() => match letters::form(character) {
                Some(digit) => out.push_str(digit),
                None => out.push(character),
            },
            _ => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// Characters of scripts without spaces.
pub(crate) fn is_dense(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// The shorter word, or all of it but the last letter, begins the longer one.
pub(crate) fn begins_alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let letters = short.chars().count();
    if letters < 5 {
        return false;
    }
    let last = short.char_indices().last().map_or(0, |(at, _)| at);
    let stem = if letters > 5 { &short[..last] } else { short };
    long.starts_with(stem) && long.chars().count() <= letters * 2
}
