use jiff::civil::Date;
use notes::DateSource;
use serde::{Deserialize, Serialize};

use crate::Value;

/// A note, a task, or a row of a table or list.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    pub kind: RecordKind,
    pub line: u32,
    /// The task's text without its mark, dates and priority. Empty for a note, whose title is in the catalog; the
    /// cells side by side for a row of a table, the item for one of a list.
    pub text: String,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    Note,
    Task,
    Row,
}

/// One value under a key. A list has one cell for each of its values.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// As written.
    pub key: String,
    pub value: Value,
    pub line: u32,
}

/// A task's state, from the character in its brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskState {
    Open,
    /// `/`
    InProgress,
    Done,
    /// `-`
    Cancelled,
}

impl TaskState {
    pub fn of(mark: char) -> Self {
        match mark {
            'x' | 'X' => Self::Done,
            '-' => Self::Cancelled,
            '/' => Self::InProgress,
            // Themes have many more marks, for what is to be looked at or done.
            _ => Self::Open,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::InProgress => "in progress",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The day a note is about, and how it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnDate {
    pub first: Date,
    /// Equals `first`, except for a weekly, monthly or yearly note.
    pub last: Date,
    pub source: DateSource,
}

/// What a note is for, if it isn't an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Template,
    /// Contains only queries, whose results are in other notes.
    Query,
}
