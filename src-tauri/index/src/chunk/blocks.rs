//! The blocks of a note as a tree of line ranges that leaves no line out.

use std::{borrow::Cow, ops::Range, rc::Rc};

use comrak::{
    Arena, Options,
    nodes::{AstNode, NodeValue},
    parse_document,
};
use notes::Note;

use super::lines::Lines;

/// Containers nested deeper than this are cut by lines alone.
const MAX_DEPTH: u32 = 24;

/// Something that can stand in a chunk as a whole, and how to take it apart if it is too long.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// Its lines, from 1, both ends in.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Its bytes: whole lines without the last line end, or a part of one line.
    pub(super) bytes: Range<usize>,
    /// The headings that it stands under, itself included if it is one.
    pub(super) path: Rc<Vec<String>>,
    /// Its parts, if it has any that are blocks.
    pub(super) children: Vec<Block>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading over what follows it, with its level.
    Heading(u8),
    /// A code block, list item or table row: never cut if it fits a chunk.
    Whole,
    /// Anything else that is made of lines or of other blocks.
    Plain,
    /// A part of a line that is too long.
    Piece,
    /// Not text: nothing of it goes into a chunk.
    Data,
}

impl Block {
    /// The blocks or lines that it is made of; itself if it is a single line.
    pub(super) fn parts(&self, text: &str, lines: &Lines) -> Vec<Block> {
        if !self.children.is_empty() {
            return self.children.clone();
        }
        (self.first..=self.last)
            .filter(|&line| !lines.is_blank(text, line))
            .map(|line| Block {
                kind: Kind::Plain,
                first: line,
                last: line,
                bytes: lines.bytes(line, line),
                path: self.path.clone(),
                children: Vec::new(),
            })
            .collect()
    }

    /// A part of this one-line block.
    pub(super) fn piece(&self, bytes: Range<usize>) -> Block {
        Block {
            kind: Kind::Piece,
            first: self.first,
            last: self.last,
            bytes,
            path: self.path.clone(),
            children: Vec::new(),
        }
    }
}

/// The top-level blocks of the body of `text` in order. Every line that isn't blank and isn't
/// front matter is in exactly one of them.
pub(super) fn of(text: &str, note: &Note, lines: &Lines) -> Vec<Block> {
    let body_line = match note.front_matter {
        Some(range) if range.end > range.start => lines.line_at(range.end - 1) + 1,
        _ => 1,
    };
    if body_line > lines.count() {
        return Vec::new();
    }
    let body = without_lone_returns(&text[lines.bytes(body_line, body_line).start..]);
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.tasklist = true;
    options.extension.footnotes = true;
    // Footnotes would otherwise move to the end of the tree, out of their place in the text.
    options.parse.leave_footnote_definitions = true;
    let arena = Arena::new();
    let root = parse_document(&arena, &body, &options);
    let mut tree =
        Tree { text, lines, offset: body_line - 1, note, levels: Vec::new(), path: Rc::default() };
    tree.children(root, body_line, lines.count(), 0)
}

/// CommonMark ends a line at a lone `\r`, and our lines don't.
fn without_lone_returns(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    if !text.match_indices('\r').any(|(at, _)| is_lone(at)) {
        return Cow::Borrowed(text);
    }
    let replaced = |(at, char)| if char == '\r' && is_lone(at) { ' ' } else { char };
    Cow::Owned(text.char_indices().map(replaced).collect())
}

struct Tree<'a> {
    text: &'a str,
    lines: &'a Lines,
    /// How many lines come before the body.
    offset: u32,
    note: &'a Note,
    /// The headings above the place that was reached, and their levels.
    path: Rc<Vec<String>>,
    levels: Vec<u8>,
}

