//! A line as it is read from left to right, tabs as columns, and the marks that may stand in it.

use std::ops::Range;

pub(super) struct Line<'a> {
    bytes: &'a [u8],
    pub(super) number: u32,
    /// One past its last byte in the text.
    pub(super) end: usize,
    /// How far it is read, in bytes of the text and in columns.
    pub(super) offset: usize,
    column: usize,
    /// Where the first byte stands that is no space, and how many columns lie before it.
    pub(super) next: usize,
    next_column: usize,
    pub(super) indent: usize,
    pub(super) blank: bool,
    /// A line of stars and dashes is a rule or not: no need to look again before here.
    no_rule_before: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a [u8], number: u32, range: Range<usize>) -> Self {
        Self {
            bytes: &text[..range.end],
            number,
            end: range.end,
            offset: range.start,
            column: 0,
            next: range.start,
            next_column: 0,
            indent: 0,
            blank: false,
            no_rule_before: 0,
        }
    }

    /// Finds the next byte that is no space.
    pub(super) fn look(&mut self) {
        if self.next <= self.offset {
            self.next = self.offset;
            self.next_column = self.column;
            loop {
                match self.bytes.get(self.next) {
                    Some(b' ') => self.next_column += 1,
                    Some(b'\t') => self.next_column += 4 - self.next_column % 4,
                    _ => break,
                }
                self.next += 1;
            }
        }
        self.indent = self.next_column.saturating_sub(self.column);
        self.blank = self.next >= self.end;
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.next).copied()
    }

    /// From the next byte that is no space.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.next..).unwrap_or_default()
    }

    /// From where it is read on.
    pub(super) fn behind(&self) -> &'a [u8] {
        self.bytes.get(self.offset..).unwrap_or_default()
    }

    /// Where the next byte that is no space stands in the text.
    pub(super) fn next_byte(&self) -> usize {
        self.next.min(self.end)
    }

    pub(super) fn byte(&self) -> usize {
        self.offset.min(self.end)
    }

    /// Whether it has nothing at all, not even a space.
    pub(super) fn is_empty(&self) -> bool {
        self.column == 0 && self.offset == self.end
    }

    /// Reads on by `count` bytes.
    pub(super) fn advance(&mut self, count: usize) {
        for _ in 0..count {
            match self.bytes.get(self.offset) {
                Some(b'\t') => self.column += 4 - self.column % 4,
                Some(_) => self.column += 1,
                None => return,
            }
            self.offset += 1;
        }
    }

    /// Reads on by `count` columns, of which a tab may have several.
    pub(super) fn advance_columns(&mut self, mut count: usize) {
        while count > 0 {
            match self.bytes.get(self.offset) {
                Some(b'\t') => {
                    let to_tab = 4 - self.column % 4;
                    self.column += to_tab.min(count);
                    if to_tab > count {
                        return;
                    }
                    self.offset += 1;
                    count -= to_tab;
                }
                Some(_) => {
                    self.offset += 1;
                    self.column += 1;
                    count -= 1;
                }
                None => return,
            }
        }
    }

    pub(super) fn skip_space(&mut self) {
        self.advance(self.next - self.offset);
    }

    fn at_space(&self) -> bool {
        matches!(self.bytes.get(self.offset), Some(b' ' | b'\t'))
    }

    /// Reads on behind a `>` and one space, if they are next.
    pub(super) fn quote_mark(&mut self) -> bool {
        if self.indent > 3 || self.peek() != Some(b'>') {
            return false;
        }
        self.advance_columns(self.indent + 1);
        if self.at_space() {
            self.advance_columns(1);
        }
        true
    }

    /// Reads on behind a list mark of `length` bytes; how many columns the item's text is in.
    pub(super) fn item_indent(&mut self, length: usize) -> usize {
        let before = self.indent;
        self.advance(self.next - self.offset + length);
        let (offset, column) = (self.offset, self.column);
        while self.column - column <= 5 && self.at_space() {
            self.advance_columns(1);
        }
        let spaces = self.column - column;
        if !(1..5).contains(&spaces) || self.offset >= self.end {
            (self.offset, self.column) = (offset, column);
            if spaces > 0 {
                self.advance_columns(1);
            }
            return before + length + 1;
        }
        before + length + spaces
    }

    /// The level of the heading that begins here, and the length of its mark.
    pub(super) fn heading(&self) -> Option<(u8, usize)> {
        let rest = self.rest();
        let length = rest.iter().take_while(|byte| **byte == b'#').count();
        let level = u8::try_from(length).ok().filter(|level| (1..=6).contains(level))?;
        matches!(rest.get(length), None | Some(b' ' | b'\t')).then_some((level, length))
    }

    /// The level of the heading whose underline this is.
    pub(super) fn underline(&self) -> Option<u8> {
        let rest = self.rest();
        let mark = *rest.first().filter(|mark| matches!(mark, b'=' | b'-'))?;
        let length = rest.iter().take_while(|byte| **byte == mark).count();
        let level = if mark == b'=' { 1 } else { 2 };
        rest[length..].iter().all(is_space).then_some(level)
    }

    /// Whether this is a rule: three `*`, `-` or `_` or more, and spaces.
    pub(super) fn rule(&mut self) -> bool {
        if self.no_rule_before > self.next {
            return false;
        }
        let rest = self.rest();
        let Some(mark) = rest.first() else { return false };
        let mut count = 0;
        for (at, byte) in rest.iter().enumerate() {
            if byte == mark {
                count += 1;
            } else if !is_space(byte) {
                self.no_rule_before = self.next + at;
                return false;
            }
        }
        if count < 3 {
            self.no_rule_before = self.end;
        }
        count >= 3
    }

    /// Whether Obsidian's comment of several lines begins here.
    pub(super) fn opens_comment(&self) -> bool {
        let rest = self.rest();
        rest.starts_with(b"%%") && !rest[2..].contains(&b'%')
    }

    /// The length of a footnote's mark, `[^name]:` and the spaces behind.
    pub(super) fn footnote(&self) -> Option<usize> {
        let rest = self.rest();
        let name = rest.strip_prefix(b"[^")?;
        let length = name
            .iter()
            .position(|byte| matches!(byte, b']' | b' ' | b'\t' | b'\r' | b'\n'))
            .filter(|length| *length > 0)?;
        let behind = name[length..].strip_prefix(b"]:")?;
        Some(length + 4 + behind.iter().take_while(|byte| is_space(byte)).count())
    }
}

