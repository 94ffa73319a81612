//! Writes comrak's tree as HTML. The result isn't safe yet: raw HTML passes through.

mod blocks;
mod footnote_numbers;
mod footnotes;
mod leaves;
mod raw;

use std::borrow::Cow;

use self::footnote_numbers::Footnotes;
pub(super) use self::raw::bounded;

use comrak::{
    Arena, Options,
    arena_tree::NodeEdge,
    nodes::{CalloutFold, ListType, Node, NodeList, NodeValue, TableAlignment},
    parse_document,
};

use super::{
    embeds::Frame,
    links::{markdown_image, open_markdown_link, text},
    options::RenderOptions,
    pieces::PreparedText,
    sanitize::ID_PREFIX,
    slots::Slots,
};
use crate::{LineRange, parse::block_options, text::Lines};

/// Maximum depth of elements, because sanitising takes quadratic time. Deeper ones are left out, but their text stays.
const DEEPEST: usize = 120;

/// Writes all blocks, or those on the lines of `part`, and the HTML for the marks.
pub(super) fn write(
    prepared: &PreparedText,
    part: Option<LineRange>,
    options: &RenderOptions<'_>,
    frame: &Frame<'_>,
) -> (String, Slots) {
    let arena = Arena::new();
    let root = parse_document(&arena, &prepared.markdown, &comrak_options());
    let mut writer = Writer {
        out: String::with_capacity(prepared.markdown.len() * 3 / 2),
        slots: Slots::new(&prepared.text),
        prepared,
        part,
        lines: Lines::of(&prepared.markdown),
        options,
        frame,
        depth: 0,
        footnotes: Footnotes::default(),
        raw_tags: 0,
        uncut: 0,
        image: None,
        link_ends: Vec::new(),
        column: 0,
    };
    if part.is_some() {
        writer.find_footnotes(root);
    }
    let mut skipped: Option<usize> = None;
    for edge in root.traverse() {
        match edge {
            NodeEdge::Start(node) => {
                writer.depth += 1;
                if skipped.is_none() && writer.is_outside(node) {
                    skipped = Some(writer.depth);
                }
                if skipped.is_none() {
                    writer.start(node);
                }
            }
            NodeEdge::End(node) => {
                match skipped {
                    None => writer.end(node),
                    Some(depth) if depth == writer.depth => skipped = None,
                    Some(_) => {}
                }
                writer.depth -= 1;
            }
        }
    }
    if writer.footnotes.open {
        writer.out.push_str("</ol></section>\n");
    }
    (writer.out, writer.slots)
}

fn comrak_options() -> Options<'static> {
    let mut options = block_options();
    let extension = &mut options.extension;
    extension.strikethrough = true;
    extension.highlight = true;
    extension.tasklist = true;
    extension.autolink = true;
    extension.inline_footnotes = true;
    extension.cjk_friendly_emphasis = true;
    options.parse.relaxed_tasklist_matching = true;
    options
}

struct Writer<'a> {
    out: String,
    slots: Slots,
    prepared: &'a PreparedText,
    part: Option<LineRange>,
    lines: Lines<'a>,
    options: &'a RenderOptions<'a>,
    frame: &'a Frame<'a>,
    depth: usize,
    footnotes: Footnotes,
    raw_tags: usize,
    uncut: usize,
    image: Option<(usize, String)>,
    link_ends: Vec<Cow<'static, str>>,
    column: usize,
}

