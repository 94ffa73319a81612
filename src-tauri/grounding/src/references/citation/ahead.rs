//! Looks ahead for the end of inline code, in which citation marks stay text.

use std::collections::{HashMap, VecDeque};

use conversation::effort::looked_at;

/// Maximum backticks that open code, as in CommonMark's reference implementation.
pub(super) const LONGEST_RUN: usize = 80;

/// Maximum digits of a list number, as in CommonMark.
const LONGEST_NUMBER: usize = 9;

/// Maximum bytes of a line's indentation. Each piece of streamed text may read it again, so the limit bounds the
/// work.
const LONGEST_INDENT: usize = 240;

/// The runs of backticks in a paragraph, as far as it was read. Each byte is read once, however often
/// [`closer`](Self::closer) is called. Positions count from the beginning of the whole text.
///
/// A run opens code only if another run of its length follows in the paragraph. A blank line, heading, list item,
/// table row or fence ends the paragraph.
#[derive(Debug, Default)]
pub(super) struct CodeLookahead {
    /// The position up to which the text was read.
    seen: usize,
    /// The positions of runs of backticks, by length.
    runs: HashMap<usize, VecDeque<usize>>,
    /// The end of the last run that is too long. More backticks may arrive there; they belong to the run.
    too_long_to: Option<usize>,
    /// The end of the paragraph, if known.
    end: Option<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Closer {
    At(usize),
    Nowhere,
    /// Text that hasn't arrived yet decides.
    Unknown,
}

impl CodeLookahead {
    /// Finds the run that closes the `length` backticks at `start`. `text` begins at position `base`, and more
    /// text follows unless `last`.
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

/// A line without its indentation; `None` if the indentation is too long.
pub(super) fn without_indent(line: &str) -> Option<&str> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let indent = line.bytes().take_while(blank).take(LONGEST_INDENT + 1).count();
    looked_at(indent);
    (indent <= LONGEST_INDENT).then(|| &line[indent..])
}

/// The number of equal bytes at the beginning.
pub(super) fn run(bytes: &[u8]) -> usize {
    let length = bytes.iter().take_while(|byte| Some(*byte) == bytes.first()).count();
    looked_at(length);
    length
}

/// True if a line with this beginning ends the paragraph before it; `None` if text to come decides.
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
