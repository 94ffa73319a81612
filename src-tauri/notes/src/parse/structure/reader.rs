use std::num::NonZeroU32;

use comrak::{
    Options,
    nodes::{LineColumn, Node, NodeValue},
};

use super::super::{definition::Definitions, math::prefix_len};
use crate::{
    ByteRange, LineRange,
    text::{Lines, grow},
};

/// Blocks are ordered by their starts, so a block precedes its content.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    pub kind: BlockKind,
    /// Index in the list. The first block is the body, which is its own parent.
    pub parent: usize,
    pub lines: LineRange,
    /// Begins after the marks of the enclosing blocks. Excludes a heading's `#` or underline, a comment's `%%`, and
    /// link definitions at a paragraph's start.
    pub range: ByteRange,
    /// Index of the previous sibling.
    pub(crate) before: Option<NonZeroU32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    Body,
    Quote,
    Callout,
    List,
    Item,
    Footnote,
    Paragraph,
    Heading { level: u8, underlined: bool },
    Table,
    Row,
    Code,
    Html,
    Comment,
    Rule,
}

/// The renderer extends these options, so that it finds the same blocks.
pub(crate) fn block_options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.footnotes = true;
    options.extension.ofm_comments = true;
    options.extension.ofm_callouts = true;
    options
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// First byte of the current piece; of the body once all pieces are read.
    pub(super) from: usize,
    /// The line of `from`.
    pub(super) first: u32,
    pub(super) lines: &'a Lines<'a>,
    pub(super) blocks: Vec<Block>,
    /// Index of each block's last child so far, the next child's `before`.
    pub(super) last_child: Vec<Option<NonZeroU32>>,
    /// Last line of each block's children.
    pub(super) ends: Vec<u32>,
    /// Index of the list or table that the previous piece left unfinished.
    pub(super) open: Option<usize>,
    /// Number of lines prepended to the piece: an unfinished table's head, or a blank line before a byte order mark.
    pub(super) repeated: usize,
}

