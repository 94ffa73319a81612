//! The words of messages.

use std::collections::HashSet;

use index::words::is_word_char;
use language::{NaturalLanguage, detect};

use super::lists::{OR, SMALL_TALK};

/// The words of a text. A word may contain apostrophes and hyphens.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let is_inner = |char: char| is_word_char(char) || matches!(char, '\'' | '’' | '-' | '_');
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        rest = &rest[start..];
        let end = rest.find(|char| !is_inner(char)).unwrap_or(rest.len());
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

/// A word as the lists have it.
pub(super) fn folded(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// The words of a text as the lists have them.
pub(super) fn folded_tokens(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(folded).collect()
}

/// A word without its English endings. In other languages the same form of a word suffices.
pub(super) fn stem(word: &str) -> String {
    let word = folded(word);
    let word = word.strip_suffix("'s").unwrap_or(&word);
    let shortened = ["ies", "ing", "ed", "es", "s"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 4));
    shortened.unwrap_or(word).to_owned()
}

/// Whether words have a topic, in the language of one text.
pub(super) struct Topics(Option<NaturalLanguage>);

impl Topics {
    pub(super) fn of(text: &str) -> Self {
        Self(detect(text).filter(|language| language.has_function_words()))
    }

    pub(super) fn has(&self, word: &str) -> bool {
        let word = folded(word);
        let is_function_word = match self.0 {
            Some(language) => language.has_function_word(&word),
            None => language::is_function_word(&word),
        };
        word.chars().nth(1).is_some() && !is_function_word && !is_small_talk(&word)
    }
}

pub(super) fn is_small_talk(word: &str) -> bool {
    SMALL_TALK.contains(&*folded(word))
}

/// Characters of an answer that are read: its beginning repeats the question's topic.
pub(super) const ANSWER: usize = 300;

/// Maximum words of a message that are read: a query has no more terms.
pub(super) const MOST_WORDS: usize = 96;

/// The first words with a topic, without duplicates.
pub(super) fn content(text: &str) -> Vec<&str> {
    let topics = Topics::of(text);
    let mut seen = HashSet::new();
    let mut is_new = |word: &&str| topics.has(word) && seen.insert(folded(word));
    tokens(text).into_iter().filter(|word| is_new(word)).take(MOST_WORDS).collect()
}

/// The first characters of a text.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// The items of the list in an answer, or the two choices of a question at its end.
pub(super) fn items(answer: &str) -> Vec<&str> {
    let listed: Vec<&str> = answer.lines().filter_map(item).collect();
    if listed.is_empty() { choices(answer).unwrap_or_default() } else { listed }
}

fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let behind_number = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let rest = match line.strip_prefix(['-', '*', '•']) {
        Some(rest) => rest,
        None if behind_number.len() < line.len() => behind_number.strip_prefix(['.', ')'])?,
        None => return None,
    };
    let item = rest.trim();
    (rest.starts_with(char::is_whitespace) && !item.is_empty()).then_some(item)
}

/// Maximum words of the first of two choices.
const CHOICE: usize = 3;

/// “Tom Wieland” and “Tom Berger” of “Do you mean Tom Wieland or Tom Berger?”
fn choices(answer: &str) -> Option<Vec<&str>> {
    let question = answer.trim_end().strip_suffix('?')?;
    let begin = question.rfind(['.', '!', '?', ':', ';', '\n']).map_or(0, |at| at + 1);
    let question = &question[begin..];
    let language = detect(question);
    let is_or = |(of, word): &&(NaturalLanguage, &str)| match language {
        Some(language) => language == *of,
        // Other words in other languages.
        None => !matches!(*word, "o" | "of"),
    };
    let mut or = OR.iter().filter(is_or);
    let (first, second) = or.find_map(|(_, word)| question.rsplit_once(&format!(" {word} ")))?;
    let first = first.trim_end_matches([',', ' ']);
    let spaces: Vec<usize> = first.match_indices(' ').map(|(at, _)| at + 1).collect();
    let begin = spaces.len().checked_sub(CHOICE).and_then(|at| spaces.get(at)).copied();
    Some(vec![&first[begin.unwrap_or(0)..], second.trim()])
}
