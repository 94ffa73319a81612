//! Answers a [`Query`] with a table.

mod bases;
mod conditions;
mod rows;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use conversation::reference::{Table, TableResult, TableRow};
use notes::NotePath;
use records::{Aggregate, AggregateKind, Query, RecordKind, fold};
use rusqlite::Connection;

pub use self::bases::ViewTable;
use self::{
    bases::NamedView,
    conditions::Names,
    rows::{FoundRecord, Values},
};
use crate::{
    Index, Result, sentences,
    store::{count, revision},
    vocabulary::{self, Scope, Vocabulary},
};

impl Index {
    /// The records that a query finds, over all indexed notes but templates.
    pub fn table(&self, query: &Query) -> Result<Table> {
        Ok(self.table_and_problems(query)?.0)
    }

    /// The table, and sentences about parts of the query's views that weren't understood.
    pub fn table_and_problems(&self, query: &Query) -> Result<(Table, Vec<String>)> {
        let views = self.views_of(query);
        let problems = views.iter().flat_map(|view| view.problems.clone()).collect();
        let of_view = match &views[..] {
            [view] if chooses_rows_of_a_view(query) => view.table.clone(),
            _ => None,
        };
        let Some(of_view) = of_view else {
            let found = self.with_names(&views, |connection, names| {
                table(connection, query, rows::found(connection, query, names)?)
            })?;
            return Ok((found, problems));
        };
        // Another condition may be about the same view.
        let kept = match query.filter.len() == 1 && query.any.is_empty() {
            true => None,
            false => Some(self.with_names(&views, |connection, names| {
                let found = rows::found(connection, query, names)?;
                Ok(found.into_iter().map(|it| it.path).collect::<HashSet<NotePath>>())
            })?),
        };
        Ok((rows_of_view(of_view, query, kept.as_ref()), problems))
    }

    /// The number of records that a query finds.
    pub fn count(&self, query: &Query) -> Result<u32> {
        let views = self.views_of(query);
        self.with_names(&views, |connection, names| rows::count(connection, query, names))
    }

    /// The keys of the notes that a query finds.
    pub fn scope(&self, query: &Query) -> Result<Scope> {
        let views = self.views_of(query);
        self.with_names(&views, |connection, names| {
            let found = rows::found(connection, query, names)?;
            let owners: Vec<i64> = found.iter().map(|it| it.owner).collect();
            Ok(Scope {
                notes: count(found.len()),
                dated: count(found.iter().filter(|it| it.dated.is_some()).count()),
                keys: vocabulary::keys(connection, Some(&owners))?,
            })
        })
    }

