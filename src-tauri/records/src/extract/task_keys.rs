//! The names of task fields.

use crate::{Period, fold};

/// The cell's key for a field of the Tasks plugin's Dataview format.
pub(super) fn cell_key(field: &str) -> Option<&'static str> {
    Some(match field.to_ascii_lowercase().as_str() {
        "due" => "due",
        "scheduled" => "scheduled",
        "start" => "start",
        "completion" | "done" => "done",
        "cancelled" => "cancelled",
        "created" => "created",
        "priority" => "priority",
        "repeat" | "recurrence" => "recurrence",
        "id" => "id",
        "dependson" => "dependsOn",
        "oncompletion" => "onCompletion",
        _ => return None,
    })
}

/// The cell's key for a field under another name, as people write it in their own language. Only a date can be due, so
/// that `[deadline:: unclear]` remains a field of its own.
pub(super) fn usual_key(field: &str, value: &str) -> Option<&'static str> {
    let name = fold(field).replace(['-', '_'], " ");
    let key = match name.strip_suffix(" am").unwrap_or(&name) {
        "prioritat" | "prio" => return Some("priority"),
        "wiederholung" | "wiederholt" => return Some("recurrence"),
        "fallig" | "faellig" | "falligkeit" | "fallig bis" | "zu erledigen bis" | "frist"
        | "deadline" | "due date" | "vencimiento" | "echeance" => "due",
        "geplant" | "eingeplant" | "planned" | "scheduled date" => "scheduled",
        "beginn" | "startdatum" | "start date" => "start",
        "erledigt" | "abgeschlossen" | "abgehakt" | "fertig" | "completed" | "finished" => "done",
        "abgebrochen" | "gestrichen" | "canceled" => "cancelled",
        "erstellt" | "angelegt" => "created",
        _ => return None,
    };
    Period::read(value).is_some().then_some(key)
}

pub(super) fn is_task_key(key: &str) -> bool {
    cell_key(key).is_some()
}
