//! Views of `.base` files as tables, for the reader and as evidence.

use conversation::{
    Code, Error, Result, Scope,
    reference::{Reference, Table, TableRow},
};
use index::Index;
use jiff::civil::DateTime;
use notes::{NotePath, Vault};
use records::{Base, evaluate, fold};

use crate::{sentences, sources::Sources, table_text::table_reference};

/// Maximum bytes of a `.base` file; people's have a few kilobytes.
const LONGEST: u64 = 1024 * 1024;

/// A view of a `.base` file to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedView {
    pub path: NotePath,
    /// `None` for the first view.
    pub view: Option<String>,
    pub now: DateTime,
}

/// A view with its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewTable {
    pub view: String,
    /// The names of all views of the file.
    pub views: Vec<String>,
    pub table: Table,
    /// Sentences about parts that weren't understood.
    pub problems: Vec<String>,
}

pub(crate) fn base(vault: &Vault, path: &NotePath) -> Result<Base> {
    let bytes = vault.read(path, LONGEST)?;
    Base::read(&String::from_utf8_lossy(&bytes))
        .map_err(|error| Error::new(Code::BadInput, move || error.to_string()))
}

impl AskedView {
    /// The view's rows. `this` is the note that embeds it.
    ///
    /// # Errors
    /// If the file can't be read as a base, or has no such view.
    pub fn table(
        &self,
        vault: &Vault,
        index: &Index,
        this: Option<&NotePath>,
    ) -> Result<ViewTable> {
        let base = base(vault, &self.path)?;
        let views = base.views.iter().map(|view| view.name.clone()).collect();
        let Some(chosen) = base.view(self.view.as_deref()) else {
            let name = self.view.clone().unwrap_or_default();
            return Err(Error::new(Code::BadInput, move || sentences::no_view(&name)));
        };
        let notes = index.base_notes()?;
        let this = this.and_then(|this| notes.iter().find(|note| note.path == this.as_str()));
        let found = evaluate(&base, chosen, &notes, this, self.now);
        let rows = found.rows.into_iter().filter_map(|row| {
            let path = NotePath::new(&row.path).ok()?;
            let values = row.group.into_iter().chain(row.values).collect();
            Some(TableRow { path, line: 1, values })
        });
        let rows: Vec<TableRow> = rows.collect();
        let group = chosen.group_by.as_ref().map(|by| by.column.to_string());
        let table = Table {
            query: String::new(),
            columns: group.into_iter().chain(found.columns).collect(),
            rows,
            total: u32::try_from(found.total).unwrap_or(u32::MAX),
            result: None,
        };
        Ok(ViewTable { view: chosen.name.clone(), views, table, problems: found.problems })
    }
}

impl Sources {
    /// The view's rows as evidence, if there are any, and notices about the view.
    pub fn view_reference(&self, asked: &AskedView) -> (Option<Reference>, Vec<String>) {
        let file = asked.path.file_name();
        let ViewTable { view, table, problems, .. } =
            match asked.table(&self.vault, &self.index, None) {
                Ok(found) => found,
                Err(error) => return (None, vec![format!("{file}: {error}")]),
            };
        let mut notices: Vec<String> =
            problems.iter().map(|problem| format!("{file}: {problem}")).collect();
        let table = self.chosen_rows(with_names(table));
        if table.rows.is_empty() {
            if notices.is_empty() {
                notices.push(sentences::view_without_rows(&view, file));
            }
            return (None, notices);
        }
        let reference = Reference {
            title: format!("{} › {view}", asked.path.stem()),
            match_reason: format!("[[{file}#{view}]]"),
            ..table_reference(table)
        };
        (Some(reference), notices)
    }

    /// The rows of the notes, folders and tags that the user chose.
    fn chosen_rows(&self, mut table: Table) -> Table {
        let Scope { places, tags } = &self.setup.scope;
        let is_inside = |path: &NotePath, place: &NotePath| {
            let rest = path.as_str().strip_prefix(place.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let has_tag = |path: &NotePath, tag: &String| {
            let own = self.catalog.note(path).into_iter().flat_map(|note| &note.tags);
            own.map(|own| fold(own)).any(|own| {
                let below = own.strip_prefix(fold(tag).as_str());
                below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        if !self.setup.scope.is_everything() {
            table.rows.retain(|row| {
                (places.is_empty() || places.iter().any(|place| is_inside(&row.path, place)))
                    && tags.iter().all(|tag| has_tag(&row.path, tag))
            });
            table.total = u32::try_from(table.rows.len()).unwrap_or(u32::MAX);
        }
        table
    }
}

/// A view's table with the notes' names in its first column, and the view's limit as its total.
fn with_names(mut table: Table) -> Table {
    let is_named = |row: &TableRow| {
        let first = row.values.first();
        first.is_some_and(|name| name == row.path.stem() || name == row.path.file_name())
    };
    if !table.rows.iter().all(is_named) {
        table.columns.insert(0, sentences::NOTE_COLUMN.to_string());
        for row in &mut table.rows {
            row.values.insert(0, row.path.stem().to_owned());
        }
    }
    table.total = u32::try_from(table.rows.len()).unwrap_or(u32::MAX);
    table
}
