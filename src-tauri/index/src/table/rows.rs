//! The records that meet a query's conditions, and their values.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use notes::NotePath;
use records::{MODIFIED, Query, RecordKind, TAGS, fold};
use rusqlite::{Connection, params_from_iter, types::Value};

use super::{
    bases::local,
    conditions::{Names, any, sql},
};
use crate::store::kind_name;

#[derive(Debug, Clone)]
pub(super) struct FoundRecord {
    /// Of its own cells.
    pub(super) owner: i64,
    /// Of its note's cells.
    note: i64,
    pub(super) kind: RecordKind,
    pub(super) path: NotePath,
    pub(super) title: String,
    pub(super) dated: Option<String>,
    /// Nanoseconds since 1970.
    modified: Option<i64>,
    pub(super) line: u32,
    pub(super) text: String,
}

/// The rest of a SELECT from the records that a query finds, with its parameters.
fn matching(query: &Query, names: &Names<'_>) -> (String, Vec<Value>) {
    let mut text = match query.of {
        RecordKind::Note => "FROM notes AS n WHERE n.kind IS NULL".to_owned(),
        RecordKind::Task | RecordKind::Row => format!(
            "FROM records AS r JOIN notes AS n ON n.id = r.note WHERE r.kind = '{}'",
            kind_name(query.of)
        ),
    };
    text.push_str(" AND n.role IS NOT 'template'");
    let mut values: Vec<Value> = Vec::new();
    let each = query.filter.iter().map(std::slice::from_ref);
    for conditions in each.chain(query.any.iter().map(Vec::as_slice)) {
        let condition = any(conditions.iter().map(|it| sql(it, query.of, names)));
        text.push_str(&format!(" AND ({})", condition.text));
        values.extend(condition.values);
    }
    (text, values)
}

pub(super) fn count(
    connection: &Connection,
    query: &Query,
    names: &Names<'_>,
) -> rusqlite::Result<u32> {
    let (text, values) = matching(query, names);
    let mut select = connection.prepare(&format!("SELECT count(*) {text}"))?;
    select.query_row(params_from_iter(values), |row| row.get(0))
}

/// In the order of paths and lines.
pub(super) fn found(
    connection: &Connection,
    query: &Query,
    names: &Names<'_>,
) -> rusqlite::Result<Vec<FoundRecord>> {
    let columns = match query.of {
        RecordKind::Note => "-n.id, -n.id, n.path, n.title, n.dated, 1, '', n.modified",
        RecordKind::Task | RecordKind::Row => {
            "r.id, -n.id, n.path, n.title, n.dated, r.line, r.text, n.modified"
        }
    };
    let (text, values) = matching(query, names);
    let mut select = connection.prepare(&format!("SELECT {columns} {text} ORDER BY n.path, 6"))?;
    let mut rows = select.query(params_from_iter(values))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let path: String = row.get(2)?;
        let Ok(path) = NotePath::new(&path) else { continue };
        found.push(FoundRecord {
            owner: row.get(0)?,
            note: row.get(1)?,
            kind: query.of,
            path,
            title: row.get(3)?,
            dated: row.get(4)?,
            line: row.get(5)?,
            text: row.get(6)?,
            modified: row.get(7)?,
        });
    }
    Ok(found)
}

/// The columns of the tables of these rows, in the order of their first use.
pub(super) fn own_keys(
    connection: &Connection,
    found: &[FoundRecord],
) -> rusqlite::Result<Vec<String>> {
    const COLUMNS: usize = 12;
    let owners: Vec<i64> = found.iter().take(500).map(|it| it.owner).collect();
    let mut select = connection.prepare_cached(
        "SELECT name FROM json_each(?) AS owners JOIN cells ON owner = owners.value
         JOIN key_names ON key_names.key = cells.key
         WHERE cells.key != 'heading' GROUP BY cells.key ORDER BY min(ordinal), min(owner)",
    )?;
    let names = select.query_map([serde_json::json!(owners).to_string()], |row| row.get(0))?;
    names.take(COLUMNS).collect()
}

#[derive(Debug, Clone)]
struct CellValue {
    text: String,
    number: Option<f64>,
    first: Option<String>,
}

/// The values of records by key.
#[derive(Default)]
pub(super) struct Values(HashMap<i64, HashMap<String, Vec<CellValue>>>);

