//! comrak's tree as HTML. What comes out is not yet safe: raw HTML is passed on as it stands.

use comrak::{
    Arena, Options,
    arena_tree::NodeEdge,
    nodes::{CalloutFold, ListType, Node, NodeList, NodeValue, TableAlignment},
    parse_document,
};

use super::{
    RenderOptions,
    links::{attribute, escape, markdown_image, open_markdown_link, wikilink},
    pieces::{Part, Piece, Prepared},
    sanitize::ID_PREFIX,
};
use crate::{LinkKind, text::Lines};

/// Elements nested deeper than this are left out, their text isn't: sanitising takes time with
/// the square of the depth, and nobody sees it.
const DEEPEST: usize = 120;
/// Raw HTML with more tags than this, all in all, is shown as text, for the same reason.
const MOST_RAW_TAGS: usize = 6_000;

pub(super) fn write(prepared: &Prepared, options: &RenderOptions<'_>) -> String {
    let arena = Arena::new();
    let root = parse_document(&arena, &prepared.markdown, &comrak_options());
    let mut writer = Writer {
        out: String::with_capacity(prepared.markdown.len() * 3 / 2),
        prepared,
        lines: Lines::of(&prepared.markdown),
        options,
        depth: 0,
        footnotes: 0,
        raw_tags: 0,
        image: None,
        link_ends: Vec::new(),
        column: 0,
    };
    for edge in root.traverse() {
        match edge {
            NodeEdge::Start(node) => {
                writer.depth += 1;
                writer.start(node);
            }
            NodeEdge::End(node) => {
                writer.end(node);
                writer.depth -= 1;
            }
        }
    }
    if writer.footnotes > 0 {
        writer.out.push_str("</ol></section>\n");
    }
    writer.out
}

fn comrak_options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.strikethrough = true;
    extension.highlight = true;
    extension.tasklist = true;
    extension.autolink = true;
    extension.footnotes = true;
    extension.inline_footnotes = true;
    extension.ofm_comments = true;
    extension.ofm_callouts = true;
    options.parse.relaxed_tasklist_matching = true;
    options
}