pub(super) fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The ticks or tildes around code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    mark: u8,
    length: usize,
}

impl Fence {
    pub(crate) fn opening(line: &[u8]) -> Option<Self> {
        let mark = *line.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
        let length = line.iter().take_while(|byte| **byte == mark).count();
        let plain = mark == b'~' || !line[length..].contains(&b'`');
        (length >= 3 && plain).then_some(Self { mark, length })
    }

    pub(crate) fn closed_by(self, line: &[u8]) -> bool {
        let length = line.iter().take_while(|byte| **byte == self.mark).count();
        length >= self.length && line[length..].iter().all(is_space)
    }
}

/// What makes two items of one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListMark {
    /// `-`, `*` or `+`
    Bullet(u8),
    /// A number with `.` or `)` behind.
    Number(u8),
}

impl ListMark {
    /// The mark at the start of `rest` and its length. In the middle of a paragraph fewer count.
    pub(crate) fn at(rest: &[u8], in_paragraph: bool) -> Option<(Self, usize)> {
        let (mark, length) = match rest.first()? {
            bullet @ (b'-' | b'*' | b'+') => (Self::Bullet(*bullet), 1),
            b'0'..=b'9' => {
                let digits = rest.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
                let end = *rest.get(digits).filter(|end| matches!(end, b'.' | b')'))?;
                let is_one = rest[..digits].iter().rev().skip(1).all(|digit| *digit == b'0')
                    && rest[digits - 1] == b'1';
                if in_paragraph && !is_one {
                    return None;
                }
                (Self::Number(end), digits + 1)
            }
            _ => return None,
        };
        let behind = &rest[length..];
        let apart = behind.first().is_none_or(u8::is_ascii_whitespace);
        let empty = behind.iter().all(is_space);
        (apart && !(in_paragraph && empty)).then_some((mark, length))
    }
}
