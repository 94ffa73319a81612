//! Obsidian Bases: reads `.base` files and evaluates their views over notes.
//!
//! Parts that aren't understood are reported as sentences, and the rest still works.

mod check;
mod dates;
mod eval;
mod expression;
mod functions;
mod item;
mod length;
mod read;
mod table;
#[cfg(test)]
mod tests;
mod vault;
mod yaml;

use std::fmt;

use jiff::civil::DateTime;

use crate::Value;

pub use dates::spoken_day;
pub use table::evaluate;

/// A `.base` file.
#[derive(Debug, Clone, PartialEq)]
pub struct Base {
    pub filters: Option<Filter>,
    pub formulas: Vec<(String, WrittenExpression)>,
    pub display_names: Vec<(Column, String)>,
    pub views: Vec<View>,
    /// Sentences about parts of the file that have no effect.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// `table`, `cards`, `list`, `map`, or a plugin's own.
    pub kind: String,
    pub name: String,
    pub filters: Option<Filter>,
    pub order: Vec<Column>,
    pub sort: Vec<SortBy>,
    pub group_by: Option<SortBy>,
    pub limit: Option<usize>,
    /// The cover of a card.
    pub image: Option<Column>,
    /// Sentences about options that have no effect.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    All(Vec<Filter>),
    Any(Vec<Filter>),
    /// No filter of the list may be true.
    None(Vec<Filter>),
    Is(WrittenExpression),
}

/// An expression as written, and its parsed form or the reason that there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenExpression {
    pub text: String,
    pub line: u32,
    parsed: Result<expression::Expr, String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    File(String),
    Note(String),
    Formula(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortBy {
    pub column: Column,
    pub descending: bool,
}

/// Why a file can't be read as a base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseError {
    pub line: u32,
    pub reason: String,
}

impl fmt::Display for BaseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BaseError { line, reason } = self;
        let said = language::say! { en: "Line {line}: {reason}", de: "Zeile {line}: {reason}" };
        out.write_str(&said)
    }
}

impl std::error::Error for BaseError {}

/// A file of the vault, as a base sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseNote {
    pub path: String,
    /// The file name without its extension.
    pub stem: String,
    /// The path of the parent folder; empty for the vault itself.
    pub folder: String,
    /// The extension without its dot.
    pub ext: String,
    /// In bytes.
    pub size: u64,
    pub created: Option<DateTime>,
    pub modified: Option<DateTime>,
    /// With or without `#`.
    pub tags: Vec<String>,
    /// Targets of links, as paths or names of notes.
    pub links: Vec<String>,
    /// Paths of the notes that link to this one.
    pub backlinks: Vec<String>,
    /// Targets of embeds, as paths or names of files.
    pub embeds: Vec<String>,
    pub properties: Vec<(String, Vec<Value>)>,
}

/// The evaluated rows of a view.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseTable {
    /// Display names.
    pub columns: Vec<String>,
    pub rows: Vec<BaseRow>,
    /// Number of rows before the view's limit.
    pub total: usize,
    /// Sentences about parts that weren't understood or couldn't be computed.
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseRow {
    pub path: String,
    /// One for each column.
    pub values: Vec<String>,
    /// The value to group by; empty text for notes without one. `None` if the view has no groups.
    pub group: Option<String>,
}

impl Base {
    /// The view with this name, ignoring case, or the first one.
    pub fn view(&self, name: Option<&str>) -> Option<&View> {
        let Some(name) = name else { return self.views.first() };
        let folded = crate::fold(name);
        self.views.iter().find(|it| crate::fold(&it.name) == folded)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::File(name) | Self::Note(name) | Self::Formula(name)) = self;
        out.write_str(name)
    }
}

impl Column {
    /// Reads `file.name`, `formula.price`, `note.rating` or `rating`.
    fn read(text: &str) -> Self {
        let text = text.trim();
        match text.split_once('.') {
            Some(("file", field)) => Self::File(field.to_owned()),
            Some(("formula", name)) => Self::Formula(name.to_owned()),
            Some(("note", key)) => Self::Note(key.to_owned()),
            _ => Self::Note(text.to_owned()),
        }
    }
}
