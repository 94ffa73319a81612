use std::ops::Range;

use super::{
    callout::Header,
    definition::{Definitions, begins_with_definition},
    heading, inline, math,
    note::{BlockId, Callout, Heading, Task},
    structure::{self, Block, BlockKind, Structure},
};
use crate::{ByteRange, LineRange, text::Lines};

#[derive(Default)]
pub(crate) struct Body {
    pub(crate) headings: Vec<Heading>,
    pub(crate) blocks: Vec<BlockId>,
    pub(crate) id_marks: Vec<Range<usize>>,
    pub(crate) tasks: Vec<Task>,
    pub(crate) callouts: Vec<Callout>,
    pub(crate) math_blocks: Vec<Range<usize>>,
    pub(crate) found: inline::InlineMarks,
    pub(crate) structure: Vec<Block>,
    /// Too large or with too many blocks, so only links were read.
    pub(crate) plain: bool,
}

/// Maximum bytes of a body whose blocks are read; a larger one is plain text with links.
pub const MAX_STRUCTURED: usize = 4 * 1024 * 1024;

/// `from` begins a line. `marks` also collects math and opaque ranges.
pub(crate) fn read(text: &str, from: usize, lines: &Lines<'_>, marks: bool) -> Body {
    let from = if from == 0 && text.starts_with('\u{feff}') { 3 } else { from };
    if text.len() - from > MAX_STRUCTURED {
        return plain(text, from, lines);
    }
    let math_blocks = math::math_blocks(text, from);
    let masked = math::masked(text, &math_blocks);
    let Some(structure) = structure::read(&masked, from, lines) else {
        return plain(text, from, lines);
    };
    drop(masked);
    let found = inline::InlineMarks::with_room(&text[from..], marks);
    let mut reader = Reader {
        text,
        lines,
        structure: &structure,
        body: Body { math_blocks, found, ..Body::default() },
    };
    reader.walk();
    reader.close_sections();
    let body = reader.body;
    Body { structure: structure.blocks, ..body }
}

const MOST_DEFINITIONS: usize = 100_000;

fn plain(text: &str, from: usize, lines: &Lines<'_>) -> Body {
    let mut found = inline::InlineMarks::with_room(&text[from..], false);
    let mut definitions = Definitions::default();
    let is_definition = |line: &Range<usize>| begins_with_definition(&text[line.clone()]);
    if text[from..].contains("]:") {
        for line in prose(text, from, lines).filter(is_definition).take(MOST_DEFINITIONS) {
            definitions.take(&text[line]);
        }
    }
    for line in prose(text, from, lines).filter(|line| !is_definition(line)) {
        inline::scan(text, line, lines, &definitions, &mut found);
        found.tags.clear();
    }
    let structure = vec![structure::body(text, from, lines)];
    Body { found, plain: true, structure, ..Body::default() }
}

/// Lines outside fenced code, without the marks of the blocks around them.
fn prose<'a>(
    text: &'a str,
    from: usize,
    lines: &'a Lines<'_>,
) -> impl Iterator<Item = Range<usize>> {
    let mut code: Option<math::Fence> = None;
    (lines.line_at(from)..=lines.count()).filter_map(move |line| {
        let end = lines.start(line) + lines.text(line).len();
        let start = lines.start(line).max(from).min(end);
        let start = start + math::prefix_len(&text[start..end]);
        let content = &text.as_bytes()[start..end];
        match code {
            Some(fence) if fence.closed_by(content) => code = None,
            Some(_) => {}
            None => {
                code = math::Fence::opening(content);
                return code.is_none().then_some(start..end);
            }
        }
        None
    })
}

struct Reader<'a> {
    text: &'a str,
    lines: &'a Lines<'a>,
    structure: &'a Structure,
    body: Body,
}

