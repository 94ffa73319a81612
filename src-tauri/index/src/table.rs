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
use records::{
    Aggregate, AggregateKind, COUNT, OF_MONTH, OF_YEAR, Query, RecordKind, Sort, Test, Value, fold,
    target_of,
};
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

    /// The table, and sentences about parts of the query that name nothing, or of its views that weren't understood.
    pub fn table_and_problems(&self, query: &Query) -> Result<(Table, Vec<String>)> {
        let views = self.views_of(query);
        let mut problems: Vec<String> =
            views.iter().flat_map(|view| view.problems.clone()).collect();
        problems.extend(self.unknown_keys(query)?);
        let of_view = match &views[..] {
            [view] if chooses_rows_of_a_view(query) => view.table.clone(),
            _ => None,
        };
        let Some(of_view) = of_view else {
            let found =
                self.with_names(&views, |connection, names| table(connection, query, names))?;
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

    /// What `due<soonish` compares with, where no note, task or row has that key.
    fn unknown_keys(&self, query: &Query) -> Result<Vec<String>> {
        let all = query.filter.iter().chain(query.any.iter().flatten());
        let compared: Vec<&String> = all
            .filter_map(|it| match &it.test {
                Test::Against(_, key) => Some(key),
                _ => None,
            })
            .collect();
        if compared.is_empty() {
            return Ok(Vec::new());
        }
        let vocabulary = self.vocabulary()?;
        let unknown = compared.into_iter().filter(|key| vocabulary.key(key).is_none());
        Ok(unknown.map(|key| sentences::no_such_key(key)).collect())
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

fn table(connection: &Connection, query: &Query, names: &Names<'_>) -> rusqlite::Result<Table> {
    let mut found = rows::found(connection, query, names)?;
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
    let group = query.group.as_deref().map(Grouping::of);
    let key = query.aggregate.as_ref().and_then(|it| it.key.as_deref()).map(fold);
    let keys: Vec<&String> =
        folded.iter().chain(&sorts).chain(group.as_ref().map(|it| &it.key)).chain(&key).collect();
    let values = Values::load(connection, &found, &keys)?;
    for (key, sort) in sorts.iter().zip(&query.sort).rev() {
        rows::sort(&mut found, &values, key, sort.descending);
    }
    let total = count(found.len());
    let result = match &query.aggregate {
        Some(Aggregate { kind: AggregateKind::Share, key: Some(key) }) => {
            share(connection, query, key, names)?
        }
        aggregate => aggregate.as_ref().and_then(|it| result(it, &found, &values)),
    };
    if let (Some(Aggregate { kind: AggregateKind::Latest, .. }), Some(key)) =
        (&query.aggregate, &key)
    {
        let dated = found.iter().filter_map(|it| Some((values.day(it, key)?, it.owner)));
        let latest = dated.max().map(|(_, owner)| owner);
        found.retain(|it| Some(it.owner) == latest);
    }
    if let Some(group) = &group {
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

/// The key whose values divide records into groups.
struct Grouping {
    column: String,
    /// Folded.
    key: String,
    /// The length of a day's beginning, such as `2026-03`, that all records of a group share.
    of_day: Option<usize>,
}

impl Grouping {
    fn of(key: &str) -> Self {
        let folded = fold(key);
        let times = [(OF_MONTH, 7, sentences::MONTH_COLUMN), (OF_YEAR, 4, sentences::YEAR_COLUMN)];
        let of_time = times.into_iter().find_map(|(end, length, column)| {
            let key = folded.strip_suffix(end)?.to_owned();
            Some(Self { column: column.to_string(), key, of_day: Some(length) })
        });
        of_time.unwrap_or(Self { column: key.to_owned(), key: folded, of_day: None })
    }

    fn values(&self, found: &FoundRecord, values: &Values) -> Vec<String> {
        let Some(length) = self.of_day else { return values.texts(found, &self.key) };
        let day = values.day(found, &self.key);
        day.and_then(|day| day.get(..length).map(str::to_owned)).into_iter().collect()
    }
}

/// A row for each group, with the aggregate of its records.
fn grouped(
    query: &Query,
    group: &Grouping,
    found: &[FoundRecord],
    values: &Values,
    total: u32,
) -> Table {
    let mut order: Vec<String> = Vec::new();
    let mut groups: HashMap<String, Vec<FoundRecord>> = HashMap::new();
    for it in found {
        let mut own = group.values(it, values);
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
    let count_of = Aggregate::COUNT;
    let aggregate = query.aggregate.as_ref().unwrap_or(&count_of);
    let key = aggregate.key.as_deref().map(fold);
    // Each group has one of the values that are counted, so it says how often.
    let counts_groups =
        aggregate.kind == AggregateKind::Distinct && key.as_ref() == Some(&group.key);
    let sum = Aggregate { kind: AggregateKind::Sum, key: aggregate.key.clone() };
    let of_each = match aggregate.kind {
        _ if counts_groups => &count_of,
        AggregateKind::MeanOfSums => &sum,
        _ => aggregate,
    };
    let mut columns = vec![group.column.clone()];
    columns.extend(groups.values().find_map(|of| result(of_each, of, values)).map(|it| it.label));
    let rows = order.iter().filter_map(|value| {
        let of = groups.get(value)?;
        let first = of.first()?;
        let mut texts = vec![value.clone()];
        texts.extend(result(of_each, of, values).map(|it| it.value));
        Some(TableRow { path: first.path.clone(), line: first.line, values: texts })
    });
    let mut rows: Vec<TableRow> = rows.collect();
    let sorts_figures = |sort: &&Sort| match &of_each.key {
        Some(key) => fold(key) == fold(&sort.key),
        None => fold(&sort.key) == COUNT,
    };
    let by_figure = query.sort.iter().find(sorts_figures);
    if let Some(sort) = by_figure {
        let sign = if sort.descending { -1.0 } else { 1.0 };
        let figure = |row: &TableRow| {
            let number = row.values.get(1).and_then(|value| Value::new(value).number);
            number.map_or(f64::INFINITY, |number| sign * number)
        };
        rows.sort_by(|a, b| figure(a).total_cmp(&figure(b)));
    }
    rows.truncate(query.limit.map_or(usize::MAX, |it| it as usize));
    // Asked for the group with the most, nobody wants the figure of all.
    let of_all = by_figure.is_none() || counts_groups;
    let mut result = result(aggregate, found, values).filter(|_| of_all);
    if let (AggregateKind::MeanOfSums, Some(result), Some(key)) =
        (aggregate.kind, &mut result, &key)
    {
        // In their order, for the last digit depends on it.
        let of_group =
            |of: &Vec<FoundRecord>| of.iter().flat_map(|it| values.numbers(it, key)).sum();
        let sums = order.iter().filter_map(|value| groups.get(value)).map(of_group);
        result.of = count(groups.len());
        result.value = rounded(mean(&sums.collect::<Vec<f64>>()));
    }
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
        AggregateKind::Distinct => {
            let has_value = found.iter().filter(|it| !values.texts(it, key).is_empty());
            let all = found.iter().flat_map(|it| values.texts(it, key));
            let different: HashSet<String> = all.map(|text| fold(&text)).collect();
            (different.len().to_string(), has_value.count())
        }
        // A share is computed from records outside the filter as well.
        AggregateKind::Share => return None,
        kind => {
            let mut numbers: Vec<f64> =
                found.iter().flat_map(|it| values.numbers(it, key)).collect();
            let sum: f64 = numbers.iter().sum();
            let value = match kind {
                AggregateKind::Sum | AggregateKind::MeanOfSums => sum,
                AggregateKind::Mean => mean(&numbers),
                AggregateKind::Median => median(&mut numbers)?,
                AggregateKind::Min => numbers.iter().copied().reduce(f64::min)?,
                AggregateKind::Max => numbers.iter().copied().reduce(f64::max)?,
                #[expect(clippy::cast_precision_loss, reason = "counts of records are small")]
                AggregateKind::Count
                | AggregateKind::Latest
                | AggregateKind::Common
                | AggregateKind::Distinct
                | AggregateKind::Share => numbers.len() as f64,
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

/// The percentage of the query's records of those that meet all its conditions but those on `key`.
fn share(
    connection: &Connection,
    query: &Query,
    key: &str,
    names: &Names<'_>,
) -> rusqlite::Result<Option<TableResult>> {
    let target = target_of(key);
    let filter = query.filter.iter().filter(|it| it.target != target).cloned().collect();
    let all = Query { filter, any: query.any.clone(), ..Query::of(query.of) };
    let (some, all) =
        (rows::count(connection, query, names)?, rows::count(connection, &all, names)?);
    Ok((all > 0).then(|| TableResult {
        label: sentences::aggregate(AggregateKind::Share, key),
        value: format!("{}% ({some}/{all})", rounded(100.0 * f64::from(some) / f64::from(all))),
        of: all,
    }))
}

#[expect(clippy::cast_precision_loss, reason = "counts of records are small")]
fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Of an even number of numbers, the mean of the two in the middle.
fn median(numbers: &mut [f64]) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    let is_even = numbers.len().is_multiple_of(2);
    Some(if is_even { f64::midpoint(*numbers.get(middle.checked_sub(1)?)?, upper) } else { upper })
}

/// Two decimals at most; whole numbers have none.
fn rounded(number: f64) -> String {
    let written = format!("{number:.2}");
    let written = written.trim_end_matches('0').trim_end_matches('.');
    if written == "-0" { "0".to_owned() } else { written.to_owned() }
}
