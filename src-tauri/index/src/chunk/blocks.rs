//! A note's blocks as a tree of line ranges that covers every line.

use std::{ops::Range, rc::Rc};

use notes::{BlockKind, ParsedNote, Property, shortened};

use super::{data, lines::Lines, passage::MAX_HEADING};

/// Maximum depth of containers that are cut along their blocks; deeper ones are cut by lines.
const MAX_DEPTH: u32 = 24;

#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) kind: Kind,
    pub(super) first: u32,
    pub(super) last: u32,
    /// Whole lines without the last line end, or a part of one line.
    pub(super) bytes: Range<usize>,
    pub(super) path: Rc<Vec<String>>,
    /// The head of the table, for its later rows.
    pub(super) columns: Option<Rc<str>>,
    pub(super) children: Vec<Block>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Heading(u8),
    Whole,
    Plain,
    Piece,
    Data,
}

impl Block {
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
                columns: self.columns.clone(),
                children: Vec::new(),
            })
            .collect()
    }

    pub(super) fn piece(&self, bytes: Range<usize>) -> Block {
        Block {
            kind: Kind::Piece,
            first: self.first,
            last: self.last,
            bytes,
            path: self.path.clone(),
            columns: self.columns.clone(),
            children: Vec::new(),
        }
    }
}

/// Administrative properties that nobody would ask about.
const HOUSEKEEPING: [&str; 14] = [
    "alias",
    "aliases",
    "created",
    "cssclass",
    "cssclasses",
    "date",
    "id",
    "modified",
    "permalink",
    "publish",
    "tag",
    "tags",
    "title",
    "updated",
];

/// The body's top-level blocks in order, which cover every line that isn't blank. Properties that say more than the
/// text, as in a card of a collection, are the first block.
pub(super) fn of(text: &str, parsed: &ParsedNote, lines: &Lines) -> Vec<Block> {
    let body_line = body_line(parsed, lines);
    let mut children = vec![Vec::new(); parsed.blocks.len()];
    for (at, block) in parsed.blocks.iter().enumerate().skip(1) {
        children[block.parent].push(at);
    }
    let levels = Vec::new();
    let mut tree = Tree { text, lines, parsed, children, levels, path: Rc::default() };
    let mut blocks: Vec<Block> = tree.properties(body_line).into_iter().collect();
    blocks.extend(tree.children(0, body_line, lines.count(), 0));
    blocks
}

/// The properties of a note, without its administrative ones alone.
pub(super) fn properties(text: &str, parsed: &ParsedNote, lines: &Lines) -> Option<Block> {
    let (children, levels) = (Vec::new(), Vec::new());
    let tree = Tree { text, lines, parsed, children, levels, path: Rc::default() };
    tree.stated(body_line(parsed, lines), 0)
}

fn body_line(parsed: &ParsedNote, lines: &Lines) -> u32 {
    match parsed.note.front_matter {
        Some(range) if range.end > range.start => lines.line_at(range.end - 1) + 1,
        _ => 1,
    }
}

struct Tree<'a> {
    text: &'a str,
    lines: &'a Lines,
    parsed: &'a ParsedNote,
    children: Vec<Vec<usize>>,
    path: Rc<Vec<String>>,
    levels: Vec<u8>,
}

impl Tree<'_> {
    /// The blocks in `parent`, clipped to its lines. Lines outside any child (link definitions, quotation marks)
    /// become blocks of their own.
    fn children(&mut self, parent: usize, first: u32, last: u32, depth: u32) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut next = first;
        for at in self.children.get_mut(parent).map(std::mem::take).unwrap_or_default() {
            let lines = self.parsed.blocks[at].lines;
            let (start, end) = (lines.start.max(next), lines.end.min(last));
            if start > end {
                continue;
            }
            self.gap(next, start - 1, &mut blocks);
            self.block(at, start, end, depth, &mut blocks);
            next = end + 1;
        }
        self.gap(next, last, &mut blocks);
        blocks
    }

    fn properties(&self, body_line: u32) -> Option<Block> {
        let body = self.text.get(self.parsed.note.front_matter?.end..)?;
        self.stated(body_line, body.split_whitespace().map(str::len).sum())
    }

    /// The properties, if they say more than this number of bytes.
    fn stated(&self, body_line: u32, written: usize) -> Option<Block> {
        let says = |property: &&Property| {
            let name = property.name.to_lowercase();
            !HOUSEKEEPING.contains(&&*name) && !name.ends_with("-plugin")
        };
        let properties = &self.parsed.properties;
        let values = properties.iter().filter(says).flat_map(|property| &property.values);
        let said: usize = values.map(|value| value.trim().len()).sum();
        let (first, fence) = (properties.first()?.line, body_line.checked_sub(1)?);
        (said > written && first < fence).then(|| self.plain(Kind::Plain, first, fence - 1))?
    }

    fn gap(&self, first: u32, last: u32, blocks: &mut Vec<Block>) {
        blocks.extend(self.plain(Kind::Plain, first, last));
    }

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
            columns: None,
            children: Vec::new(),
        })
    }

    fn block(&mut self, at: usize, first: u32, last: u32, depth: u32, blocks: &mut Vec<Block>) {
        let block = self.parsed.blocks[at];
        let kind = match block.kind {
            BlockKind::Heading { .. } if depth == 0 => self.enter_heading(first),
            BlockKind::Code
                if data::is_data_block(block.range.of(self.text).unwrap_or_default()) =>
            {
                Kind::Data
            }
            BlockKind::Code | BlockKind::Item => Kind::Whole,
            _ => Kind::Plain,
        };
        let Some(mut whole) = self.plain(kind, first, last) else { return };
        whole.children = match block.kind {
            BlockKind::Table => self.rows(whole.first, whole.last),
            BlockKind::Quote
            | BlockKind::Callout
            | BlockKind::List
            | BlockKind::Item
            | BlockKind::Footnote
                if depth < MAX_DEPTH =>
            {
                self.children(at, whole.first, whole.last, depth + 1)
            }
            _ => Vec::new(),
        };
        blocks.push(whole);
    }

    /// A table's rows; the first includes the delimiter line, which makes it a header.
    fn rows(&self, first: u32, last: u32) -> Vec<Block> {
        let header_end = (first + 1).min(last);
        let head = self.text[self.lines.bytes(first, first)].trim();
        let columns: Rc<str> = shortened(head, MAX_HEADING).into();
        let row = |line| {
            let row = self.plain(Kind::Whole, line, line)?;
            Some(Block { columns: Some(columns.clone()), ..row })
        };
        let head = self.plain(Kind::Whole, first, header_end).into_iter();
        head.chain((header_end + 1..=last).filter_map(row)).collect()
    }

    fn enter_heading(&mut self, line: u32) -> Kind {
        let headings = &self.parsed.note.headings;
        let Ok(at) = headings.binary_search_by_key(&line, |heading| heading.line) else {
            return Kind::Plain;
        };
        let heading = &headings[at];
        while self.levels.last().is_some_and(|&level| level >= heading.level) {
            self.levels.pop();
        }
        let mut path = self.path[..self.levels.len()].to_vec();
        path.push(shortened(&heading.text, MAX_HEADING).into_owned());
        self.levels.push(heading.level);
        self.path = Rc::new(path);
        Kind::Heading(heading.level)
    }
}
