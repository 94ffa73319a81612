//! Splits a question into words, numbers and other characters, without what it quotes or links.

use std::ops::Range;

use crate::fold;

/// Replaces quoted characters.
pub(super) const HIDDEN: char = '\u{fffc}';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Other,
}

#[derive(Debug)]
pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    /// Folded.
    pub(super) text: String,
    pub(super) is_capital: bool,
    /// Whether no space comes before it.
    pub(super) is_glued: bool,
}

const QUOTES: [(&str, &[&str]); 11] = [
    ("[[", &["]]"]),
    ("```", &["```"]),
    ("`", &["`"]),
    ("\"", &["\""]),
    ("“", &["”"]),
    ("„", &["“", "”"]),
    ("«", &["»"]),
    ("»", &["«"]),
    ("「", &["」"]),
    ("『", &["』"]),
    ("《", &["》"]),
];

/// The characters with their positions; quotes, links, code and addresses are replaced by [`HIDDEN`].
pub(super) fn visible(text: &str) -> Vec<(usize, char)> {
    let mut hidden: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|it| !it.is_empty()) {
        let end = quoted(text, at).or_else(|| address(text, at));
        if let Some(end) = end {
            hidden.push(at..end);
        }
        at = end.unwrap_or(at + rest.chars().next().map_or(1, char::len_utf8));
    }
    let mut hidden = hidden.into_iter().peekable();
    text.char_indices()
        .map(|(at, char)| {
            while hidden.next_if(|it| it.end <= at).is_some() {}
            (at, if hidden.peek().is_some_and(|it| it.contains(&at)) { HIDDEN } else { char })
        })
        .collect()
}

/// The end of a quotation that begins at `at`.
fn quoted(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    for (open, closes) in QUOTES {
        let Some(inner) = rest.strip_prefix(open) else { continue };
        let close =
            closes.iter().filter_map(|close| Some(inner.find(close)? + close.len())).min()?;
        return Some(at + open.len() + close);
    }
    // A single quote may be an apostrophe: it opens before a word and closes after one.
    let open = rest.chars().next().filter(|it| matches!(it, '\'' | '‘'))?;
    let before = text.get(..at)?.chars().next_back();
    let inner = rest.get(open.len_utf8()..)?;
    if before.is_some_and(char::is_alphanumeric) || inner.starts_with(char::is_whitespace) {
        return None;
    }
    let (close, mark) = inner.match_indices(['\'', '’']).find(|(at, mark)| {
        let after = inner.get(at + mark.len()..).and_then(|it| it.chars().next());
        !after.is_some_and(char::is_alphanumeric)
    })?;
    Some(at + open.len_utf8() + close + mark.len())
}

/// The end of a word with `://` in it.
fn address(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    if !rest.starts_with("http://") && !rest.starts_with("https://") {
        return None;
    }
    Some(at + rest.find(char::is_whitespace).unwrap_or(rest.len()))
}

pub(super) fn split(chars: &[(usize, char)], length: usize) -> Vec<Token> {
    let end_of = |at: usize| chars.get(at).map_or(length, |it| it.0);
    let char_at = |at: usize| chars.get(at).map(|it| it.1);
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut is_glued = false;
    while let Some(char) = char_at(at) {
        let begin = at;
        at += 1;
        if char.is_whitespace() {
            is_glued = false;
            continue;
        }
        let kind = if is_letter(char) {
            while let Some(next) = char_at(at) {
                let is_apostrophe =
                    matches!(next, '\'' | '’') && char_at(at + 1).is_some_and(is_letter);
                if !is_letter(next) && !is_apostrophe {
                    break;
                }
                at += 1;
            }
            Kind::Word
        } else if char.is_ascii_digit() {
            while char_at(at).is_some_and(|it| it.is_ascii_digit()) {
                at += 1;
            }
            Kind::Number
        } else {
            Kind::Other
        };
        let text: String = chars.iter().take(at).skip(begin).map(|it| it.1).collect();
        tokens.push(Token {
            range: end_of(begin)..end_of(at),
            kind,
            text: fold(&text),
            is_capital: char.is_uppercase(),
            is_glued,
        });
        is_glued = true;
    }
    tokens
}

/// Letters of scripts with spaces between words, and their combining marks.
fn is_letter(char: char) -> bool {
    (char.is_alphabetic() && !is_han(char)) || matches!(char, '\u{300}'..='\u{36f}')
}

fn is_han(char: char) -> bool {
    matches!(char, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
