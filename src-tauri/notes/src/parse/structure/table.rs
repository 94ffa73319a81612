//! Tables: rows of cells between bars.

use super::line::is_space;

/// Cells that a table's short rows lack are made up by the renderer. Where that gets out of hand
/// it takes what follows for text, and so do we.
const MOST_MADE_UP: usize = 500_000;
/// A row of more cells is none.
const MOST_CELLS: usize = u16::MAX as usize;

/// How large a table is so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    columns: usize,
    rows: usize,
    cells: usize,
}

impl Size {
    pub(super) fn new(columns: usize) -> Self {
        Self { columns, rows: 1, cells: columns }
    }

    pub(super) fn add_row(&mut self, cells: usize) {
        self.rows += 1;
        self.cells += cells.min(self.columns);
    }

    pub(super) fn has_room(&self) -> bool {
        self.columns.saturating_mul(self.rows).saturating_sub(self.cells) <= MOST_MADE_UP
    }
}

/// Whether this is the line under a table's head: `|---|:-:|`.
pub(super) fn is_delimiter(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"|").unwrap_or(line);
    let line = line.strip_suffix(b"|").unwrap_or(line);
    line.split(|byte| *byte == b'|').all(|cell| {
        let cell = cell.trim_ascii();
        let cell = cell.strip_prefix(b":").unwrap_or(cell);
        let cell = cell.strip_suffix(b":").unwrap_or(cell);
        !cell.is_empty() && cell.iter().all(|byte| *byte == b'-')
    })
}

/// How many cells the row `line` has, or `None` if it is no row.
pub(super) fn cells(line: &[u8]) -> Option<usize> {
    let mut at = bar(line);
    let mut count = 0;
    while at < line.len() {
        let cell = text_length(&line[at..]);
        let end = bar(&line[at + cell..]);
        if cell > 0 || end > 0 {
            count += 1;
        }
        at += cell + end;
        if end == 0 {
            break;
        }
    }
    (at == line.len() && count > 0 && count <= MOST_CELLS).then_some(count)
}

/// The length of a bar and the spaces behind it.
fn bar(line: &[u8]) -> usize {
    match line.split_first() {
        Some((b'|', behind)) => 1 + behind.iter().take_while(|byte| is_space(byte)).count(),
        _ => 0,
    }
}

/// The length of a cell's text. A bar behind a backslash is part of it.
fn text_length(line: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        match byte {
            b'|' => break,
            b'\\' if line.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
            _ => at += 1,
        }
    }
    at
}
