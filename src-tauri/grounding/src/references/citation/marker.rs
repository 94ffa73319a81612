//! Reads citation markers, which are incomplete while their text is streamed.
//!
//! ```text
//! marker := '[' list ']' | '[[' list ']]' | '【' list dagger? '】' | '［' list '］'
//! list   := item ((',' | ';' | '&' | 'and' | …) item)*
//! item   := (word (':' | '.')?)? ('^' | '#')? number (dash number)?
//! word   := source, document, doc, ref, reference, citation, passage, and their plurals
//! dagger := ('†' | ':') …   as some models were trained to write: 【3†source】
//! ```

use conversation::effort::looked_at;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// Incomplete, but may become a marker.
    More,
    /// No marker.
    No,
}

/// A marker, before its numbers are looked up.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marker {
    /// In bytes.
    pub(super) len: usize,
    /// Inclusive ranges of numbers.
    pub(super) items: Vec<(u32, u32)>,
}

/// Words that models put before a number.
const WORDS: &[&str] = &[
    "source",
    "sources",
    "document",
    "documents",
    "doc",
    "docs",
    "ref",
    "refs",
    "reference",
    "references",
    "citation",
    "citations",
    "passage",
    "passages",
];

/// Maximum bytes of a marker, which limits how much streamed text is held back.
const LONGEST: usize = 160;

/// Number of characters after which an unfinished link target counts as a link target, to hold back no more text.
const SURELY_TARGET: usize = 240;

/// Maximum number of further index brackets to read, such as the `[0]` of `x[1][0] = 2`.
const INDEX_BRACKETS: u32 = 4;

struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Result<char, Stop> {
        self.rest.chars().next().ok_or(Stop::More)
    }

    fn bump(&mut self) {
        looked_at(1);
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn take(&mut self, wanted: char) -> Result<(), Stop> {
        if self.peek()? == wanted {
            self.bump();
            Ok(())
        } else {
            Err(Stop::No)
        }
    }

    fn spaces(&mut self) -> Result<bool, Stop> {
        let mut any = false;
        while matches!(self.peek()?, ' ' | '\t' | '\u{a0}' | '\u{202f}' | '\u{3000}') {
            self.bump();
            any = true;
        }
        Ok(any)
    }

    fn word(&mut self, words: &[&str]) -> Result<(), Stop> {
        let letters = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        looked_at(letters);
        let (word, rest) = self.rest.split_at(letters);
        if rest.is_empty() {
            let begins = |known: &&str| {
                known.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            };
            return Err(if words.iter().any(begins) { Stop::More } else { Stop::No });
        }
        if words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            self.rest = rest;
            Ok(())
        } else {
            Err(Stop::No)
        }
    }

    /// A number of one to nine digits.
    fn number(&mut self) -> Result<u32, Stop> {
        let mut value = 0;
        let mut digits = 0;
        while let Some(digit) = digit(self.peek()?) {
            digits += 1;
            if digits > 9 {
                return Err(Stop::No);
            }
            value = value * 10 + digit;
            self.bump();
        }
        if digits == 0 { Err(Stop::No) } else { Ok(value) }
    }

    fn item(&mut self) -> Result<(u32, u32), Stop> {
        if self.peek()?.is_ascii_alphabetic() {
            self.word(WORDS)?;
            if matches!(self.peek()?, ':' | '.') {
                self.bump();
            }
            self.spaces()?;
        }
        if matches!(self.peek()?, '^' | '#') {
            self.bump();
        }
        let first = self.number()?;
        let before = self.rest;
        self.spaces()?;
        if !matches!(self.peek()?, '-' | '‐' | '‑' | '–' | '—' | '−' | '~' | '～') {
            self.rest = before;
            return Ok((first, first));
        }
        self.bump();
        self.spaces()?;
        let last = self.number()?;
        if first <= last { Ok((first, last)) } else { Err(Stop::No) }
    }

    /// Skips the separator of two items; `false` if there is none.
    fn separator(&mut self) -> Result<bool, Stop> {
        let spaced = self.spaces()?;
        let mut any = false;
        if matches!(self.peek()?, ',' | ';' | '&' | '，' | '、' | '；') {
            self.bump();
            self.spaces()?;
            any = true;
        }
        if (any || spaced) && matches!(self.peek()?, 'a' | 'A') {
            self.word(&["and"])?;
            self.spaces()?;
            any = true;
        }
        Ok(any)
    }
}

fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => c.to_digit(10),
    }
}

/// Characters that can begin a marker.
pub(super) fn opens(c: char) -> bool {
    matches!(c, '[' | '【' | '［')
}

