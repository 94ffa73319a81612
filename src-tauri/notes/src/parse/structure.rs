//! Where the blocks of a text stand, as CommonMark cuts it: paragraphs, headings, lists, quotes,
//! tables, code, HTML, and Obsidian's comments and callouts.
//!
//! comrak, which renders, makes a tree of every word. A parsed note needs the places of the blocks
//! and nothing inside them, which takes a fraction of that time. The rules are comrak's, step by
//! step, so that both see the same note; a test holds the two against each other.

mod definition;
mod html;
mod line;
mod paragraph;
mod table;
#[cfg(test)]
mod tests;

use self::line::{Line, ListMark};
pub(crate) use self::{
    definition::{Definitions, LONGEST_LABEL},
    line::Fence,
};
use crate::text::Lines;

/// How many lists and footnotes may begin on one line.
const MOST_ON_A_LINE: usize = 100;
/// How deep blocks may stand in each other. Each line looks at all that are open, and a blank one
/// needs no marks to keep them open.
const DEEPEST: usize = 200;

/// A block. They are in the order in which they begin, so a block stands before what is in it.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// The block in which it stands; the first block of all stands in itself.
    pub(crate) parent: usize,
    /// The one before it in the same parent.
    pub(crate) before: Option<usize>,
    /// Its first and its last line.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// The byte at which its text begins, behind the marks of the blocks around it and of its own;
    /// of lists, items and quotes, the byte of the mark itself.
    pub(crate) start: usize,
    /// The byte behind its text.
    pub(crate) end: usize,
    last_child: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Document,
    Quote,
    /// A quote whose first line is `[!kind] title`.
    Callout,
    /// What stands in that line behind the kind.
    Title,
    List(ListMark),
    /// With the columns that a line needs to belong to it.
    Item {
        indent: usize,
    },
    Footnote,
    Paragraph,
    /// A paragraph that held nothing but link definitions.
    Definitions,
    Heading {
        level: u8,
        setext: bool,
    },
    Table(table::Size),
    Row,
    Fence(Fence),
    IndentedCode,
    Html(html::Ending),
    Comment,
    Rule,
}

impl Kind {
    fn holds(self, child: Self) -> bool {
        match self {
            Self::Document | Self::Quote | Self::Callout | Self::Footnote | Self::Item { .. } => {
                !matches!(child, Self::Item { .. })
            }
            Self::List(_) => matches!(child, Self::Item { .. }),
            Self::Table(_) => matches!(child, Self::Row),
            _ => false,
        }
    }
}

/// The blocks of a text and what its reference links lead to.
pub(crate) struct Structure {
    pub(crate) blocks: Vec<Block>,
    pub(crate) definitions: Definitions,
}

/// Reads `text` from the byte `from` on, which begins a line.
pub(crate) fn read(text: &str, from: usize, lines: &Lines<'_>) -> Structure {
    let document = Block {
        kind: Kind::Document,
        parent: 0,
        before: None,
        first: lines.line_at(from),
        last: lines.count(),
        start: from,
        end: text.len(),
        last_child: None,
    };
    let mut scanner = Scanner {
        text,
        blocks: vec![document],
        open: vec![0],
        paragraph: Vec::new(),
        tried_table: false,
        definitions: Definitions::default(),
    };
    if from < text.len() {
        for number in lines.line_at(from)..=lines.count() {
            let start = lines.start(number).max(from);
            let end = lines.start(number) + lines.text(number).len();
            let mut line = Line::new(text.as_bytes(), number, start..end.max(start));
            scanner.line(&mut line);
        }
    }
    scanner.close_to(1);
    Structure { blocks: scanner.blocks, definitions: scanner.definitions }
}

struct Scanner<'a> {
    text: &'a str,
    blocks: Vec<Block>,
    /// The open blocks from the document inwards.
    open: Vec<usize>,
    /// The lines of the open paragraph, without what stands before them.
    paragraph: Vec<(usize, usize)>,
    /// Whether a line of the open paragraph looked like the one under a table's head and wasn't.
    tried_table: bool,
    definitions: Definitions,
}