    fn with_names<T>(
        &self,
        views: &[NamedView],
        find: impl FnOnce(&Connection, &Names<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let catalog = self.catalog();
        let views: Vec<(String, Vec<NotePath>)> =
            views.iter().map(|view| (view.name.clone(), view.notes())).collect();
        self.readers().with(|connection| {
            let vocabulary = self.vocabulary_at(connection)?;
            let names = Names { vocabulary: &vocabulary, catalog: &catalog, views: &views };
            find(connection, &names)
        })
    }

    /// The keys, values and names of the vault. The first call after a change takes some ten milliseconds in a vault of
    /// 10,000 notes.
    pub fn vocabulary(&self) -> Result<Arc<Vocabulary>> {
        self.readers().with(|connection| self.vocabulary_at(connection))
    }

    fn vocabulary_at(&self, connection: &Connection) -> rusqlite::Result<Arc<Vocabulary>> {
        let revision = revision(connection)?;
        let mut known = self.known_vocabulary().lock();
        if let Some(vocabulary) = known.as_ref().filter(|it| it.revision == revision) {
            return Ok(vocabulary.clone());
        }
        let vocabulary = Arc::new(Vocabulary::load(connection, &self.catalog(), revision)?);
        *known = Some(vocabulary.clone());
        Ok(vocabulary)
    }
}

/// Whether the query only chooses rows of a view, so that the view decides about their columns and order.
fn chooses_rows_of_a_view(query: &Query) -> bool {
    let Query { of, filter: _, any: _, sort, group, limit, aggregate, columns } = query;
    query.view().is_some()
        && *of == RecordKind::Note
        && sort.is_empty()
        && group.is_none()
        && limit.is_none()
        && aggregate.is_none()
        && columns.is_empty()
}

/// The rows of a view that are `kept`, as the query's table: with the notes' names in its first column.
fn rows_of_view(mut table: Table, query: &Query, kept: Option<&HashSet<NotePath>>) -> Table {
    if let Some(kept) = kept {
        table.rows.retain(|row| kept.contains(&row.path));
    }
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
    // The view's own limit has nothing more to show.
    table.total = count(table.rows.len());
    table.query = query.to_string();
    table
}

fn table(
    connection: &Connection,
    query: &Query,
    mut found: Vec<FoundRecord>,
) -> rusqlite::Result<Table> {
    let mut shown = query.shown();
    if query.of == RecordKind::Row && query.columns.is_empty() {
        for key in rows::own_keys(connection, &found)? {
            if !shown.iter().any(|other| fold(other) == fold(&key)) {
                shown.push(key);
            }
        }
    }
    let folded: Vec<String> = shown.iter().map(|key| fold(key)).collect();
    let sorts: Vec<String> = query.sort.iter().map(|sort| fold(&sort.key)).collect();
    let group = query.group.as_deref().map(fold);
    let key = query.aggregate.as_ref().and_then(|it| it.key.as_deref()).map(fold);
    let keys: Vec<&String> = folded.iter().chain(&sorts).chain(&group).chain(&key).collect();
    let values = Values::load(connection, &found, &keys)?;
    for (key, sort) in sorts.iter().zip(&query.sort).rev() {
        rows::sort(&mut found, &values, key, sort.descending);
    }
    let total = count(found.len());
    let result = query.aggregate.as_ref().and_then(|it| result(it, &found, &values));
    if let (Some(Aggregate { kind: AggregateKind::Latest, .. }), Some(key)) =
        (&query.aggregate, &key)
    {
        let dated = found.iter().filter_map(|it| Some((values.day(it, key)?, it.owner)));
        let latest = dated.max().map(|(_, owner)| owner);
        found.retain(|it| Some(it.owner) == latest);
    }
    if let Some(group) = &query.group {
        return Ok(grouped(query, group, &found, &values, total));
    }
    let first = match query.of {
        RecordKind::Task => sentences::TASK_COLUMN,
        RecordKind::Note | RecordKind::Row => sentences::NOTE_COLUMN,
    };
    let mut columns = vec![first.to_string()];
    columns.extend(shown.iter().cloned());
    if query.of == RecordKind::Task {
        columns.push(sentences::NOTE_COLUMN.to_string());
    }
    let most = query.limit.map_or(usize::MAX, |it| it as usize);
    let rows = found.iter().take(most).map(|it| {
        let mut texts = vec![match it.kind {
            RecordKind::Task => it.text.clone(),
            _ => it.title.clone(),
        }];
        texts.extend(folded.iter().map(|key| values.texts(it, key).join(", ")));
        if query.of == RecordKind::Task {
            texts.push(it.title.clone());
        }
        TableRow { path: it.path.clone(), line: it.line, values: texts }
    });
    Ok(Table { query: query.to_string(), columns, rows: rows.collect(), total, result })
}

/// A row for each value of the group's key, with the aggregate of its records.
fn grouped(
    query: &Query,
    group: &str,
    found: &[FoundRecord],
    values: &Values,
    total: u32,
) -> Table {
    let mut order: Vec<String> = Vec::new();
    let mut groups: HashMap<String, Vec<FoundRecord>> = HashMap::new();
    let key = fold(group);
    for it in found {
        let mut own = values.texts(it, &key);
        if own.is_empty() {
            own.push(String::new());
        }
        for value in own {
            if !groups.contains_key(&value) {
                order.push(value.clone());
            }
            groups.entry(value).or_default().push(it.clone());
        }
    }
    let count = Aggregate { kind: AggregateKind::Count, key: None };
    let aggregate = query.aggregate.as_ref().unwrap_or(&count);
    let mut columns = vec![group.to_owned()];
    columns.extend(groups.values().find_map(|of| result(aggregate, of, values)).map(|it| it.label));
    let most = query.limit.map_or(usize::MAX, |it| it as usize);
    let rows = order.iter().take(most).filter_map(|value| {
        let of = groups.get(value)?;
        let first = of.first()?;
        let mut texts = vec![value.clone()];
        texts.extend(result(aggregate, of, values).map(|it| it.value));
        Some(TableRow { path: first.path.clone(), line: first.line, values: texts })
    });
    let rows = rows.collect();
    let result = result(aggregate, found, values);
    Table { query: query.to_string(), columns, rows, total, result }
}

fn result(aggregate: &Aggregate, found: &[FoundRecord], values: &Values) -> Option<TableResult> {
    let Some(name) = &aggregate.key else {
        let of = count(found.len());
        return Some(TableResult {
            label: sentences::COUNT.to_string(),
            value: of.to_string(),
            of,
        });
    };
    let key = &fold(name);
    let (value, of) = match aggregate.kind {
        AggregateKind::Latest => {
            let last = found.iter().filter_map(|it| values.day(it, key)).max()?;
            (last, found.iter().filter(|it| values.day(it, key).is_some()).count())
        }
        AggregateKind::Common => {
            let mut all = found.iter().map(|it| values.texts(it, key));
            let mut common = all.next()?;
            for texts in all {
                common.retain(|text| texts.contains(text));
            }
            let text = common.join(", ");
            (if common.is_empty() { sentences::NO_VALUE.to_string() } else { text }, found.len())
        }
        kind => {
            let numbers: Vec<f64> = found.iter().flat_map(|it| values.numbers(it, key)).collect();
            let sum: f64 = numbers.iter().sum();
            let value = match kind {
                AggregateKind::Sum => sum,
                #[expect(clippy::cast_precision_loss, reason = "counts of records are small")]
                AggregateKind::Mean => sum / numbers.len() as f64,
                AggregateKind::Min => numbers.iter().copied().reduce(f64::min)?,
                AggregateKind::Max => numbers.iter().copied().reduce(f64::max)?,
                #[expect(clippy::cast_precision_loss, reason = "counts of records are small")]
                AggregateKind::Count | AggregateKind::Latest | AggregateKind::Common => {
                    numbers.len() as f64
                }
            };
            if numbers.is_empty() {
                return None;
            }
            // An extreme is one of the values, as it is written: `6:23`.
            let is_extreme = matches!(kind, AggregateKind::Min | AggregateKind::Max);
            let written =
                found.iter().filter(|_| is_extreme).find_map(|it| values.written(it, key, value));
            (written.unwrap_or_else(|| rounded(value)), numbers.len())
        }
    };
    let label = sentences::aggregate(aggregate.kind, name);
    Some(TableResult { label, value, of: count(of) })
}

/// Two decimals at most; whole numbers have none.
fn rounded(number: f64) -> String {
    let written = format!("{number:.2}");
    let written = written.trim_end_matches('0').trim_end_matches('.');
    if written == "-0" { "0".to_owned() } else { written.to_owned() }
}
