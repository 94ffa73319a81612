//! The fields of notes and tasks by their names in Dataview.

use jiff::civil::Date;
use notes::NotePath;

use crate::{MODIFIED, RecordKind, TAGS, fold, query::STATE};

/// A query's surroundings, on which the meaning of its names depends.
pub(super) struct Scope<'a> {
    pub(super) of: RecordKind,
    pub(super) today: Date,
    /// The note with the query.
    pub(super) this: Option<&'a NotePath>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Field {
    /// A property, inline field or task field.
    Key(String),
    Name,
    Path,
    Folder,
    Day,
    Modified,
    /// Of the note.
    Tags,
    /// Of the task.
    TaskTags,
    Text,
    Line,
    Outlinks,
    Inlinks,
    /// The character in a task's brackets.
    Status,
    Completed,
}

/// Names with a meaning in Dataview that a [`crate::Query`] doesn't know.
const UNKNOWN: [&str; 5] = ["and", "or", "row", "rows", "this"];
#[rustfmt::skip]
const UNKNOWN_OF_TASKS: [&str; 17] = [
    "annotated", "blockId", "checked", "children", "fullyCompleted", "header", "link", "lineCount", "list", "outlinks", "parent",
    "position", "real", "subtasks", "symbol", "task", "visual",
];

impl Scope<'_> {
    pub(super) fn field(&self, name: &str) -> Option<Field> {
        let is_task = self.of == RecordKind::Task;
        Some(match name {
            "file" | "file.name" | "file.link" => Field::Name,
            "file.path" => Field::Path,
            "file.folder" => Field::Folder,
            "file.day" => Field::Day,
            "file.mtime" => Field::Modified,
            "file.tags" | "file.etags" => Field::Tags,
            "file.outlinks" => Field::Outlinks,
            "file.inlinks" => Field::Inlinks,
            "path" if is_task => Field::Path,
            "tags" if is_task => Field::TaskTags,
            "text" if is_task => Field::Text,
            "line" if is_task => Field::Line,
            "status" if is_task => Field::Status,
            "completed" if is_task => Field::Completed,
            "completion" if is_task => Field::Key("done".to_owned()),
            "section" if is_task => Field::Key("heading".to_owned()),
            _ if name.contains('.') || UNKNOWN.contains(&name) => return None,
            _ if is_task && UNKNOWN_OF_TASKS.contains(&name) => return None,
            _ => Field::Key(name.to_owned()),
        })
    }

    /// The folded path or name of a linked note; of this note for an empty target. `None` for a link to a heading.
    pub(super) fn link(&self, target: &str) -> Option<String> {
        let target = match target {
            "" | "#" => self.this?.as_str(),
            _ if target.contains('#') => return None,
            _ => target,
        };
        Some(fold(target.strip_suffix(".md").unwrap_or(target)))
    }
}

impl Field {
    /// The key under which a table shows, sorts and groups by the field.
    pub(super) fn key(self) -> Option<String> {
        Some(match self {
            Self::Key(key) => key,
            Self::Name => "file.name".to_owned(),
            Self::Path => "file.path".to_owned(),
            Self::Folder => "file.folder".to_owned(),
            Self::Day => "file.day".to_owned(),
            Self::Modified => MODIFIED.to_owned(),
            Self::Tags => TAGS.to_owned(),
            Self::TaskTags => "tag".to_owned(),
            Self::Line => "line".to_owned(),
            Self::Status | Self::Completed => STATE.to_owned(),
            Self::Text | Self::Outlinks | Self::Inlinks => return None,
        })
    }
}
