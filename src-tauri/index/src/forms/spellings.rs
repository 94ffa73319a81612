//! Records how a passage spells its words, so that the exact spelling ranks first: the index's other columns have
//! only the plain forms. A word spelled like its plain form isn't recorded, so ASCII text adds nothing.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::words::{Segment, composed, is_word_char, normal, plain, segments, words_of};

/// Prefix of the token for a plain form that a passage has only in other spellings: a passage with
/// “café”, but not “cafe”, has the token of `cafe`. It is a private-use character, so that the
/// token differs from every word.
const OTHER: char = '\u{e000}';

/// The token of passages that have `plain` only in other spellings.
pub(crate) fn only_other_spellings(plain: &str) -> String {
    format!("{OTHER}{plain}")
}

/// The tokens that record how a passage's texts spell their words, separated by spaces. They are,
/// in lower case, the spellings that differ from their plain form, and [`only_other_spellings`] for
/// each of these plain forms that the texts don't have.
pub(crate) fn spellings(texts: &[&str]) -> String {
    if texts.iter().all(|text| text.is_ascii()) {
        return String::new();
    }
    let texts: Vec<_> = texts.iter().map(|text| composed(text)).collect();
    let words = || texts.iter().flat_map(|text| words_of(text));
    let mut spelled: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for word in words().filter(|word| !word.is_ascii()) {
        if let Some((spelling, plain)) = spelling(word) {
            spelled.entry(plain).or_default().insert(spelling);
        }
    }
    if spelled.is_empty() {
        return String::new();
    }
    let as_typed: HashSet<String> =
        words().map(str::to_lowercase).filter(|word| spelled.contains_key(word.as_str())).collect();
    let mut tokens: Vec<String> = Vec::new();
    for (plain, spellings) in spelled {
        tokens.extend(spellings);
        if !as_typed.contains(&plain) {
            tokens.push(only_other_spellings(&plain));
        }
    }
    tokens.join(" ")
}

/// A composed word's spelling in lower case and its plain form, if the two differ.
pub(crate) fn spelling(word: &str) -> Option<(String, String)> {
    let spelling = word.to_lowercase();
    let plain = plain(&normal(word)).into_owned();
    let is_word = !plain.is_empty()
        && plain.chars().all(is_word_char)
        && segments(&plain).all(|segment| matches!(segment, Segment::Spaced(_)));
    (is_word && plain != spelling).then_some((spelling, plain))
}
