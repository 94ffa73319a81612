//! Splits a sentence into tokens.

use std::ops::Range;

use language::is_capitalised;
use unicode_segmentation::UnicodeSegmentation;

use super::{
    denial::deny,
    lexicon::lexicon,
    number_words::number_word,
    numbers::is_negative,
    signs::{Sign, dense_sign, sign},
    token::{Class, Token},
    words::{Language, fold, is_dense, stem},
};

pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    let letters = words.iter().filter(|(_, word)| word.chars().any(char::is_alphabetic)).count();
    let capitals = words.iter().filter(|(_, word)| is_capitalised(word)).count();
    // Capitals mark names, except in titles and in German, where every noun has one.
    let language = Language::of(text);
    let is_title =
        capitals * 5 > letters * 3 && (letters > 4 || capitals > 2 || capitals == letters);
    let tells = !is_title && language != Language::German;
    let mut tokens: Vec<Token> = Vec::new();
    let mut clause = 0;
    let mut end = 0;
    // The previous character of a dense script, and the offset where the next one must begin to form a pair.
    let mut dense: Option<(Range<usize>, usize)> = None;
    for (index, (at, word)) in words.iter().copied().enumerate() {
        let between = &text[end..at];
        let breaks = between.contains([
            ',', ';', ':', '(', ')', '—', '–', '，', '；', '：', '。', '、', '"', '“', '”', '.',
            '!', '?', '！', '？', '؟', '۔', '؛', '،', '।', '॥',
        ]);
        let first = end == 0 || between.contains(['.', ':', '!', '?', '"', '“', '„', '«', '(']);
        let joins = breaks || is_joint(language, word);
        if joins && tokens.last().is_some_and(|last| last.clause == clause) {
            clause += 1;
        }
        end = at + word.len();
        if word.chars().all(is_dense) {
            // A dense script has no spaces, so each pair of neighbours is a word, also within words of katakana and
            // Hangul. A pair skips a negator: “团不放” gives the pair “团放”, so a denied sentence has the words of the
            // plain one.
            let mut from = at;
            for character in word.chars() {
                let to = from + character.len_utf8();
                let denies = push_dense_sign(&mut tokens, text, from, clause) == Some(Sign::Not);
                dense = match dense.take().filter(|(_, next)| *next == from) {
                    Some((before, _)) if denies => Some((before, to)),
                    before => {
                        if let Some((before, _)) = before {
                            push_dense(&mut tokens, text, before, from..to, clause);
                        }
                        Some((from..to, to))
                    }
                };
                from = to;
            }
            continue;
        }
        dense = None;
        let bound = bound_article(language, word);
        if let Some(article) = bound.strip_suffix(['\'', '’']).map(fold) {
            // The “n'” of “n'est pas” denies.
            let is_not = article == "n";
            let word = if is_not { "ne".to_owned() } else { article };
            let token =
                Token::new(at..at + bound.len(), word.clone(), word, Class::Grammar, clause);
            tokens.push(Token { sign: is_not.then_some(Sign::Not), ..token });
        }
        let (at, word) = (at + bound.len(), &word[bound.len()..]);
        let folded = match as_number(language, word) {
            Some(number) if is_negative(text, at..end) => format!("-{number}"),
            Some(number) => number,
            None => fold(word).replace("p.m", "pm").replace("a.m", "am"),
        };
        let next = words.get(index + 1).map(|(_, next)| *next);
        // A capitalised “May” inside a sentence is the month, not a hedge.
        let sign = sign(language, word, &folded, next).filter(|_| first || word != "May");
        let is_digit = |c: char| c.is_numeric() || matches!(c, '.' | ',' | ':' | '-');
        let class = if folded.chars().all(is_digit) {
            Class::Number
        } else if language.has_grammar(&folded) {
            Class::Grammar
        } else if tells && !first && is_capitalised(word) && word != "I" {
            Class::Name
        } else {
            Class::Content
        };
        let bare = ["'s", "’s"].into_iter().find_map(|end| folded.strip_suffix(end));
        let found = match class {
            Class::Content | Class::Grammar => lexicon().find(bare.unwrap_or(&folded)),
            _ => None,
        };
        let weight = match class {
            Class::Grammar => 0.0,
            _ if sign.is_some() => 0.0,
            Class::Name | Class::Number => 1.0,
            Class::Content => found.map_or(1.0, |id| 1.0 - 0.07 * f32::from(lexicon().level(id))),
        };
        let stem = if class == Class::Number { folded.clone() } else { stem(word) };
        tokens.push(Token {
            word: found,
            sign,
            weight,
            ..Token::new(at..end, folded, stem, class, clause)
        });
    }
    deny(&mut tokens);
    tokens
}