pub(super) fn read(text: &str) -> Result<Marker, Stop> {
    let near = &text[..text.ceil_char_boundary(LONGEST)];
    let marker = read_unbounded(near);
    match marker {
        Err(Stop::More) if text.len() > LONGEST => Err(Stop::No),
        Ok(marker) if marker.len > LONGEST => Err(Stop::No),
        marker => marker,
    }
}

fn read_unbounded(text: &str) -> Result<Marker, Stop> {
    let mut cursor = Cursor { rest: text };
    let (close, dagger) = match cursor.peek()? {
        '【' => ('】', true),
        '［' => ('］', false),
        '[' => (']', false),
        _ => return Err(Stop::No),
    };
    cursor.bump();
    let double = close == ']' && cursor.peek()? == '[';
    if double {
        cursor.bump();
    }
    cursor.spaces()?;
    let mut items = vec![cursor.item()?];
    while cursor.separator()? {
        items.push(cursor.item()?);
    }
    if dagger && matches!(cursor.peek()?, '†' | ':') {
        while !matches!(cursor.peek()?, '】') {
            if cursor.peek()? == '\n' {
                return Err(Stop::No);
            }
            cursor.bump();
        }
    }
    cursor.take(close)?;
    if double {
        cursor.take(close)?;
    }
    Ok(Marker { len: text.len() - cursor.rest.len(), items })
}

/// The length of a Markdown link target after a `]`: `(target)` or `(target "title")`. If it is longer than
/// [`SURELY_TARGET`], only the length of the `(`.
pub(super) fn link_target(text: &str) -> Result<usize, Stop> {
    let near = match text.char_indices().nth(SURELY_TARGET) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    match read_target(near) {
        Err(Stop::More) if near.len() < text.len() => Ok(1),
        target => target,
    }
}

fn read_target(text: &str) -> Result<usize, Stop> {
    let mut cursor = Cursor { rest: text };
    cursor.take('(')?;
    cursor.spaces()?;
    if cursor.peek()? == '<' {
        while cursor.peek()? != '>' {
            if cursor.peek()? == '\n' {
                return Err(Stop::No);
            }
            cursor.bump();
        }
        cursor.bump();
    } else {
        let mut depth = 0_u32;
        loop {
            match cursor.peek()? {
                '(' => depth += 1,
                ')' if depth == 0 => break,
                ')' => depth -= 1,
                c if c.is_whitespace() => break,
                _ => {}
            }
            cursor.bump();
        }
    }
    cursor.spaces()?;
    let quote = match cursor.peek()? {
        ')' => {
            cursor.bump();
            return Ok(text.len() - cursor.rest.len());
        }
        quote @ ('"' | '\'') => quote,
        _ => return Err(Stop::No),
    };
    cursor.bump();
    while cursor.peek()? != quote {
        if cursor.peek()? == '\n' {
            return Err(Stop::No);
        }
        cursor.bump();
    }
    cursor.bump();
    cursor.spaces()?;
    cursor.take(')')?;
    Ok(text.len() - cursor.rest.len())
}

/// Recognises code after the `]` of a bracket that directly follows a word: `x[1].foo`, `x[1] = 2`, `x[1][0] += 1`,
/// `x[1]++`. Returns the length of the further index brackets, here `[0]`. Prose has a space there, or the sentence's
/// end.
pub(super) fn program_follows(text: &str) -> Result<usize, Stop> {
    let mut cursor = Cursor { rest: text };
    for _ in 0..INDEX_BRACKETS {
        if cursor.peek()? != '[' {
            break;
        }
        let before = cursor.rest;
        cursor.bump();
        let index = cursor.number().and_then(|_| cursor.take(']'));
        match index {
            Ok(()) => {}
            Err(Stop::More) => return Err(Stop::More),
            Err(Stop::No) => {
                cursor.rest = before;
                break;
            }
        }
    }
    let brackets = text.len() - cursor.rest.len();
    let yes = |is| if is { Ok(brackets) } else { Err(Stop::No) };
    if cursor.peek()? == '.' {
        cursor.bump();
        let next = cursor.peek()?;
        return yes(next.is_ascii_lowercase() || next == '_');
    }
    // Code has at most one space before an operator; looking further would hold back more text.
    if cursor.peek()? == ' ' {
        cursor.bump();
    }
    let operator = cursor.peek()?;
    match operator {
        // `=>` is an arrow, which prose has, too.
        '=' => {
            cursor.bump();
            yes(cursor.peek()? != '>')
        }
        '+' | '-' | '*' | '/' => {
            cursor.bump();
            let next = cursor.peek()?;
            yes(next == '=' || (operator == '+' && next == '+'))
        }
        _ => Err(Stop::No),
    }
}
