//! Words of a question, as the rules for titles compare them.

use language::is_function_word;

/// Words without a topic. Function words have a list of their own.
const SMALL_TALK: &str = "\
    hi hello hey hallo moin servus hm hmm um uh äh ähm ok okay oh ah thanks thank danke yes no ja nein yeah nope know \
    mean say said tell think wonder help hilf question frage test new neu neues news thing things good morning \
    afternoon evening guten morgen tag abend notes vault notizen weißt sag sage heißt meinst";

/// Words that begin another question behind “and”.
pub(super) const ASKING: &str = "\
    what who where when which how why do does did is are was were wer wo wann wie warum wieso welche welcher welches";

/// Minimum Chinese, Japanese or Korean characters of a topic. Shorter words may be greetings.
const LEAST_WIDE: usize = 3;

/// A word in lower case, without the signs around it.
pub(super) fn folded(word: &str) -> String {
    // “C++” and “C#” are names.
    let signs = |c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#');
    word.trim_matches(signs).to_lowercase().replace('’', "'")
}

pub(super) fn is_one_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// True for characters as wide as two Latin letters.
pub(super) fn is_wide(character: char) -> bool {
    character >= '\u{2e80}'
}

pub(super) fn have_topic(words: &[&str]) -> bool {
    words.iter().any(|word| has_topic(&folded(word)))
}

fn has_topic(word: &str) -> bool {
    let wide = word.chars().filter(|c| is_wide(*c)).count();
    if (1..LEAST_WIDE).contains(&wide) {
        return false;
    }
    // Cuts “what's” to “what”.
    let stem = word.split('\'').next().unwrap_or_default();
    let is_empty = |word: &str| is_function_word(word) || is_one_of(SMALL_TALK, word);
    let is_word = word.chars().nth(1).is_some() || word.chars().any(char::is_numeric);
    is_word && !is_empty(word) && !is_empty(stem)
}

/// The words before a second question: “… and where is it?”
pub(super) fn first_question<'a>(words: &'a [&'a str]) -> &'a [&'a str] {
    let is_next = |pair: &[&str]| {
        is_one_of("and und or oder", &folded(pair[0])) && is_one_of(ASKING, &folded(pair[1]))
    };
    match words.windows(2).position(is_next) {
        Some(end) if end > 0 => &words[..end],
        _ => words,
    }
}
