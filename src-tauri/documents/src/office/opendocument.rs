use super::properties::title;
use crate::{
    Kind, Reason, Refusal, Unit,
    builder::Builder,
    container::Container,
    sentences,
    xml::{self, Node, Tag},
};

const COLUMNS: usize = 1000;

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut file = Container::open(file, out.limits().unpacked)?;
    let kind = file.kind()?;
    if let Some(manifest) = file.text("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(Refusal::new(Reason::Encrypted, sentences::PASSWORD));
    }
    title(&mut file, "meta.xml", out)?;
    let text = file.need("content.xml")?;
    let unit = match kind {
        Kind::Odp => Unit::Slide,
        Kind::Ods => Unit::Sheet,
        _ if text.contains("soft-page-break") => Unit::Page,
        _ => Unit::Whole,
    };
    if matches!(unit, Unit::Page | Unit::Whole) {
        out.part(unit, None)?;
    }
    let mut story = Story { unit, ..Story::new(out) };
    xml::walk(&text, &mut |node| story.node(node))
}

struct Story<'a, 'b> {
    out: &'a mut Builder<'b>,
    unit: Unit,
    number: u32,
    text: String,
    heading: Option<u8>,
    /// Number of open paragraphs and headings; notes and frames nest them.
    open: usize,
    lists: usize,
    tables: Vec<Table>,
    hidden: usize,
    comments: usize,
    in_notes: bool,
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    /// The first row is the head of rows already written.
    is_continued: bool,
    row: Vec<String>,
    row_times: usize,
    cell: String,
    cell_times: usize,
    /// Used for a cell that shows no text.
    value: Option<String>,
}

impl<'a, 'b> Story<'a, 'b> {
    fn new(out: &'a mut Builder<'b>) -> Self {
        Self {
            out,
            unit: Unit::Whole,
            number: 0,
            text: String::new(),
            heading: None,
            open: 0,
            lists: 0,
            tables: Vec::new(),
            hidden: 0,
            comments: 0,
            in_notes: false,
        }
    }

    fn node(&mut self, node: Node<'_>) -> Result<(), Refusal> {
        match node {
            Node::Start(tag) if self.is_hidden(tag.name()) => self.hidden += 1,
            Node::End(name) if self.is_hidden(name) => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 => {}
            Node::Start(tag) => self.start(&tag)?,
            Node::End(name) => self.end(name)?,
            Node::Text(text) if self.open > 0 => {
                // Line ends and runs of spaces belong to the file's format, not to its text.
                let space = text.starts_with(char::is_whitespace) && !self.text.ends_with(' ');
                let words = crate::text::one_line(&text);
                if space {
                    self.say(" ");
                }
                self.say(&words);
                if text.ends_with(char::is_whitespace) && !words.is_empty() {
                    self.say(" ");
                }
            }
            Node::Text(_) => {}
        }
        Ok(())
    }

    fn say(&mut self, text: &str) {
        self.text.extend(text.chars().filter(|c| *c != '\u{ad}'));
    }

