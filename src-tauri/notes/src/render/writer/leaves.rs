use comrak::nodes::{Node, NodeValue};

use super::{
    super::{
        code, embeds,
        links::{attribute, cut_text, embedded_note, wikilink},
        math,
        pieces::{Part, Piece},
    },
    Paragraph, Writer,
};
use crate::{LinkKind, sentences};

impl Writer<'_> {
    pub(super) fn code_block<'n>(&mut self, node: Node<'n>, info: &str, literal: &str) {
        self.block("<pre", node);
        self.out.push_str("<code");
        let info = self.prepared.restore(info);
        let end = |c: char| c.is_whitespace() || matches!(c, ',' | '{');
        let language = info.split(end).next().unwrap_or_default();
        if !language.is_empty() {
            attribute(&mut self.out, "class", &format!("language-{language}"));
        }
        self.out.push('>');
        let code = self.prepared.restore(literal);
        match code::highlight(language, &code) {
            Some(html) => self.slots.put(html, &mut self.out),
            None => self.words(&code),
        }
        self.out.push_str("</code></pre>\n");
    }

    /// Cuts text for the sanitiser, also across lines.
    pub(super) fn words(&mut self, text: &str) {
        cut_text(&mut self.out, text, &mut self.uncut);
    }

    pub(super) fn text<'n>(&mut self, node: Node<'n>, text: &str) {
        let prepared = self.prepared;
        // Computed once, because it splits the whole line, which may have many links.
        let alone = node.parent().is_some_and(|up| self.block_piece(up).is_some());
        for part in prepared.parts(text) {
            let number = match part {
                Part::Text(text) => {
                    self.words(text);
                    continue;
                }
                Part::Piece(number) => number,
            };
            match prepared.pieces.get(number) {
                Some(Piece::Link(link)) => match embedded_note(link, self.options) {
                    Some(path) if may_hold_embed(node) => {
                        let (out, slots) = (&mut self.out, &mut self.slots);
                        embeds::write(out, slots, link, &path, self.options, self.frame);
                    }
                    _ => wikilink(&mut self.out, link, self.options, alone),
                },
                Some(Piece::Math { source, display, open }) => self.math(source, *display, *open),
                None => {}
            }
        }
    }

    fn math(&mut self, source: &str, display: bool, open: bool) {
        let begin = |class: &str| {
            let mut tag = "<span".to_owned();
            let display = if display { " display" } else { "" };
            attribute(&mut tag, "class", &format!("math{class}{display}"));
            attribute(&mut tag, "data-tex", source);
            tag
        };
        match math::mathml(source, display) {
            // The slot includes the enclosing `span`: an unclosed tag of the note could swallow it.
            Ok(html) => {
                let whole = format!("{}>{html}</span>", begin(""));
                return self.slots.put(whole, &mut self.out);
            }
            // An unclosed formula may still be streaming, so no reason is shown.
            Err(_) if open => {
                self.out.push_str(&begin(" undrawn"));
                self.out.push('>');
                self.words(source);
            }
            Err(reason) => {
                self.out.push_str(&begin(" undrawn"));
                let reason = sentences::not_drawn(&reason);
                attribute(&mut self.out, "title", &reason);
                self.out.push('>');
                if display {
                    self.words(source);
                    self.out.push_str("<span class=\"math-note\">");
                    self.words(&reason);
                    self.out.push_str("</span>");
                } else {
                    // Often the text is an amount of money, not a formula.
                    self.words(&format!("${source}$"));
                }
            }
        }
        self.out.push_str("</span>");
    }

    /// The paragraph's only piece: one embed or one piece of display math.
    pub(super) fn block_piece<'n>(&self, node: Node<'n>) -> Option<usize> {
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

    pub(super) fn holds_link<'n>(&self, link: Node<'n>) -> bool {
        let is_link = |part: &Part<'_>| match part {
            Part::Piece(number) => match self.prepared.pieces.get(*number) {
                Some(Piece::Link(link)) => link.kind == LinkKind::Wikilink,
                _ => false,
            },
            Part::Text(_) => false,
        };
        link.descendants().any(|node| match &node.data().value {
            NodeValue::Text(text) => self.prepared.parts(text).iter().any(is_link),
            _ => false,
        })
    }

    pub(super) fn paragraph<'n>(&self, node: Node<'n>) -> Paragraph {
        if self.block_piece(node).is_some() {
            return Paragraph::Piece;
        }
        let shows = |number: usize| match self.prepared.pieces.get(number) {
            Some(Piece::Link(link)) => embedded_note(link, self.options).is_some(),
            _ => false,
        };
        let embeds = self.options.texts.is_some()
            && node.children().any(|child| match &child.data().value {
                NodeValue::Text(text) => {
                    let parts = self.prepared.parts(text);
                    parts.iter().any(|part| matches!(part, Part::Piece(at) if shows(*at)))
                }
                _ => false,
            });
        if embeds { Paragraph::WithEmbed } else { Paragraph::Text }
    }

    pub(super) fn alternative_text(&mut self, value: &NodeValue) {
        let Some((_, alt)) = &mut self.image else { return };
        match value {
            NodeValue::Text(text) => alt.push_str(&self.prepared.restore(text)),
            NodeValue::Code(code) => alt.push_str(&self.prepared.restore(&code.literal)),
            NodeValue::SoftBreak | NodeValue::LineBreak => alt.push(' '),
            _ => {}
        }
    }
}

/// False inside a link, a heading or emphasis.
fn may_hold_embed(text: Node<'_>) -> bool {
    text.parent()
        .is_some_and(|up| matches!(up.data().value, NodeValue::Paragraph | NodeValue::TableCell))
}
