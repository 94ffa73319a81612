//! Tasks in the formats of the Tasks plugin: emoji with dates, and Dataview fields.

use std::{collections::HashMap, ops::Range};

use notes::{Block, Note, Task};

use super::{
    cells::{add, of_text},
    fields::{fields, without_block_id},
    inline::{masked, plain},
    task_keys::{cell_key, is_task_key, usual_key},
};
use crate::{Period, Record, RecordKind, TaskState, Value, fold};

const PRIORITIES: [(&str, char, f64); 5] = [
    ("highest", '🔺', 1.0),
    ("high", '⏫', 2.0),
    ("medium", '🔼', 3.0),
    ("low", '🔽', 4.0),
    ("lowest", '⏬', 5.0),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Date(&'static str),
    Recurrence,
    /// An id, or several with commas between them.
    Ids(&'static str),
    OnCompletion,
}

fn mark_of(emoji: char) -> Option<Mark> {
    Some(match emoji {
        '📅' | '📆' | '🗓' => Mark::Date("due"),
        '⏳' | '⌛' => Mark::Date("scheduled"),
        '🛫' => Mark::Date("start"),
        '✅' => Mark::Date("done"),
        '❌' => Mark::Date("cancelled"),
        '➕' => Mark::Date("created"),
        '🔁' => Mark::Recurrence,
        '🆔' => Mark::Ids("id"),
        '⛔' => Mark::Ids("dependsOn"),
        '🏁' => Mark::OnCompletion,
        _ => return None,
    })
}

pub(super) struct TaskReader<'a> {
    text: &'a str,
    note: &'a Note,
    records: Vec<Record>,
    /// Index of each list item's record.
    by_item: HashMap<usize, usize>,
}

impl<'a> TaskReader<'a> {
    pub(super) fn new(text: &'a str, note: &'a Note) -> Self {
        Self { text, note, records: Vec::new(), by_item: HashMap::new() }
    }

    /// Reads the task from its first paragraph, and fields from the others. `item` is the index of the list item.
    pub(super) fn paragraph(&mut self, item: usize, task: &Task, block: &Block, written: &str) {
        match self.by_item.get(&item) {
            Some(at) => {
                let read = Reading::of(written, block.lines.start, 0);
                self.records[*at].cells.extend(read.record.cells);
            }
            None => {
                let mark = written.floor_char_boundary("[]".len() + task.state.len_utf8());
                let Reading { mut record, .. } = Reading::of(written, block.lines.start, mark);
                let line = task.lines.start;
                record.line = line;
                let state = Value::text(TaskState::of(task.state).name());
                let mut cells = Vec::new();
                add(&mut cells, "state", vec![state], line);
                cells.append(&mut record.cells);
                record.cells = cells;
                self.tags(block, &mut record);
                self.by_item.insert(item, self.records.len());
                self.records.push(record);
            }
        }
    }

    fn tags(&self, block: &Block, record: &mut Record) {
        let marks = &self.note.tag_marks;
        // The marks are in the order of the text.
        let first = marks.partition_point(|mark| mark.start < block.range.start);
        for mark in marks[first..].iter().take_while(|mark| mark.end <= block.range.end) {
            let tag = mark.of(self.text).unwrap_or_default().trim_start_matches('#');
            add(&mut record.cells, "tag", vec![Value::text(tag)], record.line);
        }
    }

    pub(super) fn finish(self) -> Vec<Record> {
        self.records
    }
}

/// A part of a task's text, and the cells read from it.
struct Reading<'a> {
    written: &'a str,
    first_line: u32,
    record: Record,
    /// Ranges that the task's text lacks, with their replacements.
    cut: Vec<(Range<usize>, &'a str)>,
}

impl<'a> Reading<'a> {
    fn of(written: &'a str, first_line: u32, mark: usize) -> Self {
        let record = Record {
            kind: RecordKind::Task,
            line: first_line,
            text: String::new(),
            cells: Vec::new(),
        };
        let mut reading = Self { written, first_line, record, cut: vec![(0..mark, "")] };
        let mut masked = masked(written);
        // The mark's brackets begin no field, and its state may be an emoji.
        masked.replace_range(..mark, &" ".repeat(mark));
        reading.fields(&masked);
        reading.emoji(&masked);
        reading.write_text();
        reading
    }

    fn add(&mut self, key: &str, values: Vec<Value>, line: u32) {
        add(&mut self.record.cells, key, values, line);
    }

    fn fields(&mut self, masked: &str) {
        for field in fields(masked) {
            let value = &self.written[field.value.clone()];
            let line = self.first_line + field.line;
            let usual = usual_key(&field.key, value);
            if usual.is_some() {
                // A query may name the field as the note does.
                self.add(&field.key, of_text(value), line);
            }
            match cell_key(&field.key).or(usual) {
                Some("priority") => self.add("priority", priority(value), line),
                Some(key @ ("id" | "dependsOn")) => self.add(key, ids(value), line),
                Some(key) => self.add(key, of_text(value), line),
                None => self.add(&field.key, of_text(value), line),
            }
            let known = is_task_key(&field.key) || usual.is_some();
            if known || !field.bracketed && field.line > 0 {
                // The plugin allows a comma after a field.
                let after = &masked[field.range.end..];
                let spaces = after.len() - after.trim_start_matches(' ').len();
                let comma = usize::from(field.bracketed && after[spaces..].starts_with(','));
                let end = field.range.end + comma * (spaces + 1);
                self.cut.push((field.range.start..end, ""));
            } else if field.bracketed {
                self.cut.push((field.range, value));
            }
        }
    }

    fn emoji(&mut self, masked: &str) {
        // A task may have many fields and emoji.
        let fields: Vec<Range<usize>> = self.cut.iter().map(|(range, _)| range.clone()).collect();
        let mut next_field = fields.iter().peekable();
        let mut from = 0;
        let mut line = self.first_line;
        for (at, emoji) in masked.char_indices() {
            line += u32::from(emoji == '\n');
            while next_field.next_if(|field| field.end <= at).is_some() {}
            if at < from || next_field.peek().is_some_and(|field| field.contains(&at)) {
                continue;
            }
            let end = at + emoji.len_utf8();
            let selectors = masked[end..].trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
            if let Some((name, ..)) = PRIORITIES.iter().find(|(_, it, _)| *it == emoji) {
                self.add("priority", priority(name), line);
                from = masked.len() - selectors.len();
                self.cut.push((at..from, ""));
                continue;
            }
            let Some(mark) = mark_of(emoji) else { continue };
            let rest = selectors.trim_start_matches([' ', '\t', '\u{a0}']);
            let Some((length, read)) = argument(mark, rest) else { continue };
            let start = masked.len() - rest.len();
            let value = &self.written[start + read.start..start + read.end];
            match mark {
                Mark::Date(key) => self.add(key, vec![date(value)], line),
                Mark::Recurrence => self.add("recurrence", vec![Value::text(value)], line),
                Mark::OnCompletion => self.add("onCompletion", vec![Value::text(value)], line),
                Mark::Ids(key) => self.add(key, ids(value), line),
            }
            from = start + length;
            self.cut.push((at..from, ""));
        }
    }

    fn write_text(&mut self) {
        self.cut.sort_by_key(|(range, _)| range.start);
        let mut text = String::with_capacity(self.written.len());
        let mut from = 0;
        for (range, replacement) in &self.cut {
            if range.start >= from {
                text.push_str(&self.written[from..range.start]);
                text.push_str(replacement);
                text.push(' ');
                from = range.end;
            }
        }
        text.push_str(&self.written[from..]);
        // Quote marks before a task's further lines.
        let lines = text.lines().map(|line| line.trim_start_matches([' ', '\t', '>']));
        let text = lines.collect::<Vec<_>>().join("\n");
        self.record.text = plain(without_block_id(&text));
    }
}

/// The length of an emoji's argument at the text's start, and the part to read.
fn argument(mark: Mark, text: &str) -> Option<(usize, Range<usize>)> {
    let length = |allowed: fn(char) -> bool| text.find(|it| !allowed(it)).unwrap_or(text.len());
    let filled = |length: usize| {
        let length = text[..length].trim_end_matches([' ', ',']).len();
        (length > 0).then_some((length, 0..length))
    };
    match mark {
        Mark::Date(_) => {
            let open = if text.starts_with("[[") { 2 } else { 0 };
            let date = date_length(&text[open..])?;
            let closed = open == 2 && text[open + date..].starts_with("]]");
            let end = if closed { open + date + 2 } else { date };
            (open == 0 || closed).then_some((end, open..open + date))
        }
        Mark::Recurrence => {
            filled(length(|it| it.is_alphanumeric() || matches!(it, ' ' | ',' | '!')))
        }
        Mark::Ids(_) => {
            let is_id = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
            let mut end = 0;
            loop {
                let rest = &text[end..];
                let id = rest.trim_start_matches(' ').trim_start_matches(is_id);
                let next = id.trim_start_matches(' ');
                end = text.len() - id.len();
                match next.strip_prefix(',').map(|it| it.trim_start_matches(' ')) {
                    Some(more) if more.starts_with(is_id) => end = text.len() - more.len(),
                    _ => return filled(end),
                }
            }
        }
        Mark::OnCompletion => filled(length(|it| it.is_ascii_alphabetic())),
    }
}

/// Bytes of `2026-01-31` or `2026-1-31` at the text's start, even if there's no such day.
fn date_length(text: &str) -> Option<usize> {
    let is_date = |it: char| it.is_ascii_digit() || it == '-';
    let length = text.find(|it| !is_date(it)).unwrap_or(text.len());
    let mut parts = text[..length].split('-');
    let lengths = [parts.next()?.len(), parts.next()?.len(), parts.next()?.len()];
    let fits = matches!(lengths, [4, 1..=2, 1..=2]) && parts.next().is_none();
    fits.then_some(length)
}

fn ids(written: &str) -> Vec<Value> {
    written.split(',').map(Value::text).collect()
}

fn date(written: &str) -> Value {
    match Period::read(written) {
        Some(_) => Value::new(written),
        None => Value::text(written),
    }
}

/// Nothing for a normal priority, which tasks without one have too.
pub(super) fn priority(written: &str) -> Vec<Value> {
    let name = match &*fold(written) {
        "normal" | "none" | "keine" => return Vec::new(),
        "hochste" => "highest".to_owned(),
        "hoch" => "high".to_owned(),
        "mittel" => "medium".to_owned(),
        "niedrig" | "gering" => "low".to_owned(),
        "niedrigste" => "lowest".to_owned(),
        other => other.to_owned(),
    };
    let known = PRIORITIES.iter().find(|(known, ..)| *known == name);
    vec![match known {
        Some((known, _, number)) => Value { number: Some(*number), ..Value::text(known) },
        None => Value::new(written),
    }]
}