impl Reader<'_> {
    /// Adds the node's block. Returns its index if it can contain blocks, as their `parent`.
    pub(super) fn add(&mut self, node: Node<'_>, parent: usize) -> Option<usize> {
        let data = node.data();
        let kind = kind_of(&data.value)?;
        let (start, end) = (data.sourcepos.start, data.sourcepos.end);
        if start.line <= self.repeated {
            return None;
        }
        let lines = LineRange { start: self.line(start.line), end: self.line(end.line) };
        let range = ByteRange { start: self.byte(start), end: self.line_end(lines.end) };
        let at = self.blocks.len();
        let number = u32::try_from(at).ok().and_then(NonZeroU32::new);
        let before = self.last_child[parent];
        self.last_child[parent] = number;
        let mut block = Block { kind, parent, lines, range, before };
        self.trim(&mut block);
        grow(&mut self.blocks);
        grow(&mut self.last_child);
        self.blocks.push(block);
        self.last_child.push(None);
        kind.holds_blocks().then_some(at)
    }

    fn trim(&self, block: &mut Block) {
        let range = &mut block.range;
        match block.kind {
            BlockKind::Heading { underlined: false, .. } => {
                let written = &self.text[range.start..range.end];
                let text = written.trim_start_matches('#').trim_start_matches([' ', '\t']);
                range.start = range.end - text.len();
                range.end = range.start + without_closing_marks(text).len();
            }
            BlockKind::Heading { underlined: true, .. } => {
                range.end = self.line_end(block.lines.end.saturating_sub(1)).max(range.start);
            }
            BlockKind::Comment => {
                range.start = (range.start + 2).min(range.end);
                if let Some(close) = self.text[range.start..range.end].find("%%") {
                    range.end = range.start + close;
                }
            }
            _ => {}
        }
    }

    pub(super) fn line(&self, line: usize) -> u32 {
        let behind = line.saturating_sub(self.repeated + 1);
        u32::try_from(behind).unwrap_or(u32::MAX).saturating_add(self.first)
    }

    pub(super) fn line_end(&self, line: u32) -> usize {
        self.lines.start(line) + self.lines.text(line).len()
    }

    pub(super) fn byte(&self, place: LineColumn) -> usize {
        let line = self.line(place.line);
        let start = self.lines.start(line).max(self.from);
        // comrak counts a NUL as the three bytes of its replacement.
        let at = (start + place.column.saturating_sub(1)).min(self.line_end(line)).max(start);
        self.text.floor_char_boundary(at)
    }

    /// Ends each container on its last line with content.
    pub(super) fn close_containers(&mut self) {
        for at in (1..self.blocks.len()).rev() {
            let Block { kind, parent, mut lines, .. } = self.blocks[at];
            if kind.holds_blocks() {
                // The loop runs backwards, so the children are closed already.
                let children_end = self.ends[at].max(lines.start);
                while lines.end > children_end && self.is_bare(lines.end) {
                    lines.end -= 1;
                }
                lines.end = lines.end.max(children_end);
                self.blocks[at].lines = lines;
                self.blocks[at].range.end =
                    self.line_end(lines.end).max(self.blocks[at].range.start);
            }
            self.ends[parent] = self.ends[parent].max(lines.end);
        }
    }

    fn is_bare(&self, line: u32) -> bool {
        let text = self.lines.text(line);
        text[prefix_len(text)..].trim().is_empty()
    }

    /// Reads the link definitions, which comrak's tree lacks, from lines outside blocks and from the start of
    /// paragraphs. Such a paragraph then begins after its definitions.
    pub(super) fn definitions(&mut self) -> Definitions {
        let mut definitions = Definitions::default();
        if !self.text[self.from..].contains("]:") {
            return definitions;
        }
        let mut next = self.first;
        for at in 1..=self.blocks.len() {
            let Some(block) = self.blocks.get(at).copied() else {
                self.between(next, self.lines.count(), &mut definitions);
                break;
            };
            if block.kind.holds_blocks() && block.kind != BlockKind::Callout {
                continue;
            }
            self.between(next, block.lines.start.saturating_sub(1), &mut definitions);
            next = next.max(match block.kind {
                BlockKind::Callout => block.lines.start + 1,
                _ => block.lines.end + 1,
            });
            let underlined = matches!(block.kind, BlockKind::Heading { underlined: true, .. });
            if block.kind == BlockKind::Paragraph || underlined {
                self.leave_out_definitions(at, &mut definitions);
            }
        }
        definitions
    }

    fn between(&self, first: u32, last: u32, definitions: &mut Definitions) {
        let mut line = first;
        while line <= last {
            let text = self.lines.text(line);
            let start = self.lines.start(line) + prefix_len(text);
            line += match self.text.as_bytes().get(start) {
                Some(b'[') => self.take(definitions, start, line, last).max(1),
                _ => 1,
            };
        }
    }

    fn leave_out_definitions(&mut self, at: usize, definitions: &mut Definitions) {
        let Block { range, lines, kind, .. } = self.blocks[at];
        if self.text.as_bytes().get(range.start) != Some(&b'[') {
            return;
        }
        let last = lines.end - u32::from(kind != BlockKind::Paragraph);
        let start = lines.start + self.take(definitions, range.start, lines.start, last);
        if start > lines.start && start <= last {
            let block = &mut self.blocks[at];
            block.lines.start = start;
            let line = self.lines.text(start);
            block.range.start = self.lines.start(start) + quote_marks(line);
        }
    }

    /// Reads the definitions from byte `start` of line `first` to line `last`; returns their number of lines.
    fn take(&self, definitions: &mut Definitions, start: usize, first: u32, last: u32) -> u32 {
        let mut content = self.text[start..self.line_end(first).max(start)].to_owned();
        for line in first + 1..=last {
            let text = self.lines.text(line);
            content.push('\n');
            content.push_str(&text[quote_marks(text)..]);
        }
        u32::try_from(definitions.take(&content)).unwrap_or(u32::MAX)
    }
}

fn kind_of(value: &NodeValue) -> Option<BlockKind> {
    Some(match value {
        NodeValue::BlockQuote => BlockKind::Quote,
        NodeValue::Callout(_) => BlockKind::Callout,
        NodeValue::List(_) => BlockKind::List,
        NodeValue::Item(_) => BlockKind::Item,
        NodeValue::FootnoteDefinition(_) => BlockKind::Footnote,
        NodeValue::Paragraph => BlockKind::Paragraph,
        NodeValue::Heading(heading) => {
            BlockKind::Heading { level: heading.level, underlined: heading.setext }
        }
        NodeValue::Table(_) => BlockKind::Table,
        NodeValue::TableRow(_) => BlockKind::Row,
        NodeValue::CodeBlock(_) => BlockKind::Code,
        NodeValue::HtmlBlock(_) => BlockKind::Html,
        NodeValue::MultilineComment(_) => BlockKind::Comment,
        NodeValue::ThematicBreak => BlockKind::Rule,
        // A callout's title isn't a block: it is read from the callout's first line.
        _ => return None,
    })
}

impl BlockKind {
    fn holds_blocks(self) -> bool {
        matches!(
            self,
            Self::Body
                | Self::Quote
                | Self::Callout
                | Self::List
                | Self::Item
                | Self::Footnote
                | Self::Table
        )
    }
}

fn quote_marks(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t', '>']).len()
}

fn without_closing_marks(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\t']);
    let open = text.trim_end_matches('#');
    match open.is_empty() || open.ends_with([' ', '\t']) {
        true => open.trim_end_matches([' ', '\t']),
        false => text,
    }
}
