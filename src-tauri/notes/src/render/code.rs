//! Highlights keywords, strings, comments and numbers in code.
//!
//! A scanner of our own instead of grammars: it reads the text once, so no block delays the page, and loads no tables
//! at the start. syntect 5.3 (its own grammars, regular expressions in Rust, our classes) takes at least 15 ms for 3 KB
//! of Rust and 55 ms for 3 KB of JavaScript, while rendering the whole note takes 0.3 ms here; its first block takes
//! half a second to compile the expressions, and its grammars add 370 KB to the program. A streamed answer is rendered
//! again and again, so the delay would be visible.

mod languages;
mod markup;
#[cfg(test)]
mod tests;
mod token;

use self::{
    languages::{Keys, Language, language},
    token::{ColouredCode, Token},
};

/// Maximum bytes of highlighted code.
const LONGEST: usize = 200_000;

pub(super) fn highlight(name: &str, code: &str) -> Option<String> {
    if code.len() > LONGEST {
        return None;
    }
    let mut out = ColouredCode { html: String::with_capacity(code.len() * 2), last: Token::Plain };
    match name.to_ascii_lowercase().as_str() {
        "diff" | "patch" => markup::diff(code, &mut out),
        "md" | "markdown" => markup::markdown(code, &mut out),
        "html" | "xml" | "svg" | "xhtml" | "vue" | "svelte" => markup::tags(code, &mut out),
        name => Scanner { code, at: 0, language: language(name)?, out: &mut out }.run(),
    }
    out.paint(Token::Plain, "");
    Some(out.html)
}

struct Scanner<'a, 'o> {
    code: &'a str,
    at: usize,
    language: &'static Language,
    out: &'o mut ColouredCode,
}

