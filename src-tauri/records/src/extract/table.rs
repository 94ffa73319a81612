//! Rows of Markdown tables.

use notes::{Block, shortened};

use super::{
    cells::{add, of_text},
    inline::plain,
};
use crate::{Record, RecordKind};

/// Maximum rows of a note. The longest hand-kept tables have hundreds; more rows are exported data, which would make up
/// most of the stored records.
pub(super) const MAX_ROWS: usize = 5_000;

/// Maximum bytes of a column's name.
const MAX_NAME: usize = 200;

#[derive(Default)]
pub(super) struct Tables {
    table: Option<usize>,
    columns: Vec<String>,
    rows: usize,
}

impl Tables {
    /// `None` for a table's header, which names the columns of the rows after it.
    pub(super) fn row(&mut self, block: &Block, written: &str) -> Option<Record> {
        let cells = split(written);
        if self.table != Some(block.parent) {
            self.table = Some(block.parent);
            let name = |(number, cell): (usize, &String)| match plain(cell) {
                name if name.is_empty() => format!("column {number}"),
                name => shortened(&name, MAX_NAME).into_owned(),
            };
            self.columns = (1..).zip(&cells).map(name).collect();
            return None;
        }
        // Markdown reads a block id below a table as its last row.
        let is_id = cells.len() == 1 && written.trim().starts_with('^');
        if is_id || self.rows >= MAX_ROWS {
            return None;
        }
        let line = block.lines.start;
        let mut record =
            Record { kind: RecordKind::Row, line, text: String::new(), cells: Vec::new() };
        for (column, cell) in self.columns.iter().zip(&cells) {
            let shown = plain(cell);
            if shown.is_empty() {
                continue;
            }
            if !record.text.is_empty() {
                record.text.push_str(" | ");
            }
            record.text.push_str(&shown);
            add(&mut record.cells, column, of_text(cell), line);
        }
        if record.cells.is_empty() {
            return None;
        }
        self.rows += 1;
        Some(record)
    }
}

/// The cells of a row, with `\|` unescaped.
fn split(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut cells = vec![String::new()];
    let mut chars = row.chars().peekable();
    while let Some(next) = chars.next() {
        let escaped = next == '\\' && chars.peek() == Some(&'|');
        let ends = next == '|';
        let next = if escaped { chars.next().unwrap_or(next) } else { next };
        if ends {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(next);
            // Keeps `\\|` an escaped backslash before the cell's end, as Markdown reads it.
            if next == '\\' && chars.peek() == Some(&'\\') {
                cell.extend(chars.next());
            }
        }
    }
    if cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
