//! Parses a long text in pieces, to limit the memory of comrak's tree.

use std::{borrow::Cow, ops::Range};

use comrak::{
    Arena,
    nodes::{Node, NodeValue},
    parse_document,
};

use super::{
    super::math::Fence,
    reader::{Block, BlockKind, Reader, block_options},
};

/// Replaces each line's text after its first `most` punctuation marks by `x`. The beginning of a line is enough to
/// find its block.
pub(super) fn with_short_lines(text: &str, from: usize, most: usize) -> Cow<'_, str> {
    if text[from..].split('\n').all(|line| line.len() <= most) {
        return Cow::Borrowed(text);
    }
    let mut source = String::with_capacity(text.len());
    source.push_str(&text[..from]);
    for line in text[from..].split_inclusive('\n') {
        let content = line.trim_end_matches(['\r', '\n']);
        let mut marks = content.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_punctuation());
        let end = marks.nth(most).map_or(content.len(), |(at, _)| at);
        source.push_str(&content[..end]);
        source.push_str(&"x".repeat(content.len() - end));
        source.push_str(&line[content.len()..]);
    }
    Cow::Owned(source)
}

/// Whole lines with at most `window` marks, but at least one line.
pub(super) fn piece_end(text: &str, at: usize, window: usize) -> usize {
    let (mut marks, mut line, mut before) = (0, at, b'\n');
    for (place, byte) in (at..).zip(text[at..].bytes()) {
        // comrak has no node for a blank line.
        marks += usize::from(byte.is_ascii_punctuation() || (byte == b'\n' && before != b'\n'));
        if marks > window && line > at {
            return line;
        }
        if byte == b'\n' {
            line = place + 1;
        }
        before = byte;
    }
    text.len()
}

/// Cut at the end of a piece. comrak parses the next piece without the text before it, so no other block may be open:
/// inside a quote or a nested list it would miss the opening lines and find other blocks.
enum Cut<'a> {
    Behind,
    /// Before the last top-level block, which may be longer than the piece.
    Before(Node<'a>),
    /// Before the last item or row of the list or table that fills the piece.
    Inside(Node<'a>, Node<'a>),
    /// After the fenced code that fills the piece. Only its closing fence ends it, so comrak needn't parse the rest.
    InCode,
}

impl<'a> Cut<'a> {
    /// `is_behind` tests whether a node begins after the piece's first line.
    fn find(root: Node<'a>, is_behind: impl Fn(Node<'a>) -> bool) -> Option<Self> {
        // A block can begin on a comment's last line, but a piece begins with a whole line.
        let last_of = |outer: Node<'a>| {
            outer.reverse_children().find(|node| {
                let start = node.data().sourcepos.start.line;
                let before = node.previous_sibling();
                before.is_some_and(|before| before.data().sourcepos.end.line < start)
                    && is_behind(node)
            })
        };
        if let Some(node) = last_of(root) {
            return Some(Self::Before(node));
        }
        let block = root.first_child().filter(|block| block.next_sibling().is_none())?;
        match &block.data().value {
            NodeValue::List(_) | NodeValue::Table(_) => {
                last_of(block).map(|node| Self::Inside(block, node))
            }
            NodeValue::CodeBlock(code) if code.fenced && !code.closed => Some(Self::InCode),
            _ => None,
        }
    }
}

/// Whether a table's head is indented like code. It is a table only below the paragraph that it interrupts.
fn is_deep_table(node: Node<'_>, line: &str) -> bool {
    let blank = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    matches!(node.data().value, NodeValue::Table(_)) && (blank.len() > 3 || blank.contains('\t'))
}