impl<'a> Scanner<'a, '_> {
    fn run(mut self) {
        while let Some(c) = self.rest().chars().next() {
            if self.comment() || self.string() {
                continue;
            }
            if is_word_start(c) || self.language.marks.contains(c) && self.word_behind_mark() {
                self.word();
            } else if c.is_ascii_digit() {
                let length = number_length(self.rest());
                self.take(Token::Number, length);
            } else {
                self.take(Token::Plain, c.len_utf8());
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.code[self.at..]
    }

    fn take(&mut self, token: Token, length: usize) {
        self.out.paint(token, &self.code[self.at..self.at + length]);
        self.at += length;
    }

    fn at_line_start(&self) -> bool {
        let before = &self.code[..self.at];
        // Looks back only 200 bytes, so that no long line is scanned twice.
        let near = before.len().saturating_sub(200);
        let near = (near..=before.len()).find(|at| before.is_char_boundary(*at)).unwrap_or(0);
        match before[near..].rfind('\n') {
            Some(newline) => {
                before[near + newline..].trim_start_matches(['-', ' ', '\t', '\n']).is_empty()
            }
            None => near == 0 && before.trim_start_matches(['-', ' ', '\t']).is_empty(),
        }
    }

    fn comment(&mut self) -> bool {
        let rest = self.rest();
        for mark in self.language.line_comments {
            // In shells and YAML, a `#` inside a word starts no comment.
            let free = *mark != "#"
                || self.code[..self.at].ends_with(|c: char| c.is_whitespace() || c == ';')
                || self.at == 0
                || self.language.tight_hash;
            if rest.starts_with(mark) && free {
                self.take(Token::Comment, rest.find('\n').unwrap_or(rest.len()));
                return true;
            }
        }
        for (open, close) in self.language.block_comments {
            if let Some(inside) = rest.strip_prefix(open) {
                let end = inside.find(close).map(|at| open.len() + at + close.len());
                self.take(Token::Comment, end.unwrap_or(rest.len()));
                return true;
            }
        }
        false
    }

    fn string(&mut self) -> bool {
        let rest = self.rest();
        let Some(quote) = self.language.strings.iter().find(|quote| rest.starts_with(quote.open))
        else {
            return false;
        };
        let length = quote.length(rest);
        if quote.one_character && !is_character(&rest[..length]) {
            self.take(Token::Plain, quote.open.len());
            return true;
        }
        let key = match self.language.keys {
            Keys::Colon => rest[length..].trim_start_matches([' ', '\t']).starts_with(':'),
            _ => false,
        };
        self.take(if key { Token::Key } else { Token::String }, length);
        true
    }

    fn word_behind_mark(&self) -> bool {
        self.rest().chars().nth(1).is_some_and(is_word_start)
    }

    fn word(&mut self) {
        let rest = self.rest();
        let mark = rest.chars().next().filter(|c| !is_word_start(*c));
        let skip = mark.map_or(0, char::len_utf8);
        let inside = |c: char| is_word(c) || (c == '-' && self.language.dashes);
        let length = skip + rest[skip..].find(|c| !inside(c)).unwrap_or(rest.len() - skip);
        let (word, behind) = rest.split_at(length);
        // Letters before a string: `r"…"`, `f'…'`.
        if self.language.prefixes && word.len() <= 2 && behind.starts_with(['"', '\'', '#']) {
            if let Some(raw) = raw_string_length(word, behind) {
                return self.take(Token::String, length + raw);
            }
            let quoted = self.language.strings.iter().find(|quote| behind.starts_with(quote.open));
            if let Some(quote) = quoted.filter(|_| word.chars().all(|c| "rbfuRBFUc".contains(c))) {
                return self.take(Token::String, length + quote.length(behind));
            }
        }
        let token = self.kind(mark, word, behind);
        self.take(token, length);
    }

    fn kind(&self, mark: Option<char>, word: &str, behind: &str) -> Token {
        let language = self.language;
        match mark {
            Some('@' | '#') => return Token::Key,
            Some(_) => return Token::Type,
            None => {}
        }
        let among = |list: &str| {
            list.split_ascii_whitespace().any(|known| {
                known == word || (language.any_case && known.eq_ignore_ascii_case(word))
            })
        };
        let next = behind.trim_start_matches([' ', '\t']);
        let key = match language.keys {
            Keys::None => false,
            // Not `a::b`, and in YAML not `a:b`.
            Keys::Colon => {
                next.starts_with(':')
                    && !next.starts_with("::")
                    && (!language.dashes || behind.starts_with(':'))
                    && !next[1..].starts_with(|c: char| language.line_keys && !c.is_whitespace())
                    && (!language.line_keys || self.at_line_start())
            }
            Keys::Equals => next.starts_with('=') && !next.starts_with("=="),
        };
        // A method may have a keyword's name.
        let member = self.code[..self.at].ends_with('.') && !self.code[..self.at].ends_with("..");
        if key {
            Token::Key
        } else if !member && among(language.keywords) {
            Token::Keyword
        } else if !member && among(language.types) {
            Token::Type
        } else if behind.starts_with('(')
            || (behind.starts_with('!') && language.macros && !behind.starts_with("!="))
        {
            Token::Name
        } else if language.capitals && word.starts_with(char::is_uppercase) {
            Token::Type
        } else {
            Token::Plain
        }
    }
}

fn is_word_start(c: char) -> bool {
    // A placeholder (a private character) stays in one piece.
    c.is_alphabetic() || c == '_' || matches!(c, '\u{e000}'..='\u{f8ff}')
}

fn is_word(c: char) -> bool {
    is_word_start(c) || c.is_alphanumeric()
}

fn number_length(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !text.starts_with("0x");
        let dot = c == '.' && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        if !(c.is_alphanumeric() || c == '_' || dot || sign) {
            return at;
        }
        before = c;
    }
    text.len()
}

/// Tells a character from a lifetime or an apostrophe.
fn is_character(text: &str) -> bool {
    let inside = text.trim_matches('\'');
    text.len() > 2
        && text.ends_with('\'')
        && (inside.starts_with('\\') || inside.chars().count() <= 1)
}

/// Length after the `r` of Rust's `r#"…"#`.
fn raw_string_length(word: &str, behind: &str) -> Option<usize> {
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    if !matches!(word, "r" | "br" | "cr") || hashes == 0 || !behind[hashes..].starts_with('"') {
        return None;
    }
    let close = format!("\"{}", &behind[..hashes]);
    let end = behind[hashes + 1..].find(&close);
    Some(end.map_or(behind.len(), |end| hashes + 1 + end + close.len()))
}