impl<'a> Writer<'a> {
    fn start<'n>(&mut self, node: Node<'n>) {
        let value = &node.data().value;
        if self.image.is_some() {
            return self.alternative_text(value);
        }
        match value {
            NodeValue::Text(text) => return self.text(node, text),
            NodeValue::Code(code) => {
                self.out.push_str("<code>");
                let code = self.prepared.restore(&code.literal);
                self.words(&code);
                return self.out.push_str("</code>");
            }
            NodeValue::SoftBreak => return self.words("\n"),
            NodeValue::LineBreak => return self.out.push_str("<br>\n"),
            NodeValue::HtmlInline(html) | NodeValue::Raw(html) => return self.raw_html(html),
            NodeValue::HtmlBlock(html) => {
                self.raw_html(&html.literal);
                if !html.literal.ends_with('\n') {
                    self.out.push('\n');
                }
                return;
            }
            NodeValue::Image(_) => {
                self.image = Some((self.depth, String::new()));
                return;
            }
            NodeValue::CodeBlock(code) => {
                return self.code_block(node, &code.info, &code.literal);
            }
            NodeValue::FootnoteReference(note) => return self.footnote_reference(&note.name),
            _ => {}
        }
        if self.depth <= DEEPEST {
            self.open(node, value);
        }
    }

    fn end<'n>(&mut self, node: Node<'n>) {
        let value = &node.data().value;
        if let Some((depth, _)) = &self.image {
            if *depth == self.depth
                && let (NodeValue::Image(link), Some((_, alt))) = (value, self.image.take())
            {
                let url = self.prepared.restore(&link.url);
                markdown_image(&mut self.out, &url, &alt, &link.title, self.options);
            }
            return;
        }
        if self.depth <= DEEPEST {
            self.close(node, value);
        }
    }

    fn open<'n>(&mut self, node: Node<'n>, value: &NodeValue) {
        match value {
            NodeValue::Paragraph if !is_tight(node) => {
                let tag = match self.paragraph(node) {
                    Paragraph::Text => "<p",
                    Paragraph::Piece => "<div",
                    Paragraph::WithEmbed => "<div class=\"paragraph\"",
                };
                self.block(tag, node);
            }
            NodeValue::Heading(heading) => self.block(&format!("<h{}", heading.level), node),
            NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => {
                self.block("<blockquote", node);
            }
            NodeValue::List(list) => match list.list_type {
                ListType::Bullet => self.block("<ul", node),
                ListType::Ordered => match list.start + self.items_left_out(node) {
                    1 => self.block("<ol", node),
                    start => self.block(&format!("<ol start=\"{start}\""), node),
                },
            },
            NodeValue::Item(_) => self.block("<li", node),
            NodeValue::TaskItem(task) => self.open_task(node, task.symbol),
            NodeValue::ThematicBreak => self.block("<hr", node),
            NodeValue::Table(_) => self.block("<table", node),
            NodeValue::TableRow(header) => {
                self.column = 0;
                if *header {
                    self.out.push_str("<thead>");
                }
                self.block("<tr", node);
            }
            NodeValue::TableCell => self.open_cell(node),
            NodeValue::Emph => self.out.push_str("<em>"),
            NodeValue::Strong => self.out.push_str("<strong>"),
            NodeValue::Strikethrough => self.out.push_str("<del>"),
            NodeValue::Highlight => self.out.push_str("<mark>"),
            NodeValue::Link(link) => {
                let url = self.prepared.restore(&link.url);
                // Links can't nest: the inner one is the link, and this one is text.
                if self.holds_link(node) {
                    self.out.push('[');
                    let mut end = "](".to_owned();
                    text(&mut end, &url);
                    end.push(')');
                    return self.link_ends.push(end.into());
                }
                let title = self.prepared.restore(&link.title);
                let end = open_markdown_link(&mut self.out, &url, &title, self.options);
                self.link_ends.push(end.into());
            }
            NodeValue::Callout(callout) => self.open_callout(node, callout),
            NodeValue::CalloutTitle => {
                let folds = node.parent().is_some_and(folds);
                self.out.push_str(if folds { "<summary" } else { "<div" });
                self.out.push_str(" class=\"callout-title\">");
            }
            NodeValue::FootnoteDefinition(note) => self.open_footnote(node, &note.name),
            _ => {}
        }
    }

    fn close<'n>(&mut self, node: Node<'n>, value: &NodeValue) {
        let end = match value {
            NodeValue::Paragraph if !is_tight(node) => {
                if ends_footnote(node) {
                    self.back_references();
                }
                match self.paragraph(node) {
                    Paragraph::Text => "</p>\n",
                    _ => "</div>\n",
                }
            }
            NodeValue::Heading(heading) => {
                return self.out.push_str(&format!("</h{}>\n", heading.level));
            }
            NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => "</blockquote>\n",
            NodeValue::List(NodeList { list_type: ListType::Bullet, .. }) => "</ul>\n",
            NodeValue::List(_) => "</ol>\n",
            NodeValue::Item(_) | NodeValue::TaskItem(_) => "</li>\n",
            NodeValue::Table(_) if node.children().count() > 1 => "</tbody></table>\n",
            NodeValue::Table(_) => "</table>\n",
            NodeValue::TableRow(true) if node.next_sibling().is_some() => "</tr></thead>\n<tbody>",
            NodeValue::TableRow(true) => "</tr></thead>\n",
            NodeValue::TableRow(false) => "</tr>\n",
            NodeValue::TableCell => {
                if is_header(node) {
                    "</th>"
                } else {
                    "</td>"
                }
            }
            NodeValue::Emph => "</em>",
            NodeValue::Strong => "</strong>",
            NodeValue::Strikethrough => "</del>",
            NodeValue::Highlight => "</mark>",
            NodeValue::Link(_) => &self.link_ends.pop().unwrap_or_default(),
            NodeValue::Callout(_) if folds(node) => "</div></details></div>\n",
            NodeValue::Callout(_) => "</div></div>\n",
            NodeValue::CalloutTitle => {
                let folds = node.parent().is_some_and(folds);
                self.out.push_str(if folds { "</summary>" } else { "</div>" });
                "\n<div class=\"callout-content\">\n"
            }
            NodeValue::FootnoteDefinition(_) => return self.close_footnote(node),
            _ => "",
        };
        self.out.push_str(end);
    }

    fn block<'n>(&mut self, begun: &str, node: Node<'n>) {
        self.out.push_str(begun);
        // The lines of an embedded note aren't those of the open note.
        if self.frame.outer.is_none() {
            let LineRange { start, end } = self.lines_of(node);
            let before = self.options.lines_before;
            let [start, end] = [start, end].map(|line| line.saturating_add_signed(before));
            self.out.push_str(&format!(" data-lines=\"{}:{start}-{end}\"", self.slots.key));
        }
        let top = node.parent().is_some_and(|up| matches!(up.data().value, NodeValue::Document));
        if top && self.prepared.right_to_left && begun != "<pre" {
            self.out.push_str(" dir=\"auto\"");
        }
        self.out.push('>');
    }

    fn lines_of<'n>(&self, node: Node<'n>) -> LineRange {
        let place = node.data().sourcepos;
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        let mut lines = self.lines.range(line(place.start.line), line(place.end.line));
        if let Some(number) = self.block_piece(node) {
            // The mark of a math block has one line; the others are added.
            lines.end += self.prepared.lines_in(number);
        }
        LineRange {
            start: lines.start + self.prepared.lines_before,
            end: lines.end + self.prepared.lines_before,
        }
    }

    fn is_outside<'n>(&self, node: Node<'n>) -> bool {
        if let (NodeValue::Heading(_), Some(line)) = (&node.data().value, self.frame.titled)
            && self.lines_of(node).start == line
        {
            return true;
        }
        let Some(part) = self.part.filter(|_| !self.footnotes.open) else { return false };
        match &node.data().value {
            NodeValue::FootnoteDefinition(note) => !self.footnotes.is_wanted(&note.name),
            NodeValue::Document | NodeValue::TableRow(true) | NodeValue::TableCell => false,
            NodeValue::CalloutTitle => false,
            value if !value.block() => false,
            _ => {
                let lines = self.lines_of(node);
                lines.end < part.start || lines.start > part.end
            }
        }
    }

    fn items_left_out<'n>(&self, list: Node<'n>) -> usize {
        match self.part {
            Some(_) => list.children().take_while(|item| self.is_outside(item)).count(),
            None => 0,
        }
    }

    fn open_cell<'n>(&mut self, node: Node<'n>) {
        self.out.push_str(if is_header(node) { "<th" } else { "<td" });
        let table = node.parent().and_then(|row| row.parent());
        if let Some(table) = table
            && let NodeValue::Table(table) = &table.data().value
        {
            match table.alignments.get(self.column) {
                Some(TableAlignment::Left) => self.out.push_str(" class=\"align-left\""),
                Some(TableAlignment::Center) => self.out.push_str(" class=\"align-center\""),
                Some(TableAlignment::Right) => self.out.push_str(" class=\"align-right\""),
                _ => {}
            }
        }
        self.column += 1;
        self.out.push('>');
    }
}

enum Paragraph {
    Text,
    Piece,
    /// Text with an embedded note, which `p` can't contain.
    WithEmbed,
}

/// True in a tight list and in a title: the paragraph has no element of its own.
fn is_tight(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.data().value {
        NodeValue::CalloutTitle => true,
        NodeValue::Item(_) | NodeValue::TaskItem(_) => parent
            .parent()
            .is_some_and(|list| matches!(list.data().value, NodeValue::List(list) if list.tight)),
        _ => false,
    }
}

fn ends_footnote(node: Node<'_>) -> bool {
    node.next_sibling().is_none()
        && node
            .parent()
            .is_some_and(|up| matches!(up.data().value, NodeValue::FootnoteDefinition(_)))
}

fn is_header(cell: Node<'_>) -> bool {
    cell.parent().is_some_and(|row| matches!(row.data().value, NodeValue::TableRow(true)))
}

fn folds(callout: Node<'_>) -> bool {
    matches!(&callout.data().value, NodeValue::Callout(callout) if callout.fold != CalloutFold::None)
}
