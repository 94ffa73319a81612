#[cfg(test)]
mod tests;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Thinking(String),
}

const TAGS: [(&str, &str); 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<|channel>thought", "<channel|>"), // Gemma 4
    ("[THINK]", "[/THINK]"),             // Ministral 3
];

/// Maximum bytes buffered before the answer; longer white space is text.
const MAX_BUFFERED_BYTES: usize = 1024;

/// Separates thinking from the answer while both come in pieces.
///
/// Thinking only counts before the answer, where models put it. A later tag is text, because an answer may be about
/// such tags. Only text that may become a tag is buffered.
#[derive(Debug, Default)]
pub(crate) struct ThinkSplitter {
    state: State,
    buffer: String,
}

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Before,
    /// After thinking, with only white space since.
    After,
    Inside(&'static str),
    Answer,
}

impl ThinkSplitter {
    /// Returns the content that is certain.
    pub(crate) fn push(&mut self, content: &str, out: &mut impl FnMut(Piece)) {
        if matches!(self.state, State::Answer) {
            if !content.is_empty() {
                out(Piece::Text(content.to_owned()));
            }
            return;
        }
        self.buffer.push_str(content);
        while self.step(out) {}
    }

    /// Judges the buffered text; returns true to judge again.
    fn step(&mut self, out: &mut impl FnMut(Piece)) -> bool {
        match self.state {
            State::Answer => {
                if !self.buffer.is_empty() {
                    out(Piece::Text(std::mem::take(&mut self.buffer)));
                }
                false
            }
            State::Before | State::After => {
                let trimmed = self.buffer.trim_start();
                for (open, close) in TAGS {
                    if let Some(rest) = trimmed.strip_prefix(open) {
                        self.buffer = rest.to_owned();
                        self.state = State::Inside(close);
                        return true;
                    }
                }
                if TAGS.iter().any(|(open, _)| open.starts_with(trimmed))
                    && self.buffer.len() <= MAX_BUFFERED_BYTES
                {
                    return false;
                }
                // Empty lines between thinking and answer belong to neither.
                if matches!(self.state, State::After) {
                    self.buffer = trimmed.to_owned();
                }
                self.state = State::Answer;
                true
            }
            State::Inside(close) => {
                if let Some((thought, rest)) = self.buffer.split_once(close) {
                    if !thought.is_empty() {
                        out(Piece::Thinking(thought.to_owned()));
                    }
                    self.buffer = rest.to_owned();
                    self.state = State::After;
                    return true;
                }
                let keep = (1..close.len())
                    .rev()
                    .find(|&length| self.buffer.ends_with(&close[..length]))
                    .unwrap_or(0);
                let rest = self.buffer.split_off(self.buffer.len() - keep);
                let thought = std::mem::replace(&mut self.buffer, rest);
                if !thought.is_empty() {
                    out(Piece::Thinking(thought));
                }
                false
            }
        }
    }

    pub(crate) fn end(&mut self, out: &mut impl FnMut(Piece)) {
        let buffer = std::mem::take(&mut self.buffer);
        if buffer.is_empty() {
            return;
        }
        match self.state {
            State::Inside(_) => out(Piece::Thinking(buffer)),
            State::After if buffer.trim().is_empty() => {}
            _ => out(Piece::Text(buffer)),
        }
    }
}
