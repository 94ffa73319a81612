//! Reads a note's data: its properties, inline fields, tasks, rows of tables and lists, and its own date.

mod cells;
mod dates;
mod fields;
mod formats;
mod inline;
mod list;
mod moment;
mod role;
mod table;
mod task;
mod task_keys;
mod task_note;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use notes::{Block, BlockKind, Note, NotePath, ParsedNote, Task};

use self::{cells::add, list::Items, table::Tables, task::TaskReader, task_note::task_note};
use crate::{Cell, Record, RecordKind, Value};

pub use self::{dates::own_date, formats::DateFormats, role::role, role::template_folders};

/// The note itself, as the first record, then its tasks and rows in the order of their lines.
pub fn records(path: &NotePath, text: &str, parsed: &ParsedNote) -> Vec<Record> {
    let mut cells = Vec::new();
    for property in &parsed.properties {
        for value in &property.values {
            add(&mut cells, &property.name, cells::of_property(value), property.line);
        }
    }
    let mut others: Vec<Record> = task_note(path, parsed).into_iter().collect();
    let mut tables = Tables::default();
    let mut items = Items::default();
    let mut tasks = TaskReader::new(text, &parsed.note);
    let by_start: HashMap<usize, &Task> =
        parsed.note.tasks.iter().map(|task| (task.range.start, task)).collect();
    let item_of =
        |block: &Block| parsed.blocks.get(block.parent).filter(|it| it.kind == BlockKind::Item);
    let task_of = |block: &Block| {
        let item = item_of(block)?;
        by_start.get(&item.range.start).copied().map(|task| (block.parent, task))
    };
    for block in &parsed.blocks {
        let Some(written) = block.range.of(text) else { continue };
        match block.kind {
            BlockKind::Paragraph => match task_of(block) {
                Some((item, task)) => tasks.paragraph(item, task, block, written),
                None => {
                    let list = item_of(block).map(|item| item.parent);
                    if !list.is_some_and(|list| items.read(list, block, written)) {
                        read_fields(written, block.lines.start, &mut cells);
                    }
                }
            },
            BlockKind::Heading { .. } => read_fields(written, block.lines.start, &mut cells),
            BlockKind::Row => {
                others.extend(tables.row(block, written));
            }
            _ => {}
        }
    }
    others.extend(items.finish(&mut cells));
    others.extend(tasks.finish());
    others.sort_by_key(|record| record.line);
    for record in &mut others {
        add_heading(record, &parsed.note);
    }
    let note = Record { kind: RecordKind::Note, line: 1, text: String::new(), cells };
    std::iter::once(note).chain(others).collect()
}

/// Adds the heading above a task or row.
fn add_heading(record: &mut Record, note: &Note) {
    let after = note.headings.partition_point(|heading| heading.line < record.line);
    if let Some(heading) = after.checked_sub(1).and_then(|at| note.headings.get(at)) {
        add(&mut record.cells, "heading", vec![Value::text(&heading.text)], record.line);
    }
}

fn read_fields(written: &str, first_line: u32, cells: &mut Vec<Cell>) {
    if !written.contains("::") {
        return;
    }
    for field in fields::fields(&inline::masked(written)) {
        let value = &written[field.value.clone()];
        add(cells, &field.key, cells::of_text(value), first_line + field.line);
    }
}