impl Values {
    /// Loads the values of these folded keys.
    pub(super) fn load(
        connection: &Connection,
        found: &[FoundRecord],
        keys: &[&String],
    ) -> rusqlite::Result<Self> {
        let mut values = Self::default();
        if keys.is_empty() {
            return Ok(values);
        }
        let owners: HashSet<i64> = found.iter().flat_map(|it| [it.owner, it.note]).collect();
        let owners: Vec<i64> = owners.into_iter().collect();
        let mut select = connection.prepare_cached(
            "SELECT owner, cells.key, text, number, first FROM json_each(?1) AS owners
             JOIN cells ON owner = owners.value
             WHERE cells.key IN (SELECT value FROM json_each(?2)) ORDER BY owner, ordinal",
        )?;
        let mut rows = select
            .query([serde_json::json!(owners).to_string(), serde_json::json!(keys).to_string()])?;
        while let Some(row) = rows.next()? {
            let of = values.0.entry(row.get(0)?).or_default();
            of.entry(row.get(1)?).or_default().push(CellValue {
                text: row.get(2)?,
                number: row.get(3)?,
                first: row.get(4)?,
            });
        }
        if keys.iter().any(|key| key.as_str() == TAGS) {
            let mut select = connection.prepare_cached(
                "SELECT -note, tag FROM json_each(?1) AS owners JOIN tags ON note = -owners.value
                 ORDER BY note, tag",
            )?;
            let mut rows = select.query([serde_json::json!(owners).to_string()])?;
            while let Some(row) = rows.next()? {
                let tag: String = row.get(1)?;
                let of = values.0.entry(row.get(0)?).or_default();
                of.entry(TAGS.to_owned()).or_default().push(CellValue {
                    text: format!("#{tag}"),
                    number: None,
                    first: None,
                });
            }
        }
        Ok(values)
    }

    /// The values under a folded key: the record's own, else its note's.
    fn of(&self, found: &FoundRecord, key: &str) -> Cow<'_, [CellValue]> {
        let own = |owner| self.0.get(&owner).and_then(|of| of.get(key));
        if let Some(values) = own(found.owner).or_else(|| own(found.note)) {
            return Cow::Borrowed(values);
        }
        let text = |text: String| Some(CellValue { first: None, number: None, text });
        let value = match key {
            records::NAME | "title" => text(found.title.clone()),
            "file.name" => text(found.path.stem().to_owned()),
            records::DATE | "file.day" => found.dated.clone().map(|day| CellValue {
                first: Some(day.clone()),
                number: None,
                text: day,
            }),
            MODIFIED => found
                .modified
                .and_then(local)
                .and_then(|at| text(at.strftime("%Y-%m-%d %H:%M").to_string())),
            records::COUNT => {
                Some(CellValue { text: "1".to_owned(), number: Some(1.0), first: None })
            }
            "line" => Some(CellValue {
                text: found.line.to_string(),
                number: Some(f64::from(found.line)),
                first: None,
            }),
            "path" | "file.path" => text(found.path.to_string()),
            "folder" | "file.folder" => text(found.path.folder().to_owned()),
            _ => None,
        };
        Cow::Owned(value.into_iter().collect())
    }

    pub(super) fn texts(&self, found: &FoundRecord, key: &str) -> Vec<String> {
        self.of(found, key).iter().map(|value| value.text.clone()).collect()
    }

    pub(super) fn numbers(&self, found: &FoundRecord, key: &str) -> Vec<f64> {
        self.of(found, key).iter().filter_map(|value| value.number).collect()
    }

    /// The text of a record's value that is this number.
    pub(super) fn written(&self, found: &FoundRecord, key: &str, number: f64) -> Option<String> {
        let values = self.of(found, key);
        values.iter().find(|it| it.number == Some(number)).map(|it| it.text.clone())
    }

    pub(super) fn day(&self, found: &FoundRecord, key: &str) -> Option<String> {
        self.of(found, key).iter().filter_map(|value| value.first.clone()).max()
    }
}

/// Sorts records by their first values under a folded key. Records without one come last.
pub(super) fn sort(found: &mut Vec<FoundRecord>, values: &Values, key: &str, descending: bool) {
    let mut keyed: Vec<(Option<CellValue>, FoundRecord)> =
        found.drain(..).map(|it| (values.of(&it, key).first().cloned(), it)).collect();
    keyed.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) if descending => compare(b, a),
        (Some(a), Some(b)) => compare(a, b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    found.extend(keyed.into_iter().map(|(_, it)| it));
}

/// Numbers before dates before other texts.
fn compare(a: &CellValue, b: &CellValue) -> Ordering {
    match (a.number, b.number) {
        (Some(a), Some(b)) => return a.total_cmp(&b),
        (Some(_), None) => return Ordering::Less,
        (None, Some(_)) => return Ordering::Greater,
        (None, None) => {}
    }
    match (&a.first, &b.first) {
        (Some(a), Some(b)) => a.cmp(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => fold(&a.text).cmp(&fold(&b.text)),
    }
}
