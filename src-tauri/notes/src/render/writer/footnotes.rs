use comrak::nodes::{Node, NodeValue};

use super::{ID_PREFIX, Writer, ends_footnote};
use crate::{LineRange, sentences};

impl Writer<'_> {
    pub(super) fn find_footnotes<'n>(&mut self, root: Node<'n>) {
        let Some(part) = self.part else { return };
        for node in root.descendants() {
            let NodeValue::FootnoteReference(note) = &node.data().value else { continue };
            let block = node.ancestors().find(|up| up.data().value.block());
            let lines = block.map_or(LineRange { start: 0, end: 0 }, |block| self.lines_of(block));
            if lines.start <= part.end && lines.end >= part.start {
                self.footnotes.wanted.insert(note.name.clone());
            }
        }
    }

    pub(super) fn footnote_reference(&mut self, name: &str) {
        let ids = &self.frame.ids;
        let (number, count) = self.footnotes.number(name);
        *count += 1;
        let html = format!(
            "<sup class=\"footnote-ref\"><a href=\"#{ID_PREFIX}{ids}fn-{number}\" \
             id=\"{ids}fnref-{number}-{count}\">{number}</a></sup>"
        );
        self.out.push_str(&html);
    }

    pub(super) fn open_footnote<'n>(&mut self, node: Node<'n>, name: &str) {
        if !self.footnotes.open {
            self.out.push_str("<section class=\"footnotes\"><ol>\n");
            self.footnotes.open = true;
        }
        name.clone_into(&mut self.footnotes.current);
        let (number, _) = *self.footnotes.number(name);
        let tag = format!("<li id=\"{}fn-{number}\" value=\"{number}\"", self.frame.ids);
        self.block(&tag, node);
    }

    pub(super) fn close_footnote<'n>(&mut self, node: Node<'n>) {
        if !node.last_child().is_some_and(ends_in_paragraph) {
            self.back_references();
        }
        self.out.push_str("</li>\n");
    }

    pub(super) fn back_references(&mut self) {
        let name = self.footnotes.current.clone();
        let (number, count) = *self.footnotes.number(&name);
        let ids = &self.frame.ids;
        // Very many references aren't worth a line of arrows.
        for nth in 1..=count.min(20) {
            let shown = if nth == 1 { String::new() } else { format!("<sup>{nth}</sup>") };
            self.out.push_str(&format!(
                " <a class=\"footnote-backref\" href=\"#{ID_PREFIX}{ids}fnref-{number}-{nth}\" \
                 aria-label=\"{}\">↩{shown}</a>",
                sentences::BACK_TO_TEXT.text()
            ));
        }
    }
}

fn ends_in_paragraph(node: Node<'_>) -> bool {
    matches!(node.data().value, NodeValue::Paragraph) && ends_footnote(node)
}
