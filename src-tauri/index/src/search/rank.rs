//! Which passages match, and in what order.

use std::collections::HashSet;

use rusqlite::{Connection, params_from_iter, types::Value};

use super::query::{self, Filter, FilterKind, Query, Term};
use crate::store::Places;

/// How much a word counts in the title, the headings, aliases and tags, the path, and the text.
/// XQuAD's figures move by less than 0.002 for titles between 1 and 5; SciFact's are best at 2.
pub(crate) const WEIGHTS: [f64; 5] = [2.0, 1.5, 1.5, 0.5, 1.0];

/// In an index with fewer chunks than this every word is looked for.
const SMALL_INDEX: usize = 2000;

/// In an index with more chunks than this two letters are no beginning of a word: looking for all
/// words with them takes tens of milliseconds. An index of beginnings in FTS5 would be as large as
/// the notes.
const LARGE_INDEX: usize = 20_000;

/// A word in more than this share of the passages says next to nothing, and costs the most time.
/// Leaving such words out moves XQuAD's figures by less than 0.003 either way; at a share of 0.1 up
/// to 0.007 are lost.
const COMMON_SHARE: f64 = 0.25;

/// Maximum number of word places that are ranked in a large index, rarest words first: ranking one
/// takes about two microseconds. Further words are the commonest ones of the query and hardly
/// change the order of its best passages.
const MOST_PLACES: u32 = 4000;

/// Where so few passages have the words that are ranked, those come after them whose titles have
/// a word that begins with what is typed, though too many have one.
const FEW: usize = 100;

/// The columns that name a passage as a whole.
const NAMES: &str = "{title headings names path}";

/// What is too common to be ranked is found behind all else: these are below any score.
const IN_NAMES: f64 = 2e-12;
const IN_TEXT: f64 = 1e-12;

/// The best rows of the index for a query.
pub(crate) struct Ranking {
    pub(crate) rows: Vec<RankedRow>,
    /// What they were matched against, if by words.
    pub(crate) expression: Option<String>,
    /// All rows that match, in no order, where there are more than `rows`.
    pub(crate) all: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RankedRow {
    pub(crate) id: i64,
    pub(crate) score: f64,
}

/// The first `limit` passages by score, then path, then place in the note.
pub(crate) fn best(
    connection: &Connection,
    places: &Places,
    query: &Query,
    limit: usize,
) -> rusqlite::Result<Ranking> {
    if query.terms.is_empty() {
        let mut rows = in_order(connection, query)?;
        let all = rows.iter().map(|row| row.id).collect();
        rows.truncate(limit);
        return Ok(Ranking { rows, expression: None, all });
    }
    let chosen = choose(connection, places, query)?;
    let mut rows = Vec::new();
    if let Some(expression) = query.expression(&chosen.ranked) {
        rows = scored(connection, query, &expression)?;
    }
    let shown = chosen.ranked.iter().chain(&chosen.common).copied().collect::<Vec<_>>();
    let expression = query.expression(&shown);
    if rows.len() < FEW && !chosen.common.is_empty() {
        append_common(connection, query, &chosen, &mut rows)?;
    }
    let all = rows.iter().map(|row| row.id).collect();
    let by_score = |a: &RankedRow, b: &RankedRow| b.score.total_cmp(&a.score);
    if (1..rows.len()).contains(&limit) {
        // Equal scores at the edge are kept until they are in their order.
        rows.select_nth_unstable_by(limit - 1, by_score);
        let edge = rows[limit - 1].score;
        rows.retain(|row| row.score >= edge);
    }
    let mut rows: Vec<(RankedRow, u32)> =
        rows.into_iter().map(|row| (row, places.place(row.id))).collect();
    rows.sort_unstable_by(|(a, at), (b, bt)| by_score(a, b).then_with(|| at.cmp(bt)));
    rows.truncate(limit);
    Ok(Ranking { rows: rows.into_iter().map(|(row, _)| row).collect(), expression, all })
}

/// Adds the passages that have words which are too common to be ranked: the rest of the order is by
/// path, those first that have one in their names.
fn append_common(
    connection: &Connection,
    query: &Query,
    chosen: &TermChoice,
    rows: &mut Vec<RankedRow>,
) -> rusqlite::Result<()> {
    let mut seen: HashSet<i64> = rows.iter().map(|row| row.id).collect();
    let common = query.widest(&chosen.common);
    let Some(any) = query.any(&common) else { return Ok(()) };
    let mut wanted = vec![(format!("{NAMES} : ({any})"), IN_NAMES)];
    if chosen.ranked.is_empty() {
        if common.len() > 1 {
            // The words together say more than each of them.
            let together = query.together(&common);
            wanted.insert(0, (together, 2.0 * IN_NAMES));
        }
        wanted.push((any, IN_TEXT));
    }
    for (expression, score) in wanted {
        let expression = query.with_required(&expression);
        for id in unscored(connection, query, &expression)? {
            if seen.insert(id) {
                rows.push(RankedRow { id, score });
            }
        }
    }
    Ok(())
}

/// Every passage that matches, with its score, in no order.
fn scored(
    connection: &Connection,
    query: &Query,
    expression: &str,
) -> rusqlite::Result<Vec<RankedRow>> {
    let [title, headings, names, path, body] = WEIGHTS;
    let score = format!("-bm25(passages, {title}, {headings}, {names}, {path}, {body})");
    let (sql, values) = selection(query, &format!("rowid, {score}"), expression);
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| {
            Ok(RankedRow { id: row.get(0)?, score: row.get(1)? })
        })?
        .collect()
}