impl Reader<'_> {
    /// Adds the blocks of `piece` and returns the start of the next one; `None` if it is shorter than its first block.
    pub(super) fn piece(&mut self, source: &str, piece: Range<usize>) -> Option<usize> {
        (self.from, self.first) = (piece.start, self.lines.line_at(piece.start));
        let mut options = block_options();
        // Footnotes would otherwise move to the end of the tree.
        options.parse.leave_footnote_definitions = true;
        let source = self.with_head(source, piece.clone());
        let arena = Arena::new();
        let root = parse_document(&arena, &source, &options);
        let begins = |node: Node<'_>| self.lines.start(self.line(node.data().sourcepos.start.line));
        let cut = match piece.end >= self.text.len() {
            true => Cut::Behind,
            false => Cut::find(root, |node| {
                begins(node) > piece.start && !is_deep_table(node, &self.text[begins(node)..])
            })?,
        };
        let (mut next, mut open) = (piece.end, None);
        let mut todo: Vec<(Node<'_>, usize)> = Vec::new();
        match cut {
            Cut::Behind | Cut::InCode => {
                todo.extend(root.reverse_children().map(|node| (node, 0)));
            }
            Cut::Before(node) => {
                next = begins(node);
                todo.extend(node.preceding_siblings().skip(1).map(|node| (node, 0)));
            }
            Cut::Inside(outer, node) => {
                next = begins(node);
                open = self.enter(outer, 0);
                let at = open?;
                self.end_before(at, next);
                todo.extend(node.preceding_siblings().skip(1).map(|node| (node, at)));
            }
        }
        while let Some((node, parent)) = todo.pop() {
            if let Some(at) = self.enter(node, parent) {
                todo.extend(node.reverse_children().map(|child| (child, at)));
            }
        }
        if matches!(cut, Cut::InCode) {
            next = self.end_code(piece.end);
        }
        self.open = open;
        Some(next)
    }

    /// Prepends the head of a continued table, or a blank line if comrak would skip a byte order mark.
    fn with_head<'a>(&mut self, source: &'a str, piece: Range<usize>) -> Cow<'a, str> {
        let body = self.blocks[0].range.start;
        let open = self.open.map(|at| self.blocks[at]);
        let piece_text = &source[piece.clone()];
        let head = match open.filter(|open| open.kind == BlockKind::Table) {
            Some(table) => {
                let start = self.lines.start(table.lines.start).max(body);
                &source[start..self.lines.end(table.lines.start + 1)]
            }
            None if piece.start > body && piece_text.starts_with('\u{feff}') => "\n",
            None => "",
        };
        self.repeated = head.matches('\n').count();
        match head {
            "" => Cow::Borrowed(piece_text),
            head => Cow::Owned([head, piece_text].concat()),
        }
    }

    fn enter(&mut self, node: Node<'_>, parent: usize) -> Option<usize> {
        match self.open {
            Some(open) if parent == 0 && node.previous_sibling().is_none() => {
                let end = self.line(node.data().sourcepos.end.line);
                let end = end.max(self.blocks[open].lines.end);
                self.blocks[open].lines.end = end;
                self.blocks[open].range.end = self.line_end(end);
                Some(open)
            }
            _ => self.add(node, parent),
        }
    }

    fn end_before(&mut self, at: usize, next: usize) {
        let Block { lines, range, .. } = self.blocks[at];
        let line = (self.lines.line_at(next) - 1).max(lines.start);
        self.blocks[at].lines.end = line;
        self.blocks[at].range.end = self.line_end(line).max(range.start);
    }

    /// Ends the last block, fenced code, at its closing fence after byte `at`; returns the next line's start.
    fn end_code(&mut self, at: usize) -> usize {
        let block = self.blocks.len() - 1;
        let Block { lines, range, .. } = self.blocks[block];
        let opening = &self.text[range.start..self.line_end(lines.start)];
        let fence = Fence::opening(opening.as_bytes());
        let closes = |line: &u32| {
            let text = &self.text[self.lines.start(*line)..self.line_end(*line)];
            let mark = text.trim_start_matches(' ');
            text.len() - mark.len() <= 3 && fence.is_some_and(|it| it.closed_by(mark.as_bytes()))
        };
        let last = self.lines.count();
        let end = (self.lines.line_at(at)..=last).find(closes).unwrap_or(last);
        self.blocks[block].lines.end = end;
        self.blocks[block].range.end = self.line_end(end);
        self.lines.end(end)
    }
}