impl Reader<'_> {
    fn walk(&mut self) {
        let structure = self.structure;
        let is_heading = |block: &&Block| matches!(block.kind, BlockKind::Heading { .. });
        self.body.headings.reserve_exact(structure.blocks.iter().filter(is_heading).count());
        let mut own_ends = OwnEnds::default();
        for (at, block) in structure.blocks.iter().enumerate() {
            match block.kind {
                BlockKind::Paragraph => {
                    self.scan(block.range.start..block.range.end);
                    self.block_id(at, block);
                    self.task(at, block, &mut own_ends);
                }
                BlockKind::Comment => self.scan(block.range.start..block.range.end),
                BlockKind::Callout => self.callout(block),
                BlockKind::Heading { level, underlined } => {
                    self.scan(block.range.start..block.range.end);
                    // As in Obsidian, headings inside quotes and lists aren't part of the outline.
                    if block.parent == 0 {
                        self.heading(block, level, underlined);
                    }
                }
                BlockKind::Row => {
                    for cell in cells(&self.text[block.range.start..block.range.end]) {
                        self.scan(block.range.start + cell.start..block.range.start + cell.end);
                    }
                    self.table_id(block);
                }
                _ => {}
            }
        }
    }

    fn heading(&mut self, block: &Block, level: u8, underlined: bool) {
        let written = &self.text[block.range.start..block.range.end];
        let (mut text, mut markdown) = heading::read(written, &self.structure.definitions);
        let id_line =
            if underlined { block.lines.end.saturating_sub(1) } else { block.lines.start };
        if let Some((id, mark)) = self.id_at_end(id_line.max(block.lines.start)) {
            let ending = format!("^{id}");
            for name in [&mut text, &mut markdown] {
                if let Some(rest) = name.strip_suffix(&ending) {
                    *name = rest.trim_end().to_owned();
                }
            }
            self.add_id(id, mark, self.lines.range(block.lines.start, block.lines.end));
        }
        let section = LineRange { start: block.lines.start, end: block.lines.start };
        self.body.headings.push(Heading {
            level,
            text,
            markdown,
            line: block.lines.start,
            section,
        });
    }

    fn task(&mut self, at: usize, paragraph: &Block, own_ends: &mut OwnEnds) {
        let item = &self.structure.blocks[paragraph.parent];
        if !matches!(item.kind, BlockKind::Item) || paragraph.before.is_some() {
            return;
        }
        let Some(state) = task_state(&self.text[paragraph.range.start..paragraph.range.end]) else {
            return;
        };
        let end = own_ends.of(&self.structure.blocks, paragraph.parent, at);
        let lines = self.lines.range(item.lines.start, end);
        let end = self.lines.start(lines.end) + self.lines.text(lines.end).len();
        let range = ByteRange { start: item.range.start, end: end.max(item.range.start) };
        self.body.tasks.push(Task { state, lines, range });
    }

    fn callout(&mut self, block: &Block) {
        let end = self.lines.start(block.lines.start) + self.lines.text(block.lines.start).len();
        let line = &self.text[block.range.start..end];
        let inside = line.strip_prefix('>').unwrap_or(line);
        let inside = inside.strip_prefix([' ', '\t']).unwrap_or(inside);
        if let Some(header) = Header::read(inside) {
            let title = &inside[header.title_start..];
            self.scan(end - title.len()..end);
            self.body.callouts.push(Callout {
                kind: header.kind(),
                fold: header.fold,
                title: title.trim().to_owned(),
                lines: self.lines.range(block.lines.start, block.lines.end),
            });
        }
    }

    fn close_sections(&mut self) {
        let count = self.lines.count();
        let mut open: Vec<usize> = Vec::new();
        for at in 0..=self.body.headings.len() {
            let (level, before) = match self.body.headings.get(at) {
                Some(heading) => (heading.level, heading.line - 1),
                None => (0, count),
            };
            while let Some(top) = open.pop_if(|top| self.body.headings[*top].level >= level) {
                let section = &mut self.body.headings[top].section;
                section.end = before.max(section.start);
            }
            open.push(at);
        }
    }

    fn block_id(&mut self, at: usize, block: &Block) {
        let Some((id, mark)) = self.id_at_end(block.lines.end) else { return };
        if mark.start < block.range.start {
            return;
        }
        let blocks = &self.structure.blocks;
        let alone = mark.start == block.range.start;
        // An id on lines of its own names the block before it.
        let before = block.before.map(|before| before.get() as usize);
        let mut named = if alone { before.unwrap_or(at) } else { at };
        let mut ancestor = named;
        while ancestor != 0 {
            match blocks[ancestor].kind {
                BlockKind::Item => {
                    named = ancestor;
                    break;
                }
                BlockKind::Quote | BlockKind::Callout => named = ancestor,
                _ => {}
            }
            ancestor = blocks[ancestor].parent;
        }
        self.add_id(id, mark, self.lines.range(blocks[named].lines.start, blocks[named].lines.end));
    }

    /// An `^id` line right below a table, which CommonMark reads as its last row.
    fn table_id(&mut self, row: &Block) {
        let table = &self.structure.blocks[row.parent];
        let content = self.text[row.range.start..row.range.end].trim();
        if !content.starts_with('^') || row.lines.end != table.lines.end || row.before.is_none() {
            return;
        }
        if let Some((id, mark)) = self.id_at_end(row.lines.start)
            && content.len() == id.len() + 1
        {
            let last = row.lines.start.saturating_sub(1).max(table.lines.start);
            self.add_id(id, mark, self.lines.range(table.lines.start, last));
        }
    }

    fn id_at_end(&self, line: u32) -> Option<(String, Range<usize>)> {
        let text = self.lines.text(line).trim_end();
        let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '-');
        let (id, before) = (&text[before.len()..], before.strip_suffix('^')?);
        let free = before.is_empty() || before.ends_with([' ', '\t', '>']);
        let start = self.lines.start(line) + before.len();
        (free && !id.is_empty()).then(|| (id.to_owned(), start..start + 1 + id.len()))
    }

    fn add_id(&mut self, id: String, mark: Range<usize>, lines: LineRange) {
        self.body.id_marks.push(mark);
        self.body.blocks.push(BlockId { id, lines });
    }

    fn scan(&mut self, range: Range<usize>) {
        let first = self.body.math_blocks.partition_point(|block| block.end <= range.start);
        let mut start = range.start;
        for at in first..self.body.math_blocks.len() {
            let block = self.body.math_blocks[at].clone();
            if block.start >= range.end {
                break;
            }
            if block.start > start {
                self.scan_plain(start..block.start);
            }
            start = start.max(block.end);
        }
        if start < range.end {
            self.scan_plain(start..range.end);
        }
    }

    fn scan_plain(&mut self, range: Range<usize>) {
        let definitions = &self.structure.definitions;
        inline::scan(self.text, range, self.lines, definitions, &mut self.body.found);
    }
}

#[derive(Default)]
struct OwnEnds {
    ends: Vec<u32>,
}

impl OwnEnds {
    fn of(&mut self, blocks: &[Block], item: usize, first_child: usize) -> u32 {
        if self.ends.is_empty() {
            self.ends = blocks.iter().map(|block| block.lines.start).collect();
            for block in blocks {
                if !matches!(block.kind, BlockKind::List) {
                    let end = &mut self.ends[block.parent];
                    *end = (*end).max(block.lines.end);
                }
            }
        }
        self.ends[item].max(blocks[first_child].lines.end)
    }
}

fn task_state(text: &str) -> Option<char> {
    let mut chars = text.strip_prefix('[')?.chars();
    let state = chars.next().filter(|c| *c != '\n')?;
    (chars.next() == Some(']') && chars.next().is_none_or(char::is_whitespace)).then_some(state)
}

fn cells(row: &str) -> Vec<Range<usize>> {
    let bytes = row.as_bytes();
    let mut cells = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'|' => {
                cells.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    cells.push(start.min(row.len())..row.len());
    cells
}