struct Writer<'a> {
    out: String,
    prepared: &'a Prepared,
    lines: Lines<'a>,
    options: &'a RenderOptions<'a>,
    depth: usize,
    footnotes: usize,
    raw_tags: usize,
    /// Inside an image: how deep it stands, and its alternative text so far.
    image: Option<(usize, String)>,
    /// What closes the open links.
    link_ends: Vec<&'static str>,
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
                escape(&mut self.out, &self.prepared.restore(&code.literal));
                return self.out.push_str("</code>");
            }
            NodeValue::SoftBreak => return self.out.push('\n'),
            NodeValue::LineBreak => return self.out.push_str("<br>\n"),
            NodeValue::HtmlInline(html) | NodeValue::Raw(html) => return self.raw_html(html),
            NodeValue::HtmlBlock(html) => {
                self.raw_html(&html.literal);
                return self.out.push('\n');
            }
            NodeValue::Image(_) => {
                self.image = Some((self.depth, String::new()));
                return;
            }
            NodeValue::CodeBlock(code) => {
                return self.code_block(node, &code.info, &code.literal);
            }
            NodeValue::FootnoteReference(note) => {
                let (number, nth) = (note.ref_num, note.ix);
                let html = format!(
                    "<sup class=\"footnote-ref\" id=\"fnref-{nth}\"><a href=\"#{ID_PREFIX}fn-{nth}\" \
                     id=\"fnref-{nth}-{number}\">{nth}</a></sup>"
                );
                return self.out.push_str(&html);
            }
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
                let tag = if self.block_piece(node).is_some() { "<div" } else { "<p" };
                self.block(tag, node);
            }
            NodeValue::Heading(heading) => self.block(&format!("<h{}", heading.level), node),
            NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => {
                self.block("<blockquote", node);
            }
            NodeValue::List(list) => match list.list_type {
                ListType::Bullet => self.block("<ul", node),
                ListType::Ordered if list.start == 1 => self.block("<ol", node),
                ListType::Ordered => {
                    self.block(&format!("<ol start=\"{}\"", list.start), node);
                }
            },
            NodeValue::Item(_) => self.block("<li", node),
            NodeValue::TaskItem(task) => {
                let mark = task.symbol.unwrap_or(' ');
                let mut tag = "<li class=\"task\"".to_owned();
                attribute(&mut tag, "data-task", &mark.to_string());
                self.block(&tag, node);
                let (sign, label) = match mark {
                    ' ' => ("☐", "to do"),
                    'x' | 'X' => ("☑", "done"),
                    _ => ("☐", "marked"),
                };
                self.out.push_str(&format!(
                    "<span class=\"checkbox\" role=\"img\" aria-label=\"{label}\">{sign}</span> "
                ));
            }
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
                let end = open_markdown_link(&mut self.out, &url, &link.title, self.options);
                self.link_ends.push(end);
            }
            NodeValue::Callout(callout) => self.open_callout(node, callout),
            NodeValue::CalloutTitle => {
                let folds = node.parent().is_some_and(folds);
                self.out.push_str(if folds { "<summary" } else { "<div" });
                self.out.push_str(" class=\"callout-title\">");
            }
            NodeValue::FootnoteDefinition(_) => {
                if self.footnotes == 0 {
                    self.out.push_str("<section class=\"footnotes\"><ol>\n");
                }
                self.footnotes += 1;
                self.block(&format!("<li id=\"fn-{}\"", self.footnotes), node);
            }
            _ => {}
        }
    }

    fn close<'n>(&mut self, node: Node<'n>, value: &NodeValue) {
        let end = match value {
            NodeValue::Paragraph if !is_tight(node) => {
                if self.block_piece(node).is_some() {
                    "</div>\n"
                } else {
                    "</p>\n"
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
            NodeValue::Link(_) => self.link_ends.pop().unwrap_or(""),
            NodeValue::Callout(_) if folds(node) => "</div></details></div>\n",
            NodeValue::Callout(_) => "</div></div>\n",
            NodeValue::CalloutTitle => {
                let folds = node.parent().is_some_and(folds);
                self.out.push_str(if folds { "</summary>" } else { "</div>" });
                "\n<div class=\"callout-content\">\n"
            }
            NodeValue::FootnoteDefinition(_) => {
                let number = self.footnotes;
                return self.out.push_str(&format!(
                    "<a class=\"footnote-backref\" href=\"#{ID_PREFIX}fnref-{number}\" \
                     aria-label=\"Back to the text\">↩</a></li>\n"
                ));
            }
            _ => "",
        };
        self.out.push_str(end);
    }

    /// Writes the tag `begun`, with the node's lines, and its `>`.
    fn block<'n>(&mut self, begun: &str, node: Node<'n>) {
        let place = node.data().sourcepos;
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        let mut lines = self.lines.range(line(place.start.line), line(place.end.line));
        if let Some(number) = self.block_piece(node) {
            // A block of math left one line behind and took the others along.
            lines.end += self.prepared.lines_in(number);
        }
        let first = lines.start + self.prepared.lines_before;
        let last = lines.end + self.prepared.lines_before;
        self.out.push_str(begun);
        self.out.push_str(&format!(" data-lines=\"{first}-{last}\">"));
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

    fn open_callout<'n>(&mut self, node: Node<'n>, callout: &comrak::nodes::NodeCallout) {
        let kind: String = self
            .prepared
            .restore(&callout.callout_type)
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .take(40)
            .collect();
        let tag = format!("<div class=\"callout callout-{kind}\" data-callout=\"{kind}\"");
        self.block(&tag, node);
        match callout.fold {
            CalloutFold::None => {}
            CalloutFold::Expanded => self.out.push_str("<details open>"),
            CalloutFold::Collapsed => self.out.push_str("<details>"),
        }
        let titled = node
            .first_child()
            .is_some_and(|child| matches!(child.data().value, NodeValue::CalloutTitle));
        if !titled {
            let tag = if folds(node) { "summary" } else { "div" };
            self.out.push_str(&format!("<{tag} class=\"callout-title\">"));
            escape(&mut self.out, &self.prepared.restore(&callout.default_title()));
            self.out.push_str(&format!("</{tag}>\n<div class=\"callout-content\">\n"));
        }
    }

    fn code_block<'n>(&mut self, node: Node<'n>, info: &str, literal: &str) {
        self.block("<pre", node);
        self.out.push_str("<code");
        let info = self.prepared.restore(info);
        let language: String = info
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{'))
            .next()
            .unwrap_or("")
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '#' | '.'))
            .collect();
        if !language.is_empty() {
            attribute(&mut self.out, "class", &format!("language-{language}"));
        }
        self.out.push('>');
        escape(&mut self.out, &self.prepared.restore(literal));
        self.out.push_str("</code></pre>\n");
    }

    fn text<'n>(&mut self, node: Node<'n>, text: &str) {
        let prepared = self.prepared;
        // Asked once: a line of many links is taken apart to answer it.
        let alone = node.parent().is_some_and(|parent| self.block_piece(parent).is_some());
        for part in prepared.parts(text) {
            let number = match part {
                Part::Text(text) => {
                    escape(&mut self.out, text);
                    continue;
                }
                Part::Piece(number) => number,
            };
            match prepared.pieces.get(number) {
                Some(Piece::Link(link)) => wikilink(&mut self.out, link, self.options, alone),
                Some(Piece::Math { source, display }) => {
                    let class = if *display { "math display" } else { "math" };
                    self.out.push_str(&format!("<span class=\"{class}\">"));
                    escape(&mut self.out, source);
                    self.out.push_str("</span>");
                }
                None => {}
            }
        }
    }

    /// The piece that a paragraph consists of: one embed or one piece of display math, and nothing
    /// else.
    fn block_piece<'n>(&self, node: Node<'n>) -> Option<usize> {
        let child = node.first_child().filter(|child| child.next_sibling().is_none())?;
        if !matches!(node.data().value, NodeValue::Paragraph) {
            return None;
        }
        let NodeValue::Text(text) = &child.data().value else { return None };
        let [Part::Piece(number)] = self.prepared.parts(text)[..] else { return None };
        let block = match self.prepared.pieces.get(number)? {
            Piece::Link(link) => link.kind == LinkKind::Embed,
            Piece::Math { display, .. } => *display,
        };
        block.then_some(number)
    }

    fn alternative_text(&mut self, value: &NodeValue) {
        let Some((_, alt)) = &mut self.image else { return };
        match value {
            NodeValue::Text(text) => alt.push_str(&self.prepared.restore(text)),
            NodeValue::Code(code) => alt.push_str(&self.prepared.restore(&code.literal)),
            NodeValue::SoftBreak | NodeValue::LineBreak => alt.push(' '),
            _ => {}
        }
    }

    /// Passes raw HTML on, its images as ours.
    fn raw_html(&mut self, html: &str) {
        let html = self.prepared.restore(html);
        self.raw_tags += html.matches('<').count();
        if self.raw_tags > MOST_RAW_TAGS {
            return escape(&mut self.out, &html);
        }
        let mut rest = html.as_str();
        while let Some((before, tag, after)) = next_image(rest) {
            self.out.push_str(before);
            let value = |name| raw_attribute(tag, name).unwrap_or_default();
            let (alt, width) = (value("alt"), value("width"));
            let label = if width.is_empty() { alt } else { format!("{alt}|{width}") };
            let src = value("src");
            markdown_image(&mut self.out, src.trim(), &label, &value("title"), self.options);
            rest = after;
        }
        self.out.push_str(rest);
    }
}

