//! Looking ahead for the end of inline code.

use std::collections::{HashMap, VecDeque};

use conversation::effort::looked_at;

/// More backticks than these open no code. CommonMark's reference implementation has the same bound.
pub(super) const LONGEST_RUN: usize = 80;

/// Maximum digits of a list item's number, as in CommonMark.
const LONGEST_NUMBER: usize = 9;

/// Maximum bytes of white space that are looked at before a line's first character.
const LONGEST_INDENT: usize = 240;

/// What of a text's inline code is known so far. Each byte is looked at once, however often the
/// question is asked. All positions count from the beginning of the whole text.
///
/// Backticks open code only if as many close it before the end of the *region*: the blank line,
/// heading, list item, table row or fence that ends the paragraph.
#[derive(Debug, Default)]
pub(super) struct CodeLookahead {
    /// Up to where the text has been looked at.
    seen: usize,
    /// The places of the runs of backticks, by their length.
    runs: HashMap<usize, VecDeque<usize>>,
    /// Where the last run that is too long ends, as far as it was seen. What follows there is more of it.
    too_long_to: Option<usize>,
    /// Where the region ends, once that is known.
    end: Option<usize>,
}

/// Where the code that a run of backticks opens ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Closer {
    At(usize),
    Nowhere,
    /// That isn't known yet.
    Unknown,
}

impl CodeLookahead {
    /// Looks for what closes the run of `length` backticks at `start`. `text` begins at `base`, and
    /// is all there is if `last`.
    pub(super) fn closer(
        &mut self,
        text: &str,
        base: usize,
        start: usize,
        length: usize,
        last: bool,
    ) -> Closer {
        if self.end.is_some_and(|end| start >= end) || self.seen < start {
            *self = Self { seen: start + length, ..Self::default() };
        }
        self.look(text, base, last);
        let runs = self.runs.entry(length).or_default();
        while runs.front().is_some_and(|place| *place <= start) {
            runs.pop_front();
        }
        match (runs.front(), self.end) {
            (Some(place), _) => Closer::At(*place),
            (None, Some(_)) => Closer::Nowhere,
            (None, None) => Closer::Unknown,
        }
    }

    fn look(&mut self, text: &str, base: usize, last: bool) {
        let bytes = text.as_bytes();
        while self.end.is_none() {
            let from = self.seen - base;
            let found = bytes[from..].iter().position(|byte| matches!(byte, b'`' | b'\n'));
            looked_at(found.unwrap_or(bytes.len() - from));
            let Some(found) = found else {
                self.seen = base + bytes.len();
                if last {
                    self.end = Some(self.seen);
                }
                return;
            };
            let place = from + found;
            self.seen = base + place;
            if bytes[place] == b'`' {
                let length = run(&bytes[place..]);
                if length > LONGEST_RUN || self.too_long_to == Some(self.seen) {
                    self.seen += length;
                    self.too_long_to = Some(self.seen);
                    continue;
                }
                if place + length == bytes.len() && !last {
                    return;
                }
                self.runs.entry(length).or_default().push_back(base + place);
                self.seen += length;
            } else {
                match ends_paragraph(&text[place + 1..], last) {
                    Some(true) => self.end = Some(self.seen),
                    Some(false) => self.seen += 1,
                    None => return,
                }
            }
        }
    }
}

/// A line without the white space before it; `None` if that is longer than any indentation is.
pub(super) fn without_indent(line: &str) -> Option<&str> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let indent = line.bytes().take_while(blank).take(LONGEST_INDENT + 1).count();
    looked_at(indent);
    (indent <= LONGEST_INDENT).then(|| &line[indent..])
}

/// How many times the first byte is repeated.
pub(super) fn run(bytes: &[u8]) -> usize {
    let length = bytes.iter().take_while(|byte| Some(*byte) == bytes.first()).count();
    looked_at(length);
    length
}

/// Whether a line that begins like this ends the paragraph before it; `None` if it is too short to
/// tell.
fn ends_paragraph(line: &str, last: bool) -> Option<bool> {
    let Some(line) = without_indent(line) else { return Some(false) };
    let undecided = if last { Some(true) } else { None };
    let mut chars = line.chars();
    let Some(first) = chars.next() else { return undecided };
    match first {
        '\n' | '#' | '|' => Some(true),
        '`' | '~' => match run(line.as_bytes()) {
            3.. => Some(true),
            length if length == line.len() && !last => None,
            _ => Some(false),
        },
        '-' | '*' | '+' => match chars.next() {
            Some(next) => Some(next.is_whitespace()),
            None => undecided,
        },
        '0'..='9' => {
            let digits =
                line.bytes().take_while(u8::is_ascii_digit).take(LONGEST_NUMBER + 1).count();
            looked_at(digits);
            if digits > LONGEST_NUMBER {
                return Some(false);
            }
            let rest = &line[digits..];
            let mut chars = rest.chars();
            match (chars.next(), chars.next()) {
                (Some('.' | ')'), Some(next)) => Some(next.is_whitespace()),
                (None, _) | (Some('.' | ')'), None) => undecided,
                _ => Some(false),
            }
        }
        _ => Some(false),
    }
}
