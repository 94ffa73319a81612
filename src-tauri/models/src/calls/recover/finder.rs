use super::judge::{Rest, Verdict, judge};
use super::outline::JsonSkipper;
use crate::calls::offer::Offer;

/// Maximum bytes buffered for an unfinished call. Longer text isn't a call.
const MAX_BUFFERED_BYTES: usize = 64 * 1024;

/// Maximum bytes of buffered text that is judged with every piece. Longer text is judged when it has grown by an
/// eighth: judging it with each piece would take quadratic time.
const JUDGED_ALWAYS: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fragment {
    Text(String),
    Call { name: String, arguments: String },
}

/// Finds calls in the pieces of an answer: JSON at the beginning of a line or alone in a code block, and the marks
/// that models are trained to write.
///
/// Only an offered tool's name makes a call; everything else passes unchanged. Only text that may become a call is
/// buffered.
#[derive(Debug)]
pub(crate) struct CallFinder {
    /// The callable tools; without any, nothing is searched.
    names: Vec<String>,
    offer: Offer,
    state: State,
    buffer: String,
    /// Length at which the buffered text is judged again.
    enough: usize,
    at_start: bool,
    last: char,
}

#[derive(Debug)]
enum State {
    Text,
    /// After a call: its possible closing tag, and the gap to drop if another call follows.
    After {
        close: Option<&'static str>,
        gap: String,
    },
    Code {
        mark: char,
        length: usize,
        first_line: bool,
        line: String,
    },
    Json(JsonSkipper),
}

impl CallFinder {
    pub(crate) fn new(offer: &Offer) -> Self {
        let names = if offer.callable { offer.names.clone() } else { Vec::new() };
        let (state, buffer) = (State::Text, String::new());
        Self { names, offer: offer.clone(), state, buffer, enough: 0, at_start: true, last: '\n' }
    }

    /// Returns the text and calls that are certain.
    pub(crate) fn push(&mut self, text: &str, out: &mut impl FnMut(Fragment)) {
        if self.names.is_empty() {
            if !text.is_empty() {
                out(Fragment::Text(text.to_owned()));
            }
            return;
        }
        self.buffer.push_str(text);
        if self.buffer.len() >= self.enough || self.buffer.len() > MAX_BUFFERED_BYTES {
            self.work(false, out);
            let length = self.buffer.len();
            self.enough = if length > JUDGED_ALWAYS { length + length / 8 } else { 0 };
        }
        if self.buffer.len() > MAX_BUFFERED_BYTES {
            self.give_up(out);
        }
    }

    pub(crate) fn end(&mut self, out: &mut impl FnMut(Fragment)) {
        self.work(true, out);
    }

    /// Releases the buffered text, and finds no calls from now on.
    pub(crate) fn give_up(&mut self, out: &mut impl FnMut(Fragment)) {
        self.names.clear();
        let mut text = match std::mem::replace(&mut self.state, State::Text) {
            State::After { gap, .. } => gap,
            _ => String::new(),
        };
        text.push_str(&std::mem::take(&mut self.buffer));
        if !text.is_empty() {
            out(Fragment::Text(text));
        }
    }

    fn work(&mut self, ended: bool, out: &mut impl FnMut(Fragment)) {
        let buffer = std::mem::take(&mut self.buffer);
        let mut rest = buffer.as_str();
        let mut text = String::new();
        while let Some(c) = rest.chars().next() {
            match &mut self.state {
                State::Code { mark, length, first_line, line } => {
                    let inline = *first_line && *mark == '`' && c == '`';
                    let closes = c == '\n' && {
                        let line = line.trim();
                        line.len() >= *length && line.chars().all(|c| c == *mark)
                    };
                    if c == '\n' {
                        line.clear();
                        *first_line = false;
                    } else if !*first_line {
                        line.push(c);
                    }
                    if inline || closes {
                        self.state = State::Text;
                    }
                }
                State::Json(passing) => {
                    if !passing.goes_on(c) {
                        self.state = State::Text;
                    }
                }
                State::After { close, gap } => {
                    let separates = c.is_whitespace() || c == ',' || c == ';';
                    if separates {
                        gap.push(c);
                        rest = &rest[c.len_utf8()..];
                        continue;
                    }
                    if let Some(tag) = *close {
                        if let Some(after) = rest.strip_prefix(tag) {
                            (*close, rest) = (None, after);
                            gap.clear();
                            continue;
                        }
                        if tag.starts_with(rest) && !ended {
                            break;
                        }
                    }
                }
                State::Text => {}
            }
            if !self.may_begin(c) {
                self.pass(&rest[..c.len_utf8()], &mut text);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let at_start = self.at_start || matches!(self.state, State::After { .. });
            let verdict = match judge(rest, at_start, &self.names, ended) {
                Verdict::Open if ended => Verdict::Text(rest.len(), Rest::Anything),
                verdict => verdict,
            };
            match verdict {
                Verdict::Open => break,
                Verdict::Text(length, then) => {
                    let (passed, after) = rest.split_at(length);
                    self.pass(passed, &mut text);
                    rest = after;
                    self.state = match then {
                        Rest::Anything => State::Text,
                        Rest::Json => State::Json(JsonSkipper::after(passed)),
                        Rest::Code { mark, length, first_line } => {
                            State::Code { mark, length, first_line, line: String::new() }
                        }
                    };
                }
                Verdict::Calls(calls, length, close) => {
                    rest = &rest[length..];
                    // A second call may precede the first call's closing tag.
                    let close = match &self.state {
                        State::After { close: before, .. } => close.or(*before),
                        _ => close,
                    };
                    self.state = State::After { close, gap: String::new() };
                    if !text.is_empty() {
                        out(Fragment::Text(std::mem::take(&mut text)));
                    }
                    for (name, arguments) in calls {
                        let arguments = self.offer.typed(&name, arguments);
                        out(Fragment::Call { name, arguments });
                    }
                }
            }
        }
        self.buffer = rest.to_owned();
        if !text.is_empty() {
            out(Fragment::Text(text));
        }
    }

    /// Calls quoted as code within a line don't count.
    fn may_begin(&self, c: char) -> bool {
        let after_call = matches!(self.state, State::After { .. });
        if !after_call && !matches!(self.state, State::Text) {
            return false;
        }
        match c {
            '<' | '[' => self.last != '`',
            '{' | '`' | '~' => self.at_start || after_call,
            _ => false,
        }
    }

    fn pass(&mut self, passed: &str, text: &mut String) {
        if let State::After { gap, .. } = &mut self.state {
            let gap = std::mem::take(gap);
            self.state = State::Text;
            self.pass(&gap, text);
        }
        for c in passed.chars() {
            self.at_start = c == '\n' || self.at_start && c.is_whitespace();
            self.last = c;
        }
        text.push_str(passed);
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
