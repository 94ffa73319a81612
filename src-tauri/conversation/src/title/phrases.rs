//! Lists of phrases.

use super::words::folded;

/// One phrase a line, in lower case. `|` separates the choices of a word, and a word with `?` may be missing.
pub(super) struct Phrases(pub(super) &'static str);

/// Maximum words of a phrase.
const LONGEST: usize = 12;

impl Phrases {
    /// The number of words of the longest phrase at the beginning; 0 if there is none.
    pub(super) fn begin(&self, words: &[&str]) -> usize {
        let words: Vec<String> = words.iter().take(LONGEST).map(|word| folded(word)).collect();
        self.0.lines().filter_map(|phrase| length(phrase.trim(), &words)).max().unwrap_or(0)
    }

    /// The words behind the longest phrase at the beginning, if there is one.
    pub(super) fn behind<'a>(&self, words: &'a [&'a str]) -> Option<&'a [&'a str]> {
        match self.begin(words) {
            0 => None,
            count => Some(&words[count..]),
        }
    }

    /// The words before the phrases at the end. At least one word stays.
    pub(super) fn before<'a>(&self, mut words: &'a [&'a str]) -> &'a [&'a str] {
        let is_phrase =
            |words: &[&str], count: usize| self.begin(&words[words.len() - count..]) == count;
        while let Some(count) =
            (1..words.len().min(LONGEST)).rev().find(|count| is_phrase(words, *count))
        {
            words = &words[..words.len() - count];
        }
        words
    }
}

fn length(phrase: &str, words: &[String]) -> Option<usize> {
    if phrase.is_empty() {
        return Some(0);
    }
    let (word, rest) = phrase.split_once(' ').unwrap_or((phrase, ""));
    let choices = word.trim_end_matches('?');
    if let Some((first, others)) = words.split_first()
        && choices.split('|').any(|choice| choice == first)
        && let Some(count) = length(rest, others)
    {
        return Some(count + 1);
    }
    if choices.len() < word.len() { length(rest, words) } else { None }
}
