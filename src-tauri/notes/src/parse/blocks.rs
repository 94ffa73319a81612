//! The structure of a note: headings, sections, block ids, and the regions that hold links.

use std::ops::Range;

use comrak::{
    Arena, Options,
    nodes::{Node as AstNode, NodeValue},
    parse_document,
};

use super::{BlockId, Heading, inline, math, target::split_shown};
use crate::{LineRange, text::Lines};

/// What the body of a note consists of.
#[derive(Default)]
pub(crate) struct Body {
    pub(crate) headings: Vec<Heading>,
    pub(crate) blocks: Vec<BlockId>,
    /// Where the block ids stand in the text, with their `^`.
    pub(crate) id_marks: Vec<Range<usize>>,
    pub(crate) math_blocks: Vec<Range<usize>>,
    pub(crate) found: inline::Found,
}

/// Reads the text from the byte `from` on, which begins a line.
pub(crate) fn read(text: &str, from: usize, lines: &Lines<'_>) -> Body {
    let mut math_blocks = math::math_blocks(&text[from..]);
    let masked = math::masked(&text[from..], &math_blocks);
    for block in &mut math_blocks {
        *block = block.start + from..block.end + from;
    }
    let arena = Arena::new();
    let root = parse_document(&arena, &masked, &options());
    let mut reader = Reader {
        text,
        lines,
        before: lines.line_at(from) - 1,
        body: Body { math_blocks, ..Body::default() },
        regions: Vec::new(),
    };
    reader.walk(root);
    reader.close_sections();
    reader.scan_regions();
    reader.body
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.highlight = true;
    extension.footnotes = true;
    extension.ofm_comments = true;
    extension.wikilinks_title_after_pipe = true;
    options.parse.leave_footnote_definitions = true;
    options
}

enum Region {
    Lines(u32, u32),
    /// A table row, whose cells are looked at one by one.
    Row(u32),
}

struct Reader<'a> {
    text: &'a str,
    lines: &'a Lines<'a>,
    /// How many lines stand before the body.
    before: u32,
    body: Body,
    regions: Vec<Region>,
}