/// The elided word (`l'`, `qu'`) that begins a word of a Romance language, with its apostrophe; empty if none.
fn bound_article(language: Language, word: &str) -> &str {
    #[rustfmt::skip]
    const BOUND: [&str; 24] = [
        "l", "d", "c", "s", "n", "m", "t", "j", "v", "qu", "jusqu", "lorsqu", "puisqu", "un", "all", "dell", "dall", "nell", "sull", "quell", "quest", "dov",
        "com", "cos",
    ];
    let has_none = !matches!(
        language,
        Language::Spanish | Language::French | Language::Italian | Language::Portuguese
    );
    let mut letters = word.char_indices();
    let Some((before, apostrophe)) = letters.find(|(_, c)| !has_none && matches!(c, '\'' | '’'))
    else {
        return "";
    };
    let end = before + apostrophe.len_utf8();
    let is_article = BOUND.contains(&word[..before].to_lowercase().as_str()) && end < word.len();
    if is_article { &word[..end] } else { "" }
}

/// A number's digits without separators, so that `1,000`, `1.000` and “thousand” are equal. “Half” stays a word.
fn as_number(language: Language, word: &str) -> Option<String> {
    let ordinal = ["st", "nd", "rd", "th", "er", "º"].iter().find_map(|it| word.strip_suffix(it));
    let word = ordinal
        .filter(|digits| digits.chars().all(|c| c.is_ascii_digit()) && !digits.is_empty())
        .unwrap_or(word);
    if word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ':'))
    {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        let bare = digits.trim_start_matches('0');
        return Some(if bare.is_empty() { "0".to_owned() } else { bare.to_owned() });
    }
    number_word(language, word).filter(|value| *value > 1).map(|value| value.to_string())
}

fn push_dense(
    tokens: &mut Vec<Token>,
    text: &str,
    one: Range<usize>,
    two: Range<usize>,
    clause: u16,
) {
    let range = one.start..two.end;
    let pair = format!("{}{}", &text[one], &text[two]);
    let token = Token::new(range, pair.clone(), pair, Class::Content, clause);
    tokens.push(Token { weight: 0.6, ..token });
}

/// Adds the Chinese or Japanese word of a [`Sign`] that begins at `at`, such as `没有` or `不`.
fn push_dense_sign(tokens: &mut Vec<Token>, text: &str, at: usize, clause: u16) -> Option<Sign> {
    let (sign, word) = dense_sign(text, at)?;
    let (range, word) = (at..at + word.len(), word.to_owned());
    let token = Token::new(range, word.clone(), word, Class::Grammar, clause);
    tokens.push(Token { sign: Some(sign), ..token });
    Some(sign)
}

/// Tests for a conjunction or relative pronoun, which begins a clause.
fn is_joint(language: Language, word: &str) -> bool {
    let joints = match language {
        Language::English => {
            " but while whereas because although though which who since if when that however yet so "
        }
        Language::German => " aber sondern während weil obwohl dass wenn jedoch doch ",
        Language::Spanish => " pero mientras porque aunque sino cuando que ",
        Language::French => " mais car tandis parce quoique lorsque quand qui que ",
        Language::Italian => " ma mentre perché benché quando che però ",
        Language::Portuguese => " mas enquanto porque embora quando que porém ",
        Language::Russian => " но однако потому если когда который которая которое которые что ",
        Language::Dutch => " maar terwijl omdat hoewel als wanneer dat echter ",
        Language::Swedish => " men medan eftersom fast om när som att ",
        Language::Dense => return false,
    };
    joints.contains(&format!(" {} ", word.to_lowercase()))
}
