//! The vault's notes as a `.base` file sees them.

use std::collections::HashMap;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use notes::{Catalog, LinkKind, NotePath};
use records::{BaseNote, Value};
use rusqlite::Connection;

use crate::{Index, Result};

impl Index {
    /// All indexed notes, in the order of their paths.
    pub fn base_notes(&self) -> Result<Vec<BaseNote>> {
        let catalog = self.catalog();
        self.readers().with(|connection| {
            let connection = connection.transaction()?;
            base_notes(&connection, &catalog)
        })
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
