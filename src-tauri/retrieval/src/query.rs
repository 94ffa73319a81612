#[cfg(test)]
mod tests;

use language::{NaturalLanguage, detect};

/// English words without a topic. A passage that shares only these with a question doesn't answer it. The other
/// languages' words are in [`NaturalLanguage`]. In a language without a list, all words of a question are searched,
/// which finds too much rather than too little.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "aren't", "as",
    "at", "be", "because", "been", "before", "being", "between", "both", "but", "by", "can",
    "can't", "could", "did", "didn't", "do", "does", "doesn't", "doing", "don't", "each", "either",
    "every", "few", "for", "from", "had", "has", "have", "having", "he", "her", "here", "him",
    "his", "how", "i", "i'm", "i've", "if", "in", "into", "is", "isn't", "it", "it's", "its",
    "just", "let", "may", "me", "might", "more", "most", "much", "must", "my", "no", "nor", "not",
    "of", "off", "on", "only", "or", "other", "our", "out", "over", "please", "really", "same",
    "shall", "she", "should", "so", "some", "such", "tell", "than", "that", "that's", "the",
    "their", "them", "then", "there", "these", "they", "thing", "things", "this", "those",
    "through", "to", "too", "under", "until", "up", "us", "very", "was", "wasn't", "we", "were",
    "what", "what's", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "without", "won't", "would", "you", "your",
];

/// What follows “in the past”, “over the” or “of the last few”: it says when, and names no topic.
const SPANS: &[&str] = &["year", "years", "month", "months", "week", "weeks"];

/// What stands before one of [`SPANS`], nearest last.
const BEFORE_SPAN: &[&str] =
    &["the", "past", "last", "this", "whole", "entire", "few", "couple", "of"];

/// What follows “which” or “at what”, and asks for a time. Notes have the time, not these words.
const TIMES: &[&str] = &[
    "day",
    "time",
    "date",
    "weekday",
    "hour",
    "tag",
    "wochentag",
    "datum",
    "uhrzeit",
    "uhr",
    "día",
    "hora",
    "fecha",
    "jour",
    "heure",
    "date",
    "giorno",
    "ora",
    "dia",
    "dag",
    "tijd",
    "tid",
];

/// What stands before one of [`TIMES`].
const BEFORE_TIME: &[&str] = &[
    "what", "which", "welchem", "welchen", "welcher", "welche", "welches", "viel", "wieviel",
    "qué", "quel", "quelle", "che", "quale", "que", "welke", "vilken",
];

/// A question without the characters that the search takes for operators (quotes, `-word`, `tag:`) and without link
/// syntax.
pub(super) fn words(question: &str) -> String {
    let mut words = String::with_capacity(question.len());
    for character in question.chars() {
        let word_begins = words.chars().next_back().is_none_or(char::is_whitespace);
        match character {
            '"' | '“' | '”' | ':' | '[' | ']' | '|' | '#' | '^' => words.push(' '),
            '-' if word_begins => words.push(' '),
            other => words.push(other),
        }
    }
    words
}

pub fn matter(question: &str) -> String {
    let words = words(question);
    let language = detect(&words)
        .filter(|language| language.has_function_words() && *language != NaturalLanguage::English);
    let has_topic = |word: &str| match language {
        Some(language) => !language.has_function_word(word),
        None => !FUNCTION_WORDS.contains(&word),
    };
    let all: Vec<(&str, String)> = words
        .split_whitespace()
        .map(|word| {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            (word, bare.replace('’', "'").to_lowercase())
        })
        .collect();
    let mut is_of_span = vec![false; all.len()];
    for end in (1..all.len()).filter(|end| SPANS.contains(&&*all[*end].1)) {
        let before = all[..end].iter().rev().take_while(|(_, bare)| BEFORE_SPAN.contains(&&**bare));
        let begin = end - before.count();
        if begin < end {
            is_of_span[begin..=end].fill(true);
        }
    }
    let asks_for_time = |at: usize| {
        at > 0 && TIMES.contains(&&*all[at].1) && BEFORE_TIME.contains(&&*all[at - 1].1)
    };
    let carries = |at: &usize| {
        let bare = &all[*at].1;
        !bare.is_empty() && !is_of_span[*at] && !asks_for_time(*at) && has_topic(bare)
    };
    let matter: Vec<_> = (0..all.len()).filter(carries).map(|at| all[at].0).collect();
    if matter.is_empty() { words } else { matter.join(" ") }
}