/// Whether a paragraph stands in a tight list or in a title, and has no element of its own.
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

fn is_header(cell: Node<'_>) -> bool {
    cell.parent().is_some_and(|row| matches!(row.data().value, NodeValue::TableRow(true)))
}

fn folds(callout: Node<'_>) -> bool {
    matches!(&callout.data().value, NodeValue::Callout(callout) if callout.fold != CalloutFold::None)
}

/// The first `<img …>` in raw HTML, with what stands before and behind it.
fn next_image(html: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + html[from..].find('<')?;
        let behind = &html[open + 1..];
        let is_image = behind.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("img"))
            && behind[3..].starts_with(|c: char| c.is_ascii_whitespace() || c == '/');
        if is_image {
            let mut quote = None;
            for (at, c) in behind.char_indices() {
                match (quote, c) {
                    (Some(open), c) if c == open => quote = None,
                    (None, '"' | '\'') => quote = Some(c),
                    (None, '>') => {
                        return Some((&html[..open], &behind[3..at], &behind[at + 1..]));
                    }
                    _ => {}
                }
            }
            return None;
        }
        from = open + 1;
    }
}

/// The value of an attribute, from the inside of a tag.
fn raw_attribute(tag: &str, wanted: &str) -> Option<String> {
    let mut rest = tag;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/'));
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let (value, after) = match behind.strip_prefix('=').map(str::trim_start) {
            None => ("", behind),
            Some(value) => match value.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    value[1..].split_once(quote).unwrap_or((&value[1..], ""))
                }
                _ => {
                    let end = value.find(|c: char| c.is_ascii_whitespace());
                    value.split_at(end.unwrap_or(value.len()))
                }
            },
        };
        if name.eq_ignore_ascii_case(wanted) {
            return Some(unescape(value));
        }
        if after.is_empty() || after.len() == rest.len() {
            return None;
        }
        rest = after;
    }
}

/// The entities that are met in addresses and short texts.
fn unescape(value: &str) -> String {
    value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
