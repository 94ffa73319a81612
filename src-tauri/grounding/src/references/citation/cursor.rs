//! Where a model's text is read, and what stands before that on its line.

use conversation::effort::looked_at;

#[derive(Debug)]
pub(super) struct Cursor {
    /// The text from position `base` on. All positions count from the beginning of the whole text.
    pub(super) text: String,
    pub(super) base: usize,
    pub(super) at: usize,
    pub(super) line: Line,
}

/// What stands before the cursor on its line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Only white space.
    pub(super) blank: bool,
    /// Only white space and what opens a quotation.
    pub(super) quoted: bool,
    /// Only what a block may begin with, so that a fence may follow.
    pub(super) prefix: bool,
    pub(super) quotation: bool,
    /// The character before the cursor.
    pub(super) before: char,
}

const LINE_START: Line =
    Line { blank: true, quoted: true, prefix: true, quotation: false, before: '\n' };

impl Cursor {
    pub(super) fn new() -> Self {
        Self { text: String::new(), base: 0, at: 0, line: LINE_START }
    }

    /// Where the text so far ends.
    pub(super) fn end(&self) -> usize {
        self.base + self.text.len()
    }

    pub(super) fn rest(&self, from: usize) -> &str {
        self.text.get(from - self.base..).unwrap_or_default()
    }

    /// Moves on, and keeps account of the line.
    pub(super) fn advance(&mut self, length: usize) {
        let start = self.at - self.base;
        let passed = self.text.get(start..start + length).unwrap_or_default();
        looked_at(length);
        let rest = match passed.rfind('\n') {
            Some(newline) => {
                self.line = LINE_START;
                &passed[newline + 1..]
            }
            None => passed,
        };
        let line = &mut self.line;
        for c in rest.chars() {
            if !line.prefix {
                break;
            }
            let space = c.is_whitespace();
            line.blank &= space;
            line.quotation |= line.quoted && c == '>';
            line.quoted &= space || c == '>';
            line.prefix = space || matches!(c, '>' | '-' | '*' | '+' | '.' | ')' | '0'..='9');
        }
        line.before = rest.chars().next_back().unwrap_or(line.before);
        self.at += length;
    }

    /// Drops the text before `place` where what is left is the smaller part: moving that to the front costs time.
    pub(super) fn drop_before(&mut self, place: usize) {
        let done = place - self.base;
        if done * 2 >= self.text.len() {
            self.text.drain(..done);
            self.base += done;
        }
    }
}
