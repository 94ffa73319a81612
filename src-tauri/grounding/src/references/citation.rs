//! Finds citation marks in a model's text.
//!
//! # Markers
//! A marker is any spelling that models use; the answer's text has a mark, `[1]`, instead.
//!
//! `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `[^1]`, `[source 1]` (also document, doc, ref, reference, citation, passage),
//! `【1】`, `【1†source】` and `［1］` are markers, also side by side. A marker becomes one citation for each of its known
//! numbers; a range becomes the known numbers within it. A marker without a known number is deleted together with the
//! space before it, and recorded.
//!
//! These stay text:
//! - fenced code, and inline code that is closed in its paragraph. (Indented code looks the same as a list's text;
//!   the renderer writes citations in it as text.)
//! - `[1](target)`, an image, `[1]: target` and `[^1]: text` at the beginning of a line, and `\[1]`.
//! - brackets with a 0 (`arr[0]`, the interval `[0, 1]`), or with an unknown number of four digits or more
//!   (`[2024]`): no answer has a thousand passages, so that is a year.
//! - a bracket directly after an ASCII letter or digit, if its numbers are unknown (`arr[7]`) or code follows:
//!   `x[1].foo`, `x[1] = 2`. Otherwise it is a citation, as models often omit the space: `salt[1].`
//! - an unknown number after another bracket: `[text][7]`.

mod ahead;
mod cursor;
mod last_marker;
mod marker;
mod output;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::{
    ahead::{Closer, CodeLookahead, LONGEST_RUN, run},
    cursor::Cursor,
    marker::{Marker, Stop},
    output::Output,
};
use conversation::{effort::looked_at, reference::Number};

pub use self::output::{Piece, Tally};

/// Turns streamed model text into text and citations, and holds back only text that may begin a marker.
///
/// The result doesn't depend on how the text is cut into pieces. Nothing is returned before the first letter, digit
/// or citation: if deletions leave none, [`finish`](Self::finish) returns the raw text.
#[derive(Debug)]
pub struct CitationStream {
    known: BTreeSet<Number>,
    cursor: Cursor,
    /// Up to where the cursor's line has been searched for its end.
    searched: usize,
    fence: Option<Fence>,
    ahead: CodeLookahead,
    output: Output,
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    sign: char,
    length: usize,
    quotation: bool,
    /// The fence's first line hasn't ended yet.
    opening: bool,
}

/// The state of the next decision.
enum Step {
    Decided,
    /// Undecided, and must not be shown yet.
    Held,
    /// Undecided, but shown the same either way, except for markers.
    Undecided,
}

impl CitationStream {
    pub fn new(known: BTreeSet<Number>) -> Self {
        Self {
            known,
            cursor: Cursor::new(),
            searched: 0,
            fence: None,
            ahead: CodeLookahead::default(),
            output: Output::new(),
        }
    }

    /// Takes the next piece of text, and returns the pieces that can be shown.
    pub fn push(&mut self, text: &str) -> Vec<Piece> {
        self.cursor.text.push_str(text);
        self.output.record_raw(text);
        self.decide(false);
        self.output.take()
    }

    /// Ends the text: returns the held pieces and the tally.
    pub fn finish(mut self) -> (Vec<Piece>, Tally) {
        self.decide(true);
        self.output.finish()
    }

