//! The records that meet a query's conditions, and their values.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use notes::NotePath;
use records::{Query, RecordKind, fold};
use rusqlite::{Connection, params_from_iter, types::Value};

use super::conditions::{Names, sql};
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
    pub(super) line: u32,
    pub(super) text: String,
}

/// In the order of paths and lines.
pub(super) fn found(
    connection: &Connection,
    query: &Query,
    names: &Names<'_>,
) -> rusqlite::Result<Vec<FoundRecord>> {
    let mut text = match query.of {
        RecordKind::Note => "SELECT -n.id, -n.id, n.path, n.title, n.dated, 1, ''
             FROM notes AS n WHERE n.kind IS NULL"
            .to_owned(),
        RecordKind::Task | RecordKind::Row => format!(
            "SELECT r.id, -n.id, n.path, n.title, n.dated, r.line, r.text
             FROM records AS r JOIN notes AS n ON n.id = r.note WHERE r.kind = '{}'",
            kind_name(query.of)
        ),
    };
    text.push_str(" AND n.role IS NOT 'template'");
    let mut values: Vec<Value> = Vec::new();
    for condition in &query.filter {
        let condition = sql(condition, query.of, names);
        text.push_str(&format!(" AND ({})", condition.text));
        values.extend(condition.values);
    }
    text.push_str(" ORDER BY n.path, 6");
    let mut select = connection.prepare(&text)?;
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
        keys: &[String],
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
        Ok(values)
    }

    fn of(&self, found: &FoundRecord, key: &str) -> Vec<CellValue> {
        let folded = fold(key);
        let own = |owner| self.0.get(&owner).and_then(|of| of.get(&folded));
        if let Some(values) = own(found.owner).or_else(|| own(found.note)) {
            return values.clone();
        }
        let one = |text: String| vec![CellValue { first: None, number: None, text }];
        match &*folded {
            records::NAME | "title" => one(found.title.clone()),
            records::DATE => found.dated.clone().map_or(Vec::new(), |day| {
                vec![CellValue { first: Some(day.clone()), number: None, text: day }]
            }),
            "path" => one(found.path.to_string()),
            "folder" => one(found.path.folder().to_owned()),
            _ => Vec::new(),
        }
    }

    pub(super) fn texts(&self, found: &FoundRecord, key: &str) -> Vec<String> {
        self.of(found, key).into_iter().map(|value| value.text).collect()
    }

    pub(super) fn text(&self, found: &FoundRecord, key: &str) -> String {
        self.texts(found, key).join(", ")
    }

    pub(super) fn numbers(&self, found: &FoundRecord, key: &str) -> Vec<f64> {
        self.of(found, key).into_iter().filter_map(|value| value.number).collect()
    }

    /// The text of a record's value that is this number.
    pub(super) fn written(&self, found: &FoundRecord, key: &str, number: f64) -> Option<String> {
        self.of(found, key).into_iter().find(|it| it.number == Some(number)).map(|it| it.text)
    }

    pub(super) fn day(&self, found: &FoundRecord, key: &str) -> Option<String> {
        self.of(found, key).into_iter().filter_map(|value| value.first).max()
    }
}

/// The record with the last date under a key.
pub(super) fn latest(found: &[FoundRecord], values: &Values, key: &str) -> Option<i64> {
    let dated = found.iter().filter_map(|it| Some((values.day(it, key)?, it.owner)));
    dated.max().map(|(_, owner)| owner)
}

pub(super) fn sort(found: &mut [FoundRecord], values: &Values, query: &Query) {
    for sort in query.sort.iter().rev() {
        let keyed = |it: &FoundRecord| values.of(it, &sort.key).into_iter().next();
        let mut keys: HashMap<i64, Option<CellValue>> = HashMap::new();
        for it in found.iter() {
            keys.insert(it.owner, keyed(it));
        }
        found.sort_by(|a, b| {
            let (a, b) =
                (keys.get(&a.owner).cloned().flatten(), keys.get(&b.owner).cloned().flatten());
            match (a, b) {
                (Some(a), Some(b)) if sort.descending => compare(&b, &a),
                (Some(a), Some(b)) => compare(&a, &b),
                // Records without the value come last.
                (a, b) => b.is_some().cmp(&a.is_some()),
            }
        });
    }
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