impl Tree<'_> {
    /// The blocks of `parent` clipped to its lines. Lines that no child claims (definitions of
    /// links, the marks of a quotation) become blocks of their own.
    fn children<'n>(
        &mut self,
        parent: &'n AstNode<'n>,
        first: u32,
        last: u32,
        depth: u32,
    ) -> Vec<Block> {
        let mut nodes: Vec<_> = parent
            .children()
            .filter(|node| node.data.borrow().value.block())
            .map(|node| {
                let position = node.data.borrow().sourcepos;
                (self.line(position.start.line), self.line(position.end.line), node)
            })
            .collect();
        nodes.sort_by_key(|&(start, ..)| start);
        let mut blocks = Vec::new();
        let mut next = first;
        for (start, end, node) in nodes {
            let (start, end) = (start.max(next), end.min(last));
            if start > end {
                continue;
            }
            self.gap(next, start - 1, &mut blocks);
            self.block(node, start, end, depth, &mut blocks);
            next = end + 1;
        }
        self.gap(next, last, &mut blocks);
        blocks
    }

    fn line(&self, line: usize) -> u32 {
        u32::try_from(line).unwrap_or(u32::MAX).saturating_add(self.offset)
    }

    fn gap(&self, first: u32, last: u32, blocks: &mut Vec<Block>) {
        blocks.extend(self.plain(Kind::Plain, first, last));
    }

    /// A block of these lines without the blank ones at its ends; nothing if all are blank.
    fn plain(&self, kind: Kind, mut first: u32, mut last: u32) -> Option<Block> {
        while first <= last && self.lines.is_blank(self.text, first) {
            first += 1;
        }
        while last > first && self.lines.is_blank(self.text, last) {
            last -= 1;
        }
        (first <= last).then(|| Block {
            kind,
            first,
            last,
            bytes: self.lines.bytes(first, last),
            path: self.path.clone(),
            children: Vec::new(),
        })
    }

    fn block<'n>(
        &mut self,
        node: &'n AstNode<'n>,
        first: u32,
        last: u32,
        depth: u32,
        blocks: &mut Vec<Block>,
    ) {
        let data = node.data.borrow();
        let kind = match &data.value {
            NodeValue::Heading(_) if depth == 0 => self.enter_heading(first),
            NodeValue::CodeBlock(code) if super::data::is_data_fence(&code.info, &code.literal) => {
                Kind::Data
            }
            NodeValue::CodeBlock(_) | NodeValue::Item(_) | NodeValue::TaskItem(_) => Kind::Whole,
            _ => Kind::Plain,
        };
        let Some(mut block) = self.plain(kind, first, last) else { return };
        block.children = match &data.value {
            NodeValue::Table(_) => self.rows(block.first, block.last),
            NodeValue::BlockQuote
            | NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::FootnoteDefinition(_)
                if depth < MAX_DEPTH =>
            {
                self.children(node, block.first, block.last, depth + 1)
            }
            _ => Vec::new(),
        };
        blocks.push(block);
    }

    /// A table's rows, the first with the line of dashes that makes it a header.
    fn rows(&self, first: u32, last: u32) -> Vec<Block> {
        let header_end = (first + 1).min(last);
        std::iter::once((first, header_end))
            .chain((header_end + 1..=last).map(|line| (line, line)))
            .filter_map(|(first, last)| self.plain(Kind::Whole, first, last))
            .collect()
    }

    /// Takes note of the heading in this line, if the parsed note knows one there: what counts as
    /// a heading is decided in one place, so that links and passages agree.
    fn enter_heading(&mut self, line: u32) -> Kind {
        let Ok(at) = self.note.headings.binary_search_by_key(&line, |heading| heading.line) else {
            return Kind::Plain;
        };
        let heading = &self.note.headings[at];
        while self.levels.last().is_some_and(|&level| level >= heading.level) {
            self.levels.pop();
        }
        let mut path = self.path[..self.levels.len()].to_vec();
        path.push(heading.text.clone());
        self.levels.push(heading.level);
        self.path = Rc::new(path);
        Kind::Heading(heading.level)
    }
}
