//! List items with several fields in brackets, as ledgers have them: `- Co-op [category:: food] [amount:: 34.20]`.

use std::collections::HashMap;

use notes::Block;

use super::{
    cells::{add, of_text},
    fields::{Field, fields},
    inline::{masked, plain},
    table::MAX_ROWS,
};
use crate::{Cell, Record, RecordKind, Value};

/// The key of an item's text.
const TEXT: &str = "item";

/// Minimum fields of an item that is a row.
const LEAST_FIELDS: usize = 2;

/// Minimum such items of a list: a single one says something of its note.
const LEAST_ITEMS: usize = 2;

/// The items of a note's lists that may be rows.
#[derive(Default)]
pub(super) struct Items {
    /// By the index of their list.
    by_list: HashMap<usize, Vec<Record>>,
}

impl Items {
    /// Reads the paragraph of an item. False if it has too few fields to be a row.
    pub(super) fn read(&mut self, list: usize, block: &Block, written: &str) -> bool {
        let found: Vec<Field> = match written.contains("::") {
            true => fields(&masked(written)).into_iter().filter(|it| it.bracketed).collect(),
            false => Vec::new(),
        };
        if found.len() < LEAST_FIELDS {
            return false;
        }
        let mut cells = Vec::new();
        let mut rest = String::new();
        let mut end = 0;
        for Field { key, value, range, line, .. } in found {
            rest.push_str(&written[end..range.start]);
            end = range.end;
            add(&mut cells, &key, of_text(&written[value]), block.lines.start + line);
        }
        rest.push_str(&written[end..]);
        let text = plain(&rest);
        add(&mut cells, TEXT, vec![Value::text(&text)], block.lines.start);
        let line = block.lines.start;
        let record = Record { kind: RecordKind::Row, line, text: plain(written), cells };
        self.by_list.entry(list).or_default().push(record);
        true
    }

    /// The rows. The fields of other items are added to the note's.
    pub(super) fn finish(self, note: &mut Vec<Cell>) -> Vec<Record> {
        let (ledgers, others): (Vec<_>, Vec<_>) =
            self.by_list.into_values().partition(|items| items.len() >= LEAST_ITEMS);
        for mut item in others.into_iter().flatten() {
            item.cells.retain(|cell| cell.key != TEXT);
            note.append(&mut item.cells);
        }
        note.sort_by_key(|cell| cell.line);
        let mut rows: Vec<Record> = ledgers.into_iter().flatten().collect();
        rows.sort_by_key(|row| row.line);
        rows.truncate(MAX_ROWS);
        rows
    }
}