impl<'a> Reader<'a> {
    fn walk<'n>(&mut self, root: AstNode<'n>) {
        for node in root.descendants() {
            let (first, last) = self.line_span(node);
            match &node.data().value {
                NodeValue::Paragraph => {
                    self.regions.push(Region::Lines(first, last));
                    self.block_id(node, first, last);
                }
                NodeValue::Heading(heading) => {
                    self.regions.push(Region::Lines(first, last));
                    // As in Obsidian, a heading inside a quote or a list is not part of the
                    // outline.
                    if node
                        .parent()
                        .is_some_and(|parent| matches!(parent.data().value, NodeValue::Document))
                    {
                        self.heading(node, heading.level, heading.setext, first, last);
                    }
                }
                NodeValue::TableRow(_) => {
                    self.regions.push(Region::Row(first));
                    self.table_id(node, first);
                }
                NodeValue::MultilineComment(_) => self.regions.push(Region::Lines(first, last)),
                _ => {}
            }
        }
    }

    fn line_span(&self, node: AstNode<'_>) -> (u32, u32) {
        let place = node.data().sourcepos;
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX).max(1) + self.before;
        (line(place.start.line), line(place.end.line.max(place.start.line)))
    }

    fn heading(&mut self, node: AstNode<'_>, level: u8, setext: bool, first: u32, last: u32) {
        let mut text = heading_text(node);
        let mut markdown = if setext {
            let lines: Vec<&str> =
                (first..last.max(first + 1)).map(|line| self.lines.text(line).trim()).collect();
            lines.join(" ")
        } else {
            let line = self.lines.text(first).trim().trim_start_matches('#').trim();
            line.trim_end_matches('#').trim_end().to_owned()
        };
        let id_line = if setext { last.saturating_sub(1).max(first) } else { first };
        if let Some((id, mark)) = self.id_at_end(id_line) {
            let ending = format!("^{id}");
            for name in [&mut text, &mut markdown] {
                if let Some(rest) = name.strip_suffix(&ending) {
                    *name = rest.trim_end().to_owned();
                }
            }
            self.add_id(id, mark, self.lines.range(first, last));
        }
        let section = LineRange { start: first, end: first };
        self.body.headings.push(Heading { level, text, markdown, line: first, section });
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

    /// The block id at the end of a paragraph, with the block that it names.
    fn block_id<'n>(&mut self, node: AstNode<'n>, first: u32, last: u32) {
        let Some((id, mark)) = self.id_at_end(last) else { return };
        let line = self.lines.text(last);
        let alone = line[math::prefix_len(line)..].trim() == format!("^{id}");
        let mut named = node;
        if alone && first == last {
            // An id on lines of its own names what stands before it.
            if let Some(before) = node.previous_sibling() {
                named = before;
            }
        }
        for ancestor in named.ancestors() {
            match ancestor.data().value {
                NodeValue::Item(_) | NodeValue::TaskItem(_) => {
                    named = ancestor;
                    break;
                }
                NodeValue::BlockQuote => named = ancestor,
                _ => {}
            }
        }
        let (start, end) = self.line_span(named);
        self.add_id(id, mark, self.lines.range(start, end));
    }

    /// A line `^id` straight under a table, which CommonMark takes for its last row.
    fn table_id<'n>(&mut self, row: AstNode<'n>, line: u32) {
        let content = self.lines.text(line).trim();
        if !content.starts_with('^') || row.next_sibling().is_some() {
            return;
        }
        let Some((id, mark)) = self.id_at_end(line) else { return };
        if let Some(table) = row.parent()
            && content.len() == id.len() + 1
        {
            let (start, _) = self.line_span(table);
            self.add_id(id, mark, self.lines.range(start, line.saturating_sub(1).max(start)));
        }
    }

    /// The `^id` that ends `line`, and where it stands.
    fn id_at_end(&self, line: u32) -> Option<(String, Range<usize>)> {
        let text = self.lines.text(line).trim_end();
        let caret = text.rfind('^')?;
        let id = &text[caret + 1..];
        let free = text[..caret].is_empty() || text[..caret].ends_with([' ', '\t', '>']);
        let fits = !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || c == '-');
        let start = self.lines.start(line) + caret;
        (free && fits).then(|| (id.to_owned(), start..start + 1 + id.len()))
    }

    fn add_id(&mut self, id: String, mark: Range<usize>, lines: LineRange) {
        self.body.id_marks.push(mark);
        self.body.blocks.push(BlockId { id, lines });
    }

    fn scan_regions(&mut self) {
        // Blocks may share a line (a comment's end and the text behind it): each line once.
        let mut done = 0;
        for region in std::mem::take(&mut self.regions) {
            match region {
                Region::Lines(first, last) => {
                    let first = first.max(done + 1);
                    if first <= last {
                        let range = self.lines.start(first)..self.lines.end(last);
                        self.scan_around_math(range);
                    }
                    done = done.max(last);
                }
                Region::Row(line) => {
                    if line > done {
                        let start = self.lines.start(line);
                        for cell in cells(self.lines.text(line)) {
                            self.scan_around_math(start + cell.start..start + cell.end);
                        }
                    }
                    done = done.max(line);
                }
            }
        }
    }

    /// Scans `range`, leaving out the blocks of math in it.
    fn scan_around_math(&mut self, range: Range<usize>) {
        let first = self.body.math_blocks.partition_point(|block| block.end <= range.start);
        let mut start = range.start;
        for at in first..self.body.math_blocks.len() {
            let block = self.body.math_blocks[at].clone();
            if block.start >= range.end {
                break;
            }
            if block.start > start {
                inline::scan(self.text, start..block.start, self.lines, &mut self.body.found);
            }
            start = start.max(block.end);
        }
        if start < range.end {
            inline::scan(self.text, start..range.end, self.lines, &mut self.body.found);
        }
    }
}

/// The cells of a table row: what stands between bars that aren't escaped.
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

/// A heading's text without marks; a wikilink gives the text it shows.
fn heading_text(node: AstNode<'_>) -> String {
    let mut text = String::new();
    let mut stack: Vec<AstNode<'_>> = node.reverse_children().collect();
    while let Some(node) = stack.pop() {
        match &node.data().value {
            NodeValue::Text(literal) => text.push_str(literal),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            NodeValue::WikiLink(link) if node.first_child().is_none() => {
                text.push_str(split_shown(&link.url).0);
            }
            _ => stack.extend(node.reverse_children()),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
