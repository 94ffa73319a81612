//! What becomes of a paragraph: definitions come off its start, a line under it makes it a heading
//! or the head of a table.

use super::{Kind, Scanner, line::Line, table};

impl Scanner<'_> {
    pub(super) fn add_to_paragraph(&mut self, line: &Line<'_>) {
        let at = self.open[self.open.len() - 1];
        self.paragraph.push((line.next_byte(), line.end));
        self.extend(at, line);
    }

    /// Takes the link definitions off the start of the open paragraph `at`; whether text is left.
    pub(super) fn take_definitions(&mut self, at: usize) -> bool {
        let Some((first, _)) = self.paragraph.first() else { return true };
        if self.text.as_bytes().get(*first) != Some(&b'[') {
            return true;
        }
        let text = self.text;
        let content: Vec<_> =
            self.paragraph.iter().map(|(start, end)| &text[*start..*end]).collect();
        let taken = self.definitions.take(&content.join("\n"));
        if taken == 0 {
            return true;
        }
        self.paragraph.drain(..taken);
        let block = &mut self.blocks[at];
        match self.paragraph.first() {
            Some((start, _)) => {
                block.first += u32::try_from(taken).unwrap_or(0);
                block.start = *start;
                true
            }
            None => {
                block.kind = Kind::Definitions;
                let (before, parent) = (block.before, block.parent);
                if self.blocks[parent].last_child == Some(at) {
                    self.blocks[parent].last_child = before;
                }
                false
            }
        }
    }

    /// Makes the open paragraph a heading, unless it has only link definitions.
    pub(super) fn underlined(&mut self, level: u8, line: &Line<'_>) -> bool {
        let at = self.open[self.open.len() - 1];
        if !self.take_definitions(at) {
            // The underline is the text of a new paragraph.
            self.blocks[at].kind = Kind::Definitions;
            let mut top = self.open.len() - 1;
            self.open_child(&mut top, Kind::Paragraph, line, line.next_byte());
            return false;
        }
        self.blocks[at].kind = Kind::Heading { level, setext: true };
        self.blocks[at].last = line.number;
        self.paragraph.clear();
        self.tried_table = false;
        self.close_to(self.open.len() - 1);
        true
    }

    /// Makes the last line of the open paragraph the head of a table if `line` says so.
    pub(super) fn table_head(&mut self, line: &Line<'_>, top: &mut usize) {
        if self.tried_table || !table::is_delimiter(line.rest()) {
            return;
        }
        let Some((start, end)) = self.paragraph.last().copied() else { return };
        let columns = table::cells(&self.text.as_bytes()[start..end]);
        if columns.is_none() || columns != table::cells(line.rest()) {
            self.tried_table = true;
            return;
        }
        let at = self.open[self.open.len() - 1];
        self.paragraph.pop();
        let head = line.number - 1;
        if let Some((_, end)) = self.paragraph.last().copied() {
            self.blocks[at].last = head - 1;
            self.blocks[at].end = end;
        } else {
            // The whole paragraph was the head: the table takes its place.
            let (before, parent) = (self.blocks[at].before, self.blocks[at].parent);
            self.blocks[parent].last_child = before;
            self.blocks.pop();
            self.open.pop();
            *top = self.open.len();
        }
        let size = table::Size::new(columns.unwrap_or(1));
        self.open_child(top, Kind::Table(size), line, start);
        let table = self.open[self.open.len() - 1];
        self.blocks[table].first = head;
        self.open_child(top, Kind::Row, line, start);
        let row = self.open[self.open.len() - 1];
        (self.blocks[row].first, self.blocks[row].last) = (head, head);
        self.blocks[row].end = end;
        self.close_to(self.open.len() - 1);
        *top = self.open.len();
    }
}
