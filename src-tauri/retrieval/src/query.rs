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
    "their", "them", "then", "there", "these", "they", "this", "those", "through", "to", "too",
    "under", "until", "up", "us", "very", "was", "wasn't", "we", "were", "what", "what's", "when",
    "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "without",
    "won't", "would", "you", "your",
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
    let carries = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.replace('’', "'").to_lowercase();
        !bare.is_empty() && has_topic(&bare)
    };
    let matter: Vec<_> = words.split_whitespace().filter(carries).collect();
    if matter.is_empty() { words } else { matter.join(" ") }
}