    pub fn of(known: BTreeSet<Number>, text: &str) -> (Vec<Piece>, Tally) {
        let mut stream = Self::new(known);
        let mut pieces = stream.push(text);
        let (rest, tally) = stream.finish();
        for piece in rest {
            match (pieces.last_mut(), piece) {
                (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
                (_, piece) => pieces.push(piece),
            }
        }
        (pieces, tally)
    }

    fn decide(&mut self, last: bool) {
        let end = self.cursor.end();
        let step = loop {
            if self.cursor.at == end {
                break Step::Decided;
            }
            let step = if self.fence.is_some() { self.in_fence(last) } else { self.next(last) };
            if !matches!(step, Step::Decided) {
                break step;
            }
        };
        let safe = match step {
            Step::Decided => end,
            Step::Held => self.cursor.at,
            Step::Undecided if self.fence.is_some() => end,
            Step::Undecided => {
                let from = self.cursor.at.max(self.output.given);
                let marker = self.cursor.rest(from).find(marker::opens);
                let safe = marker.map_or(end, |offset| from + offset);
                looked_at(safe - from);
                safe
            }
        };
        let Self { cursor, output, .. } = self;
        let gap = if self.fence.is_some() { 0 } else { output.gap_before(cursor, safe) };
        output.give_until(cursor, if last { end } else { safe - gap });
        cursor.drop_before(cursor.at.min(output.given));
    }

    /// Decides the element at `at`, outside of a fence.
    fn next(&mut self, last: bool) -> Step {
        let rest = self.cursor.rest(self.cursor.at);
        let Some(first) = rest.chars().next() else { return Step::Decided };
        match first {
            '`' => self.backticks(last),
            '~' if self.cursor.line.prefix => {
                let length = run(rest.as_bytes());
                if length == rest.len() && length <= LONGEST_RUN && !last {
                    return Step::Undecided;
                }
                if length >= 3 {
                    self.open_fence('~', length.min(LONGEST_RUN));
                }
                self.cursor.advance(length);
                Step::Decided
            }
            '\\' => match rest.chars().nth(1) {
                None if !last => Step::Undecided,
                Some(escaped) if escaped.is_ascii_punctuation() => {
                    self.cursor.advance(2);
                    Step::Decided
                }
                _ => {
                    self.cursor.advance(1);
                    Step::Decided
                }
            },
            _ if marker::opens(first) => self.bracket(first, last),
            _ => {
                let plain = |c: char| !matches!(c, '`' | '~' | '\\') && !marker::opens(c);
                let length = rest.find(|c| !plain(c)).unwrap_or(rest.len()).max(first.len_utf8());
                self.cursor.advance(length);
                Step::Decided
            }
        }
    }

    fn backticks(&mut self, last: bool) -> Step {
        let rest = self.cursor.rest(self.cursor.at);
        let length = run(rest.as_bytes());
        if length > LONGEST_RUN || self.cursor.line.before == '`' {
            self.cursor.advance(length);
            return Step::Decided;
        }
        if length == rest.len() && !last {
            return Step::Undecided;
        }
        if length >= 3 && self.cursor.line.prefix {
            let from = self.searched.max(self.cursor.at + length);
            let found = self.cursor.rest(from).find(['`', '\n']);
            looked_at(found.unwrap_or(self.cursor.end() - from));
            match found {
                Some(found) if self.cursor.rest(from + found).starts_with('\n') => {
                    self.open_fence('`', length);
                    self.cursor.advance(length);
                    return Step::Decided;
                }
                None => {
                    self.searched = self.cursor.end();
                    if !last {
                        return Step::Undecided;
                    }
                    self.open_fence('`', length);
                    self.cursor.advance(length);
                    return Step::Decided;
                }
                Some(found) => self.searched = from + found,
            }
        }
        let cursor = &self.cursor;
        match self.ahead.closer(&cursor.text, cursor.base, cursor.at, length, last) {
            Closer::At(place) => self.cursor.advance(place + length - self.cursor.at),
            Closer::Nowhere => self.cursor.advance(length),
            Closer::Unknown => return Step::Undecided,
        }
        Step::Decided
    }

    fn open_fence(&mut self, sign: char, length: usize) {
        self.fence =
            Some(Fence { sign, length, quotation: self.cursor.line.quotation, opening: true });
    }

    /// Advances by one line in a fence.
    fn in_fence(&mut self, last: bool) -> Step {
        let Some(fence) = self.fence else { return Step::Decided };
        let rest = self.cursor.rest(self.cursor.at);
        if fence.quotation && !fence.opening {
            let line = ahead::without_indent(rest);
            match line.map(|line| line.chars().next()) {
                Some(Some('>')) => {}
                Some(None) if !last => return Step::Held,
                // The quotation ends, and its code with it.
                _ => {
                    self.fence = None;
                    return Step::Decided;
                }
            }
        }
        let from = self.searched.max(self.cursor.at);
        let found = self.cursor.rest(from).find('\n');
        looked_at(found.unwrap_or(self.cursor.end() - from));
        let Some(found) = found else {
            self.searched = self.cursor.end();
            if last {
                self.cursor.advance(self.searched - self.cursor.at);
                return Step::Decided;
            }
            return Step::Undecided;
        };
        let length = from + found + 1 - self.cursor.at;
        let line = self.cursor.rest(self.cursor.at).get(..length).unwrap_or_default();
        let line = line.trim_start_matches([' ', '\t', '>']);
        let closes = line.starts_with(fence.sign)
            && run(line.as_bytes()) >= fence.length
            && line.trim_start_matches(fence.sign).trim().is_empty();
        self.fence = match fence.opening {
            false if closes => None,
            _ => Some(Fence { opening: false, ..fence }),
        };
        self.cursor.advance(length);
        Step::Decided
    }

    fn bracket(&mut self, first: char, last: bool) -> Step {
        // At the end of the text, an incomplete marker is none.
        let settled = |stop| if last && stop == Stop::More { Stop::No } else { stop };
        match self.read_bracket(first, &settled) {
            Err(Stop::More) => return Step::Held,
            Err(Stop::No) => self.cursor.advance(first.len_utf8()),
            Ok(Bracket::Verbatim(length)) => self.cursor.advance(length),
            Ok(Bracket::Known { length, numbers, others }) => {
                if others {
                    self.output.note_unknown(&self.cursor, length);
                }
                self.output.keep(&mut self.cursor, length, &numbers);
            }
            Ok(Bracket::Unknown(length)) => {
                self.output.note_unknown(&self.cursor, length);
                self.output.delete(&mut self.cursor, length);
            }
        }
        Step::Decided
    }

    fn read_bracket(&self, first: char, settled: &dyn Fn(Stop) -> Stop) -> Result<Bracket, Stop> {
        let rest = self.cursor.rest(self.cursor.at);
        if self.cursor.line.before == '!' && rest.starts_with("[[") {
            return Ok(Bracket::Verbatim(2));
        }
        let marker = marker::read(rest).map_err(settled)?;
        let tail = rest.get(marker.len..).unwrap_or_default();
        if first == '[' {
            match marker::link_target(tail).map_err(settled) {
                Ok(target) => return Ok(Bracket::Verbatim(marker.len + target)),
                Err(Stop::More) => return Err(Stop::More),
                Err(Stop::No) => {}
            }
            if self.cursor.line.quoted && tail.starts_with(':') {
                return Ok(Bracket::Verbatim(marker.len));
            }
        }
        self.classify(first, &marker, tail, settled)
    }

    /// Decides by its numbers and surroundings whether a marker cites, or is text or code.
    fn classify(
        &self,
        first: char,
        marker: &Marker,
        tail: &str,
        settled: &dyn Fn(Stop) -> Stop,
    ) -> Result<Bracket, Stop> {
        let length = marker.len;
        let mut numbers: Vec<Number> = Vec::new();
        let mut others = false;
        for &(from, to) in &marker.items {
            let year = |number| number >= 1000 && !self.known.contains(&Number(number));
            if from == 0 || year(from) || year(to) {
                return Ok(Bracket::Verbatim(length));
            }
            let before = numbers.len();
            let mut any = false;
            for number in self.known.range(Number(from)..=Number(to)) {
                any = true;
                if !numbers[..before].contains(number) {
                    numbers.push(*number);
                }
            }
            others |= !any;
        }
        let after_marker = self.output.is_marker_before(self.cursor.at);
        let before = self.cursor.line.before;
        let after_word = first == '[' && before.is_ascii_alphanumeric();
        if numbers.is_empty() {
            let index = after_word || (first == '[' && before == ']' && !after_marker);
            return Ok(if index { Bracket::Verbatim(length) } else { Bracket::Unknown(length) });
        }
        if after_word {
            match marker::program_follows(tail).map_err(settled) {
                Ok(brackets) => return Ok(Bracket::Verbatim(length + brackets)),
                Err(Stop::More) => return Err(Stop::More),
                Err(Stop::No) => {}
            }
        }
        Ok(Bracket::Known { length, numbers, others })
    }
}

enum Bracket {
    /// Text of this length in bytes.
    Verbatim(usize),
    /// A marker with known numbers, and possibly unknown ones.
    Known { length: usize, numbers: Vec<Number>, others: bool },
    /// A marker without a known number, of this length.
    Unknown(usize),
}
