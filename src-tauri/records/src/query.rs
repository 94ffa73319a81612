//! The closed query type, and its text form.

mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::{Period, RecordKind};

pub use read::{ParseError, target_of};

/// Asks for the records of one kind that meet all conditions.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub of: RecordKind,
    pub filter: Vec<Condition>,
    /// Of each list, one condition must hold.
    pub any: Vec<Vec<Condition>>,
    pub sort: Vec<Sort>,
    /// One row for each value of this key, with the aggregate of its records. A sort by the aggregate's key, or by
    /// [`COUNT`], sorts these rows by their figures.
    pub group: Option<String>,
    pub limit: Option<u32>,
    pub aggregate: Option<Aggregate>,
    /// The keys to show; empty for those that the query names.
    pub columns: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    pub target: Target,
    pub test: Test,
    pub negated: bool,
}

impl Condition {
    pub fn new(target: Target, test: Test) -> Self {
        Self { target, test, negated: false }
    }
}

/// What a condition tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A property, field, column or task field. A task or row also has those of its note.
    Key(String),
    /// The note's title, file name or alias.
    Name,
    Tag,
    /// A tag of the note, also where the record is a task or row.
    NoteTag,
    /// A folder, at any depth, by its path or its last name.
    Folder,
    /// The whole path of the note or of a folder that contains it, or a part of the note's path.
    Path,
    /// The note's own date.
    Date,
    /// The text of a task or row, or a note's title, for words.
    Text,
    /// Notes that the record's note links to.
    LinksTo,
    /// Notes that link to the record's note.
    LinkedFrom,
    /// What a record is about: its note's name, a link in its note's properties, a tag, or words of its text.
    About,
    /// A task's state.
    State,
    /// Notes that a view of a `.base` file shows: `Films.base#Favorites`, or its first view without `#`.
    View,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    Exists,
    /// Has a value other than “false” and 0.
    True,
    /// Equals one of these texts, folded. Links equal their target's name. A path isn't folded; it is also in its
    /// folders, and may lack `.md`.
    Is(Vec<String>),
    /// Contains one of these texts, folded.
    Contains(Vec<String>),
    Compare(Comparison, f64),
    /// Compares with the record's own value under another key: both dates, or both numbers.
    Against(Comparison, String),
    /// Lies within the period; of a longer value, some day does.
    Within(Period),
    /// Lies before the period, or after it.
    Before(Period),
    After(Period),
    /// Has this day and month in any year: a birthday.
    Yearly(Period),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    pub key: String,
    pub descending: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    pub kind: AggregateKind,
    /// `None` only for a count.
    pub key: Option<String>,
}

impl Aggregate {
    pub const COUNT: Self = Self { kind: AggregateKind::Count, key: None };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AggregateKind {
    Count,
    Sum,
    Mean,
    /// The average of the groups' sums; without groups, the sum.
    MeanOfSums,
    Median,
    Min,
    Max,
    /// The record with the last date under the key.
    Latest,
    /// The values under the key that all records share.
    Common,
    /// The number of different values under the key.
    Distinct,
    /// The percentage of the records that meet the conditions on the key, of those that meet all other conditions.
    Share,
}

/// Keys that every record has, beside its own. `name` is also the first column of a result.
pub const NAME: &str = "name";
pub const DATE: &str = "date";
pub const STATE: &str = "state";
/// The number of a group's records, to sort groups by. Each record has 1 under it.
pub const COUNT: &str = "count";
/// Behind a key of dates: groups have one row for each month or year.
pub const OF_MONTH: &str = ".month";
pub const OF_YEAR: &str = ".year";
/// The last change of a note's file.
pub const MODIFIED: &str = "file.mtime";
/// All tags of a note.
pub const TAGS: &str = "file.tags";

impl Query {
    pub fn of(kind: RecordKind) -> Self {
        Self {
            of: kind,
            filter: Vec::new(),
            any: Vec::new(),
            sort: Vec::new(),
            group: None,
            limit: None,
            aggregate: None,
            columns: Vec::new(),
        }
    }

    #[must_use]
    pub fn with(mut self, target: Target, test: Test) -> Self {
        self.filter.push(Condition::new(target, test));
        self
    }

    /// The view of a `.base` file in which all records are: the file's name without its extension, and the view's,
    /// which is empty for the first view.
    pub fn view(&self) -> Option<(&str, &str)> {
        let is_view = |it: &&Condition| it.target == Target::View && !it.negated;
        let Test::Is(names) = &self.filter.iter().find(is_view)?.test else { return None };
        let name = names.first()?;
        let (path, view) = name.split_once('#').unwrap_or((name, ""));
        let file = path.rsplit('/').next().unwrap_or(path);
        Some((file.strip_suffix(".base").unwrap_or(file), view))
    }

    /// Whether the query only has words, so that it is a search in texts.
    pub fn is_words(&self) -> bool {
        let Self { of, filter, any, sort, group, limit, aggregate, columns } = self;
        *of == RecordKind::Note
            && filter.iter().chain(any.iter().flatten()).all(|it| it.target == Target::Text)
            && sort.is_empty()
            && group.is_none()
            && limit.is_none()
            && aggregate.is_none()
            && columns.is_empty()
    }

    /// The keys of the result's columns: those asked for, or those that the query names.
    pub fn shown(&self) -> Vec<String> {
        if !self.columns.is_empty() {
            return self.columns.clone();
        }
        let mut shown: Vec<String> = Vec::new();
        let conditions = self.filter.iter().chain(self.any.iter().flatten());
        let conditions = conditions.filter_map(|it| match &it.target {
            Target::Key(key) => Some(key.as_str()),
            Target::Date => Some(DATE),
            Target::State => Some(STATE),
            _ => None,
        });
        let sorts = self.sort.iter().map(|it| it.key.as_str());
        let aggregate = self.aggregate.iter().filter_map(|it| it.key.as_deref());
        for key in conditions.chain(sorts).chain(self.group.as_deref()).chain(aggregate) {
            if key != NAME && !shown.iter().any(|known| crate::fold(known) == crate::fold(key)) {
                shown.push(key.to_owned());
            }
        }
        shown
    }
}
