//! The reading position in a model's text, and the beginning of its line.

use conversation::effort::looked_at;

#[derive(Debug)]
pub(super) struct Cursor {
    /// The text from position `base` on. All positions count from the beginning of the whole text.
    pub(super) text: String,
    pub(super) base: usize,
    pub(super) at: usize,
    pub(super) line: Line,
}

/// The text before the cursor on its line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// True for only white space.
    pub(super) blank: bool,
    /// True for only white space and `>`.
    pub(super) quoted: bool,
    /// True for only white space and signs of quotations and list items, behind which a code fence may begin.
    pub(super) prefix: bool,
    /// True in a quotation.
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

    /// The end position of the text so far.
    pub(super) fn end(&self) -> usize {
        self.base + self.text.len()
    }

    pub(super) fn rest(&self, from: usize) -> &str {
        self.text.get(from - self.base..).unwrap_or_default()
    }

    /// Advances by `length` bytes, and updates `line`.
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

    /// Drops the text before `place` if it is at least half of the text. Each drop moves the rest to the front, so
    /// frequent drops of little text would cost time.
    pub(super) fn drop_before(&mut self, place: usize) {
        let done = place - self.base;
        if done * 2 >= self.text.len() {
            self.text.drain(..done);
            self.base += done;
        }
    }
}
