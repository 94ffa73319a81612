//! Copies the readable rows of a damaged database.

use rusqlite::{Connection, Row, params, params_from_iter, types::Value};

/// Maximum row id to search: no table has more rows.
const LAST_ROW: i64 = 1 << 40;

pub(super) struct DamagedDatabase<'a> {
    old: &'a Connection,
}

type Values = (i64, Vec<Value>);

impl<'a> DamagedDatabase<'a> {
    pub(super) fn new(old: &'a Connection) -> Self {
        Self { old }
    }

    /// Copies a table's readable rows: the columns that `new` has, and values that it accepts.
    pub(super) fn copy(&self, table: &str, new: &Connection) -> rusqlite::Result<()> {
        let ours = columns(new, table)?;
        let theirs = columns(self.old, table).unwrap_or_default();
        let mut shared: Vec<_> = ours.into_iter().filter(|name| theirs.contains(name)).collect();
        if shared.is_empty() {
            return Ok(());
        }
        if table == "messages" {
            // Row ids preserve the order of writing.
            shared.push("rowid".to_owned());
        }
        let names = shared.join(", ");
        let places = vec!["?"; shared.len()].join(", ");
        let mut insert =
            new.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"))?;
        self.scan(table, &names, shared.len(), |values| {
            match insert.execute(params_from_iter(values)) {
                Err(error) if is_constraint(&error) => Ok(()),
                done => done.map(drop),
            }
        })
    }

    /// Reads rows up to a damaged page, finds a readable row behind it, reads the rows between them backwards, and goes
    /// on forwards.
    fn scan(
        &self,
        table: &str,
        names: &str,
        width: usize,
        mut take: impl FnMut(Vec<Value>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let mut done = -1;
        loop {
            let forward = format!(
                "SELECT rowid, {names} FROM {table} WHERE rowid > ?1 AND rowid < ?2 ORDER BY rowid"
            );
            let (rows, whole) = self.read(&forward, done, i64::MAX, width);
            for (row, values) in rows {
                done = row;
                take(values)?;
            }
            if whole {
                return Ok(());
            }
            let next = self.behind(table, done);
            // Read backwards for the rows just before `next`.
            let backward = format!("{forward} DESC");
            let (rows, _) = self.read(&backward, done, next.unwrap_or(i64::MAX), width);
            for (_, values) in rows {
                take(values)?;
            }
            match next {
                Some(next) => done = next - 1,
                None => return Ok(()),
            }
        }
    }

    /// The rows between two ids up to the first unreadable page, and whether all were read.
    fn read(&self, query: &str, after: i64, before: i64, width: usize) -> (Vec<Values>, bool) {
        let mut read = Vec::new();
        let Ok(mut statement) = self.old.prepare(query) else { return (read, true) };
        let Ok(mut rows) = statement.query(params![after, before]) else { return (read, true) };
        loop {
            match rows.next() {
                Ok(None) => return (read, true),
                Err(_) => return (read, false),
                // Invalid UTF-8 damages only its row.
                Ok(Some(row)) => read.extend(values(row, width)),
            }
        }
    }

    /// The id of a readable row behind the damage after `done`. Doubled steps find it, so rows between may be skipped.
    fn behind(&self, table: &str, done: i64) -> Option<i64> {
        let query = format!("SELECT min(rowid) FROM {table} WHERE rowid >= ?");
        let mut step = 1;
        while step < LAST_ROW {
            let from = done.saturating_add(1 + step);
            match self.old.query_row(&query, params![from], |row| row.get(0)) {
                Ok(found) => return found,
                Err(_) => step *= 2,
            }
        }
        None
    }

    /// The table's original number of rows, read from one of its indexes.
    pub(super) fn count(&self, table: &str) -> Option<u32> {
        let mut names = self
            .old
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?")
            .ok()?;
        let names: Vec<String> =
            names.query_map(params![table], |row| row.get(0)).ok()?.flatten().collect();
        names
            .iter()
            .filter_map(|index| {
                let query = format!("SELECT count(*) FROM {table} INDEXED BY {index}");
                self.old.query_row(&query, [], |row| row.get(0)).ok()
            })
            .max()
    }
}

fn values(row: &Row<'_>, width: usize) -> Option<Values> {
    let id = row.get(0).ok()?;
    let values = (1..=width).map(|at| row.get(at).ok()).collect::<Option<_>>()?;
    Some((id, values))
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT name FROM pragma_table_info(?)")?
        .query_map(params![table], |row| row.get(0))?
        .collect()
}

fn is_constraint(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}