impl Scanner<'_> {
    fn line(&mut self, line: &mut Line<'_>) {
        if let Some(matched) = self.still_open(line) {
            self.content(line, matched);
        }
    }

    fn kind(&self, depth: usize) -> Kind {
        self.open.get(depth).map_or(Kind::Document, |at| self.blocks[*at].kind)
    }

    /// How many of the open blocks go on in this line; `None` if the line ended one of code.
    fn still_open(&mut self, line: &mut Line<'_>) -> Option<usize> {
        for depth in 1..self.open.len() {
            line.look();
            let at = self.open[depth];
            let goes_on = match self.blocks[at].kind {
                Kind::Quote | Kind::Callout => line.quote_mark(),
                Kind::Item { indent } => {
                    if line.indent >= indent {
                        line.advance_columns(indent);
                        true
                    } else if line.blank && self.blocks[at].last_child.is_some() {
                        line.skip_space();
                        true
                    } else {
                        false
                    }
                }
                Kind::Footnote => {
                    if line.indent >= 4 {
                        line.advance_columns(4);
                        true
                    } else {
                        line.is_empty()
                    }
                }
                Kind::Fence(fence) => {
                    if line.indent < 4 && fence.closed_by(line.rest()) {
                        self.blocks[at].last = line.number;
                        self.close_to(depth);
                        return None;
                    }
                    true
                }
                Kind::IndentedCode => line.indent >= 4 || line.blank,
                Kind::Html(ending) => !(line.blank && ending.at_blank()),
                Kind::Paragraph => !line.blank,
                Kind::Table(_) => table::cells(line.rest()).is_some(),
                Kind::List(_) | Kind::Comment => true,
                _ => false,
            };
            if !goes_on {
                return Some(depth);
            }
        }
        Some(self.open.len())
    }

    /// Reads what stands behind the marks of the first `matched` open blocks.
    fn content(&mut self, line: &mut Line<'_>, matched: usize) {
        let in_paragraph = self.kind(self.open.len() - 1) == Kind::Paragraph;
        let mut lazy = in_paragraph || self.bare_callout(line, matched);
        let mut top = matched;
        let mut opened = false;
        for depth in 1.. {
            let container = self.kind(top - 1);
            if matches!(
                container,
                Kind::Fence(_) | Kind::IndentedCode | Kind::Html(_) | Kind::Comment
            ) {
                break;
            }
            line.look();
            match self.begin(line, &mut top, container, depth, lazy) {
                Begun::Nothing => break,
                Begun::Container => {}
                Begun::Leaf => {
                    opened = true;
                    break;
                }
                // What stands in the line is read.
                Begun::Line => return,
            }
            opened = true;
            lazy = false;
        }
        line.look();
        if !opened && matched < self.open.len() && !line.blank {
            if in_paragraph {
                return self.add_to_paragraph(line);
            }
            if self.bare_callout(line, matched) {
                top = self.open.len();
            }
        }
        if !opened {
            self.close_to(top);
        }
        let at = self.open[self.open.len() - 1];
        match self.blocks[at].kind {
            Kind::Fence(_) => self.extend(at, line),
            Kind::IndentedCode if line.blank => {}
            Kind::IndentedCode => self.extend(at, line),
            Kind::Html(ending) => {
                self.extend(at, line);
                if ending.in_line(line.rest()) {
                    self.close_to(self.open.len() - 1);
                }
            }
            Kind::Comment => self.comment(at, line),
            Kind::Paragraph => self.add_to_paragraph(line),
            _ if line.blank => {}
            _ => {
                let mut top = self.open.len();
                self.open_child(&mut top, Kind::Paragraph, line, line.next_byte());
                self.add_to_paragraph(line);
            }
        }
    }

    /// Begins the block that stands at the line's first mark, if one does.
    fn begin(
        &mut self,
        line: &mut Line<'_>,
        top: &mut usize,
        container: Kind,
        depth: usize,
        lazy: bool,
    ) -> Begun {
        let start = line.next_byte();
        let in_paragraph = container == Kind::Paragraph;
        let depth = if self.open.len() < DEEPEST { depth } else { MOST_ON_A_LINE };
        if line.indent < 4 {
            let mark = line.peek();
            match mark {
                Some(b'>') if self.open.len() < DEEPEST => {
                    line.quote_mark();
                    if let Some(title) = callout_title(line.behind()) {
                        self.open_child(top, Kind::Callout, line, start);
                        line.advance(title);
                        if !line.behind().is_empty() {
                            let from = line.byte();
                            self.open_child(top, Kind::Title, line, from);
                            self.close_to(self.open.len() - 1);
                        }
                        return Begun::Line;
                    }
                    self.open_child(top, Kind::Quote, line, start);
                    return Begun::Container;
                }
                Some(b'#') => {
                    if let Some((level, length)) = line.heading() {
                        let heading = Kind::Heading { level, setext: false };
                        line.advance(line.next - line.offset + length);
                        line.look();
                        let text = start_of_text(line, length, start);
                        self.open_child(top, heading, line, text);
                        let at = self.open[self.open.len() - 1];
                        self.blocks[at].end = text + chop_hashes(&self.text[text..line.end]);
                        self.close_to(self.open.len() - 1);
                        return Begun::Line;
                    }
                }
                Some(b'%') if line.opens_comment() => {
                    self.open_child(top, Kind::Comment, line, start + 2);
                    line.advance(line.next - line.offset + 2);
                    return Begun::Leaf;
                }
                Some(b'`' | b'~') => {
                    if let Some(fence) = Fence::opening(line.rest()) {
                        self.open_child(top, Kind::Fence(fence), line, start);
                        return Begun::Leaf;
                    }
                }
                Some(b'<') => {
                    if let Some(ending) = html::opening(line.rest(), in_paragraph) {
                        self.open_child(top, Kind::Html(ending), line, start);
                        return Begun::Leaf;
                    }
                }
                _ => {}
            }
            if in_paragraph && let Some(level) = line.underline() {
                if self.underlined(level, line) {
                    return Begun::Line;
                }
                return Begun::Leaf;
            }
            if matches!(mark, Some(b'*' | b'-' | b'_')) && line.rule() {
                self.open_child(top, Kind::Rule, line, start);
                self.close_to(self.open.len() - 1);
                return Begun::Line;
            }
            if mark == Some(b'[')
                && depth < MOST_ON_A_LINE
                && let Some(length) = line.footnote()
            {
                line.advance(line.next - line.offset + length);
                self.open_child(top, Kind::Footnote, line, start);
                return Begun::Container;
            }
            if depth < MOST_ON_A_LINE
                && let Some((mark, length)) = ListMark::at(line.rest(), in_paragraph)
            {
                let indent = line.item_indent(length);
                if !matches!(container, Kind::List(other) if other == mark) {
                    self.open_child(top, Kind::List(mark), line, start);
                }
                self.open_child(top, Kind::Item { indent }, line, start);
                return Begun::Container;
            }
            if in_paragraph {
                self.table_head(line, top);
                return match self.kind(*top - 1) {
                    Kind::Table(_) => Begun::Line,
                    _ => Begun::Nothing,
                };
            }
            if let Kind::Table(mut size) = container
                && !line.blank
                && size.has_room()
                && let Some(cells) = table::cells(line.rest())
            {
                let table = self.open[*top - 1];
                size.add_row(cells);
                self.blocks[table].kind = Kind::Table(size);
                self.open_child(top, Kind::Row, line, start);
                self.close_to(self.open.len() - 1);
                return Begun::Line;
            }
        } else if !lazy && !line.blank {
            line.advance_columns(4);
            self.open_child(top, Kind::IndentedCode, line, start);
            return Begun::Leaf;
        }
        Begun::Nothing
    }

    /// Opens a block in the innermost of the first `top` open blocks that can hold it.
    fn open_child(&mut self, top: &mut usize, kind: Kind, line: &Line<'_>, start: usize) {
        self.close_to(*top);
        while !self.kind(self.open.len() - 1).holds(kind) {
            self.close_to(self.open.len() - 1);
        }
        let parent = self.open[self.open.len() - 1];
        let at = self.blocks.len();
        let before = self.blocks[parent].last_child.replace(at);
        self.blocks.push(Block {
            kind,
            parent,
            before,
            first: line.number,
            last: line.number,
            start,
            end: line.end,
            last_child: None,
        });
        self.open.push(at);
        *top = self.open.len();
    }

    /// Closes all open blocks but the first `keep`.
    fn close_to(&mut self, keep: usize) {
        while self.open.len() > keep.max(1) {
            let Some(at) = self.open.pop() else { return };
            if self.blocks[at].kind == Kind::Paragraph {
                self.take_definitions(at);
                self.paragraph.clear();
                self.tried_table = false;
            }
            let (last, parent) = (self.blocks[at].last, self.blocks[at].parent);
            let outer = &mut self.blocks[parent];
            outer.last = outer.last.max(last);
        }
    }

    fn extend(&mut self, at: usize, line: &Line<'_>) {
        self.blocks[at].last = line.number;
        self.blocks[at].end = line.end;
    }

    /// A line of a comment: the one that ends it is read on behind the mark.
    fn comment(&mut self, at: usize, line: &mut Line<'_>) {
        self.blocks[at].last = line.number;
        let from = line.byte();
        match self.text[from..line.end].find("%%") {
            Some(close) => {
                self.blocks[at].end = from + close;
                self.close_to(self.open.len() - 1);
                line.advance(close + 2);
                line.look();
                if !line.blank {
                    self.content(line, self.open.len());
                }
            }
            None => self.blocks[at].end = line.end,
        }
    }

    /// Whether the line before was a callout's first, and this one belongs to it though it has no
    /// mark.
    fn bare_callout(&self, line: &Line<'_>, matched: usize) -> bool {
        let callout = &self.blocks[self.open[self.open.len() - 1]];
        let titled = callout.last_child.is_none_or(|at| self.blocks[at].kind == Kind::Title);
        callout.kind == Kind::Callout
            && matched < self.open.len()
            && !line.blank
            && callout.first + 1 == line.number
            && titled
    }
}

enum Begun {
    Nothing,
    /// A block that can hold others, whose marks are behind us.
    Container,
    /// A block that takes the rest of the line as it is.
    Leaf,
    /// A block, and the line is read.
    Line,
}

/// Where the text of a heading begins whose marks take `length` bytes from `start` on.
fn start_of_text(line: &Line<'_>, length: usize, start: usize) -> usize {
    if line.blank { (start + length).min(line.end) } else { line.next_byte() }
}

/// The length of a heading's text without the `#`s and spaces that may close it.
fn chop_hashes(text: &str) -> usize {
    let text = text.trim_end_matches([' ', '\t']);
    let open = text.trim_end_matches('#');
    match open.is_empty() || open.ends_with([' ', '\t']) {
        true => open.trim_end_matches([' ', '\t']).len(),
        false => text.len(),
    }
}

/// How many bytes of `[!kind]+ title` stand before the title, if a callout begins so.
fn callout_title(text: &[u8]) -> Option<usize> {
    let header = super::callout::Header::read(std::str::from_utf8(text).ok()?)?;
    Some(header.title_start)
}