    fn start(&mut self, tag: &Tag<'_>) -> Result<(), Refusal> {
        match tag.name() {
            "p" => self.open += 1,
            "h" => {
                self.open += 1;
                let level = tag.number("outline-level").unwrap_or(1).clamp(1, 6);
                self.heading = u8::try_from(level).ok();
            }
            "s" => {
                let spaces = tag.number("c").unwrap_or(1).min(100);
                self.say(&" ".repeat(spaces));
            }
            "tab" => self.say("\t"),
            "line-break" => self.say("\n"),
            "list" => self.lists += 1,
            "note-body" if self.open > 0 => self.say(" ("),
            "annotation" => {
                self.comments += 1;
                if self.open > 0 {
                    self.say(" (");
                }
            }
            "soft-page-break" if self.unit == Unit::Page && self.tables.is_empty() => {
                self.write()?;
                self.out.part(Unit::Page, None)?;
            }
            "page" if self.unit == Unit::Slide => {
                self.number += 1;
                self.out.reading(Unit::Slide, self.number);
                self.out.part(Unit::Slide, None)?;
            }
            "notes" => self.in_notes = true,
            "table" => {
                if self.unit == Unit::Sheet && self.tables.is_empty() {
                    self.number += 1;
                    self.out.reading(Unit::Sheet, self.number);
                    self.out.part(Unit::Sheet, tag.attribute("name").as_deref())?;
                }
                self.tables.push(Table::default());
            }
            "table-row" => {
                if let Some(table) = self.tables.last_mut() {
                    table.row_times = tag.number("number-rows-repeated").unwrap_or(1);
                    table.row.clear();
                }
            }
            "table-cell" | "covered-table-cell" => {
                if let Some(table) = self.tables.last_mut() {
                    table.cell_times = tag.number("number-columns-repeated").unwrap_or(1);
                    table.cell.clear();
                    let value = ["value", "date-value", "time-value", "boolean-value"];
                    table.value = value.into_iter().find_map(|name| tag.attribute(name));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Refusal> {
        match name {
            "p" | "h" => {
                self.open = self.open.saturating_sub(1);
                if self.open == 0 {
                    self.write()?;
                }
            }
            "list" => self.lists = self.lists.saturating_sub(1),
            "note-body" | "annotation" => {
                if name == "annotation" {
                    self.comments = self.comments.saturating_sub(1);
                }
                if self.open > 0 {
                    self.text.truncate(self.text.trim_end().len());
                    self.say(")");
                }
            }
            "notes" => self.in_notes = false,
            "table-cell" | "covered-table-cell" => self.end_cell(),
            "table-row" => self.end_row()?,
            "table" => self.end_table()?,
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Refusal> {
        let text = std::mem::take(&mut self.text);
        let text = text.trim_matches([' ', '\n', '\t']);
        let heading = self.heading.take();
        if let Some(table) = self.tables.last_mut() {
            if !table.cell.is_empty() {
                table.cell.push(' ');
            }
            table.cell.push_str(text);
            return Ok(());
        }
        match heading {
            _ if self.in_notes && !text.is_empty() => self.out.paragraph(&format!("Notes: {text}")),
            Some(level) => self.out.heading(level, text),
            None if self.lists > 0 => self.out.item(self.lists - 1, text),
            None => self.out.paragraph(text),
        }
    }

    fn end_cell(&mut self) {
        let Some(table) = self.tables.last_mut() else { return };
        let shown = std::mem::take(&mut table.cell);
        let cell = match table.value.take() {
            Some(value) if shown.is_empty() => value,
            _ => shown,
        };
        // A row ends in one empty cell that repeats thousands of times.
        let room = COLUMNS.saturating_sub(table.row.len());
        let times = if cell.is_empty() { table.cell_times } else { table.cell_times.min(64) };
        table.row.extend(std::iter::repeat_n(cell, times.min(room)));
    }

    fn end_row(&mut self) -> Result<(), Refusal> {
        let Some(table) = self.tables.last_mut() else { return Ok(()) };
        let row = std::mem::take(&mut table.row);
        let Some(last) = row.iter().rposition(|cell| !cell.is_empty()) else { return Ok(()) };
        let row: Vec<String> = row.into_iter().take(last + 1).collect();
        table.rows.extend(std::iter::repeat_n(row, table.row_times.clamp(1, 64)));
        if self.tables.len() == 1 && self.unit == Unit::Sheet {
            self.flush_rows(crate::separated::ROWS)?;
        }
        Ok(())
    }

    /// Writes a sheet's rows once there are more than `most`; the next rows get the same head.
    fn flush_rows(&mut self, most: usize) -> Result<(), Refusal> {
        let Some(table) = self.tables.last_mut().filter(|table| table.rows.len() > most) else {
            return Ok(());
        };
        self.out.table(&table.rows)?;
        table.rows.truncate(1);
        table.is_continued = true;
        self.out.time_left(Unit::Sheet, self.number)
    }

    fn end_table(&mut self) -> Result<(), Refusal> {
        let Some(table) = self.tables.pop() else { return Ok(()) };
        match self.tables.last_mut() {
            Some(outer) => {
                let words = table.rows.into_iter().flatten().filter(|cell| !cell.is_empty());
                outer.cell.push_str(&words.collect::<Vec<_>>().join(" "));
                Ok(())
            }
            None if table.is_continued && table.rows.len() == 1 => Ok(()),
            None => self.out.table(&table.rows),
        }
    }

    /// Deleted text, styles, marks of notes, and a comment's author and date. Outside comments, `creator` and `date`
    /// are fields of the text.
    fn is_hidden(&self, name: &str) -> bool {
        match name {
            "creator" | "date" => self.comments > 0,
            _ => matches!(
                name,
                "tracked-changes"
                    | "note-citation"
                    | "automatic-styles"
                    | "font-face-decls"
                    | "scripts"
                    | "sequence-decls"
                    | "forms"
                    | "settings"
                    | "desc"
            ),
        }
    }
}
