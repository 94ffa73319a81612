//! The vault's notes as a `.base` file sees them.

use std::collections::HashMap;

use conversation::{
    Error,
    reference::{Table, TableRow},
};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use notes::{Catalog, LinkKind, LinkTarget, NotePath};
use records::{Base, BaseNote, Query, Target, Test, Value, evaluate};
use rusqlite::Connection;

use crate::{Index, Result, sentences};

/// Maximum bytes of a `.base` file; people's have a few kilobytes.
const LONGEST: u64 = 1024 * 1024;

/// A view of a `.base` file with its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewTable {
    pub view: String,
    /// The names of all views of the file.
    pub views: Vec<String>,
    pub table: Table,
    /// Sentences about parts that weren't understood.
    pub problems: Vec<String>,
}

/// A view that a query names.
pub(super) struct NamedView {
    pub(super) name: String,
    /// `None` if it can't be evaluated.
    pub(super) table: Option<Table>,
    /// Sentences that begin with the file's name.
    pub(super) problems: Vec<String>,
}

impl NamedView {
    pub(super) fn notes(&self) -> Vec<NotePath> {
        let rows = self.table.iter().flat_map(|table| &table.rows);
        rows.map(|row| row.path.clone()).collect()
    }
}

impl Index {
    /// # Errors
    /// If the file can't be read as a base.
    pub fn base(&self, path: &NotePath) -> conversation::Result<Base> {
        let bytes = self.vault().read(path, LONGEST)?;
        Base::read(&String::from_utf8_lossy(&bytes))
            .map_err(|error| Error::bad_input(move || error.to_string()))
    }

    /// The named view of a `.base` file, or its first one. `this` is the note that embeds it.
    ///
    /// # Errors
    /// If the file can't be read as a base, or has no such view.
    pub fn base_view(
        &self,
        path: &NotePath,
        view: Option<&str>,
        this: Option<&NotePath>,
    ) -> conversation::Result<ViewTable> {
        let base = self.base(path)?;
        let Some(chosen) = base.view(view) else {
            let name = view.unwrap_or_default().to_owned();
            return Err(Error::bad_input(move || sentences::no_view(&name)));
        };
        let notes = self.base_notes()?;
        let this = this.and_then(|this| notes.iter().find(|note| note.path == this.as_str()));
        let found = evaluate(&base, chosen, &notes, this, self.now());
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
        Ok(ViewTable {
            view: chosen.name.clone(),
            views: base.views.iter().map(|view| view.name.clone()).collect(),
            table,
            problems: found.problems,
        })
    }

    /// The views that the query's conditions name.
    pub(super) fn views_of(&self, query: &Query) -> Vec<NamedView> {
        let conditions = query.filter.iter().chain(query.any.iter().flatten());
        let mut views: Vec<NamedView> = Vec::new();
        for condition in conditions.filter(|it| it.target == Target::View) {
            let Test::Is(names) = &condition.test else { continue };
            for name in names {
                if views.iter().all(|view| view.name != *name) {
                    views.push(self.named_view(name));
                }
            }
        }
        views
    }

    fn named_view(&self, name: &str) -> NamedView {
        let (file, view) = name.split_once('#').unwrap_or((name, ""));
        let view = Some(view).filter(|view| !view.is_empty());
        let found = self.base_path(file).and_then(|path| self.base_view(&path, view, None));
        let (table, problems) = match found {
            Ok(ViewTable { table, problems, .. }) => (Some(table), problems),
            Err(error) => (None, vec![error.to_string()]),
        };
        let file = file.rsplit('/').next().unwrap_or(file);
        let problems = problems.iter().map(|problem| format!("{file}: {problem}")).collect();
        NamedView { name: name.to_owned(), table, problems }
    }

    /// The path of a `.base` file that is named as in a link, with or without its extension.
    fn base_path(&self, name: &str) -> conversation::Result<NotePath> {
        let path = NotePath::new(name)?;
        let has_extension = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("base"));
        let path = if has_extension { path } else { NotePath::new(&format!("{name}.base"))? };
        let target = LinkTarget { path: path.to_string(), anchor: None };
        let catalog = self.catalog();
        Ok(catalog.target(None, &target).cloned().unwrap_or(path))
    }

    /// All indexed notes, in the order of their paths.
    fn base_notes(&self) -> Result<Vec<BaseNote>> {
        let catalog = self.catalog();
        self.readers().with(|connection| base_notes(connection, &catalog))
    }
}

fn base_notes(connection: &Connection, catalog: &Catalog) -> rusqlite::Result<Vec<BaseNote>> {
    let mut values: HashMap<i64, Vec<(String, Vec<Value>)>> = HashMap::new();
    let mut select = connection.prepare_cached(
        "SELECT -owner, name, text, link FROM cells JOIN key_names ON key_names.key = cells.key
         WHERE owner < 0 ORDER BY owner, ordinal",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let of = values.entry(row.get(0)?).or_default();
        let (name, text): (String, String) = (row.get(1)?, row.get(2)?);
        let link: Option<String> = row.get(3)?;
        let value = Value { link, ..Value::new(&text) };
        match of.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => values.push(value),
            None => of.push((name, vec![value])),
        }
    }
    let mut select = connection.prepare_cached(
        "SELECT id, path, bytes, modified FROM notes WHERE kind IS NULL ORDER BY path",
    )?;
    let mut rows = select.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, path): (i64, String) = (row.get(0)?, row.get(1)?);
        let Ok(path) = NotePath::new(&path) else { continue };
        let bytes: i64 = row.get(2)?;
        let properties = values.remove(&id).unwrap_or_default();
        found.push(base_note(&path, bytes, row.get(3)?, properties, catalog));
    }
    Ok(found)
}

fn base_note(
    path: &NotePath,
    bytes: i64,
    modified: Option<i64>,
    properties: Vec<(String, Vec<Value>)>,
    catalog: &Catalog,
) -> BaseNote {
    let note = catalog.note(path);
    let links = note.map(|note| note.links.as_slice()).unwrap_or_default();
    let target = |link: &notes::Link| {
        let found = catalog.resolve(Some(path), &link.target);
        found.path().map_or_else(|| link.target.path.clone(), ToString::to_string)
    };
    let of_kind = |is_embed: bool| {
        let of = links.iter().filter(|link| (link.kind == LinkKind::Embed) == is_embed);
        of.map(target).collect::<Vec<String>>()
    };
    let backlinks = catalog.backlinks(path).iter().map(|it| it.source.to_string());
    BaseNote {
        path: path.to_string(),
        stem: path.stem().to_owned(),
        folder: path.folder().to_owned(),
        ext: path.file_name().rsplit_once('.').map_or("", |(_, ext)| ext).to_owned(),
        size: u64::try_from(bytes).unwrap_or_default(),
        created: None,
        modified: modified.and_then(local),
        tags: note.map(|note| note.tags.clone()).unwrap_or_default(),
        links: of_kind(false),
        backlinks: backlinks.collect(),
        embeds: of_kind(true),
        properties,
    }
}

/// A file's time in nanoseconds since 1970 as local time.
pub(super) fn local(nanos: i64) -> Option<DateTime> {
    let time = Timestamp::from_nanosecond(i128::from(nanos)).ok()?;
    Some(time.to_zoned(TimeZone::system()).datetime())
}
