//! Notes that are tasks, as the plugin TaskNotes writes them: one note for each task, with its state and dates as
//! properties.

use notes::{NotePath, ParsedNote, Property};

use super::{
    cells::{add, of_property},
    task::priority,
    task_keys::{cell_key, usual_key},
};
use crate::{Record, RecordKind, TaskState, Value, fold};

/// Properties that only the plugin writes.
const OWN: [&str; 5] = ["contexts", "timeestimate", "completeddate", "datecreated", "datemodified"];

/// The task that a note is: it has a status, a date on which it is due or planned, and a property or the tag of the
/// plugin.
pub(super) fn task_note(path: &NotePath, parsed: &ParsedNote) -> Option<Record> {
    let named = |names: &[&str]| {
        let mut properties = parsed.properties.iter();
        properties.find(|it| names.iter().any(|name| it.name.eq_ignore_ascii_case(name)))
    };
    let status = named(&["status"])?.values.first()?;
    named(&["due", "scheduled"])?;
    let is_tagged = parsed.note.tags.iter().any(|tag| tag.eq_ignore_ascii_case("task"));
    if !is_tagged && named(&OWN).is_none() {
        return None;
    }
    let line = named(&["status"])?.line;
    let title = named(&["title"]).and_then(|it| it.values.first());
    let text = title.map_or(path.stem(), String::as_str).to_owned();
    let mut record = Record { kind: RecordKind::Task, line, text, cells: Vec::new() };
    add(&mut record.cells, "state", vec![Value::text(state(status).name())], line);
    for property in &parsed.properties {
        add_property(&mut record, property);
    }
    for tag in &parsed.note.tags {
        add(&mut record.cells, "tag", vec![Value::text(tag)], line);
    }
    Some(record)
}

fn add_property(record: &mut Record, property: &Property) {
    let name = property.name.to_ascii_lowercase();
    if ["status", "tags", "tag", "aliases", "alias"].contains(&&*name) {
        return;
    }
    for value in &property.values {
        let key = match &*name {
            "completeddate" => Some("done"),
            "datecreated" => Some("created"),
            _ => cell_key(&name).or_else(|| usual_key(&name, value)),
        };
        let values = match key {
            Some("priority") => priority(value),
            _ => of_property(value),
        };
        add(&mut record.cells, key.unwrap_or(&property.name), values, property.line);
    }
}

fn state(status: &str) -> TaskState {
    match fold(status).replace(['-', '_'], " ").trim() {
        "done" | "complete" | "completed" | "finished" | "closed" | "erledigt" | "fertig"
        | "abgeschlossen" => TaskState::Done,
        "cancelled" | "canceled" | "dropped" | "abgebrochen" | "gestrichen" => TaskState::Cancelled,
        "in progress" | "doing" | "active" | "started" | "in arbeit" => TaskState::InProgress,
        _ => TaskState::Open,
    }
}
