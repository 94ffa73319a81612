//! The names of task fields.

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

pub(super) fn is_task_key(key: &str) -> bool {
    cell_key(key).is_some()
}