/// Every passage that matches, in no order.
fn unscored(
    connection: &Connection,
    query: &Query,
    expression: &str,
) -> rusqlite::Result<Vec<i64>> {
    let (sql, values) = selection(query, "rowid", expression);
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| row.get(0))?
        .collect()
}

/// Selects `what` of the passages that match and meet the conditions.
fn selection(query: &Query, what: &str, expression: &str) -> (String, Vec<Value>) {
    let mut sql = format!("SELECT {what} FROM passages WHERE passages MATCH ?");
    let mut values = vec![Value::from(expression.to_owned())];
    if query.chooses_notes() {
        sql.push_str(" AND rowid IN (SELECT id FROM chunks WHERE TRUE");
        chosen_notes(query, &mut sql, &mut values);
        sql.push(')');
    }
    if let Some(negation) = query.negation() {
        sql.push_str(" AND rowid NOT IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(negation.into());
    }
    (sql, values)
}

/// The passages that pass the filters, where no word ranks them.
fn in_order(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<RankedRow>> {
    let mut sql =
        "SELECT chunks.id FROM chunks JOIN notes ON notes.id = chunks.note WHERE TRUE".to_owned();
    let mut values = Vec::new();
    conditions(query, &mut sql, &mut values);
    sql.push_str(" ORDER BY notes.path, chunks.ordinal");
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| Ok(RankedRow { id: row.get(0)?, score: 0.0 }))?
        .collect()
}

/// Adds to `sql`, which selects from `chunks`, all conditions that a passage has to meet whatever
/// finds it: filters, quoted phrases, and what must not be there.
pub(super) fn conditions(query: &Query, sql: &mut String, values: &mut Vec<Value>) {
    chosen_notes(query, sql, values);
    if !query.required.is_empty() {
        sql.push_str(" AND chunks.id IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(query.required.join(" AND ").into());
    }
    if let Some(negation) = query.negation() {
        sql.push_str(" AND chunks.id NOT IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(negation.into());
    }
}

fn chosen_notes(query: &Query, sql: &mut String, values: &mut Vec<Value>) {
    for filter in &query.filters {
        sql.push_str(&format!(" AND {}", condition(filter, values)));
    }
    if let Some(within) = &query.within {
        // The zero comes right after the slash, so a folder is a range of the paths' index.
        sql.push_str(
            " AND chunks.note IN (
                  SELECT id FROM notes WHERE path IN (SELECT value FROM json_each(?))
                  UNION ALL
                  SELECT notes.id FROM json_each(?) AS folder CROSS JOIN notes
                  WHERE notes.path > folder.value || '/' AND notes.path < folder.value || '0')",
        );
        values.extend([within.clone().into(), within.clone().into()]);
    }
}

/// The day that a note is of: the one that its properties say, the one that its file's name begins with, as
/// those of daily notes do, else the one on which the file was changed last. A file that was changed a moment ago has no
/// time yet.
const DATE: &str = "CASE
    WHEN dated IS NOT NULL THEN dated
    WHEN replace(path, rtrim(path, replace(path, '/', '')), '')
         GLOB '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'
    THEN substr(replace(path, rtrim(path, replace(path, '/', '')), ''), 1, 10)
    WHEN modified IS NULL THEN date('now', 'localtime')
    ELSE date(modified / 1000000000, 'unixepoch', 'localtime') END";

/// What a filter asks of a row of `chunks`.
pub(crate) fn condition(filter: &Filter, values: &mut Vec<Value>) -> String {
    let not = if filter.negated { "NOT " } else { "" };
    if filter.kind == FilterKind::Page {
        let (first, last) = query::pages(&filter.value).unwrap_or_default();
        values.extend([Value::from(i64::from(first)), Value::from(i64::from(last))]);
        // What has no pages stands on none of them.
        let number = "coalesce(json_extract(chunks.part, '$.number'), -1)";
        return format!("{number} {not}BETWEEN ? AND ?");
    }
    format!("chunks.note {}", note_condition(filter, not, values))
}

/// `IN (…)` or `NOT IN (…)` for the notes that meet a filter.
fn note_condition(filter: &Filter, not: &str, values: &mut Vec<Value>) -> String {
    if filter.kind == FilterKind::Type {
        let endings = serde_json::json!(query::endings(&filter.value)).to_string();
        values.push(endings.into());
        let or_note = if query::is_note(&filter.value) { " OR kind IS NULL" } else { "" };
        return format!(
            "{not}IN (SELECT id FROM notes WHERE kind IN (SELECT value FROM json_each(?)){or_note})"
        );
    }
    values.push(filter.value.clone().into());
    match filter.kind {
        FilterKind::Tag => {
            values.push(format!("{}/", filter.value).into());
            values.push(format!("{}0", filter.value).into());
            // A nested tag begins with the tag and a slash; the zero comes right after the slash.
            format!("{not}IN (SELECT note FROM tags WHERE tag = ? OR (tag > ? AND tag < ?))")
        }
        FilterKind::Path => format!("{not}IN (SELECT id FROM notes WHERE instr(path_folded, ?))"),
        FilterKind::Before => format!("{not}IN (SELECT id FROM notes WHERE {DATE} < ?)"),
        FilterKind::On | FilterKind::After | FilterKind::Type | FilterKind::Page => {
            // A day is in its month, and isn't after it.
            let sign = if filter.kind == FilterKind::On { '=' } else { '>' };
            values.push(filter.value.clone().into());
            format!(
                "{not}IN (SELECT id FROM notes, (SELECT ? AS wanted)
                  WHERE substr({DATE}, 1, length(wanted)) {sign} ?)"
            )
        }
    }
}

/// The terms of a query, by their numbers.
#[derive(Debug, Default)]
struct TermChoice {
    ranked: Vec<usize>,
    /// Those that are in too many passages, and yet all that there is to look for, or still typed.
    common: Vec<usize>,
}

/// Which of the query's terms passages are ranked by: not those that are nearly everywhere, or cost
/// too much.
fn choose(connection: &Connection, places: &Places, query: &Query) -> rusqlite::Result<TermChoice> {
    let all = 0..query.terms.len();
    if places.len() < SMALL_INDEX {
        return Ok(TermChoice { ranked: all.collect(), common: Vec::new() });
    }
    #[allow(clippy::cast_precision_loss, reason = "nobody has so many passages")]
    let common = places.len() as f64 * COMMON_SHARE;
    let mut chosen = TermChoice::default();
    let mut counts = Vec::new();
    for at in all {
        let Term { fts: term, word } = &query.terms[at];
        let is_short = word.as_ref().is_some_and(|word| word.chars().count() < 3);
        if is_short && term.ends_with('*') && places.len() >= LARGE_INDEX {
            continue;
        }
        // A phrase takes as long to count as to rank.
        let is_phrase = term.trim_end_matches(" *").contains(' ');
        if !is_phrase {
            counts.push((places.count(connection, term, MOST_PLACES + 1)?, at));
        } else if query.required.contains(term) || places.count(connection, term, 1)? > 0 {
            chosen.ranked.push(at);
        }
    }
    counts.sort_unstable();
    let mut sum = 0;
    for (count, at) in counts.into_iter().filter(|(count, _)| *count > 0) {
        sum += count;
        let is_enough = !chosen.ranked.is_empty();
        if count > MOST_PLACES || (is_enough && (f64::from(count) > common || sum > MOST_PLACES)) {
            chosen.common.push(at);
        } else {
            chosen.ranked.push(at);
        }
    }
    if !chosen.ranked.is_empty() {
        chosen.common.retain(|at| query.terms[*at].fts.ends_with('*'));
    }
    chosen.ranked.sort_unstable();
    chosen.common.sort_unstable();
    Ok(chosen)
}
