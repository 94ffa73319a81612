//! Which passages match, and in what order.

use rusqlite::{Connection, params_from_iter, types::Value};

use super::query::{Filter, FilterKind, Query};

/// How much a word counts in the title, the headings, aliases and tags, the path, and the text.
/// XQuAD's figures move by less than 0.002 for titles between 1 and 5; SciFact's are best at 2.
pub(crate) const WEIGHTS: [f64; 5] = [2.0, 1.5, 1.5, 0.5, 1.0];

/// In an index with fewer chunks than this every word is looked for.
const SMALL_INDEX: i64 = 2000;

/// A word in more than this share of the passages says next to nothing, and costs the most time.
/// Leaving such words out moves XQuAD's figures by less than 0.003 either way; at a share of 0.1 up
/// to 0.007 are lost.
const COMMON_SHARE: f64 = 0.25;

/// So many places of words are looked at in a large index, those of the rarest words first: ranking
/// one takes about two microseconds. Further words are the commonest ones of the query and hardly
/// change the order of its best passages.
const MOST_PLACES: i64 = 6000;

/// The best rows of the index for a query.
pub(crate) struct Ranking {
    pub(crate) rows: Vec<Ranked>,
    /// What they were matched against, if by words.
    pub(crate) expression: Option<String>,
}

pub(crate) struct Ranked {
    pub(crate) id: i64,
    pub(crate) score: f64,
}

/// The first `limit` passages by score, then path, then place in the note.
pub(crate) fn best(
    connection: &Connection,
    query: &Query,
    limit: usize,
) -> rusqlite::Result<Ranking> {
    let skip = common_words(connection, query)?;
    let Some(expression) = query.expression(&skip) else {
        return Ok(Ranking { rows: in_order(connection, query, limit)?, expression: None });
    };
    let mut rows = scored(connection, query, &expression)?;
    rows.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
    // Equal scores at the edge are kept until they are in their order, which the index's own
    // numbering must not decide: it differs from one rebuild to the next.
    let edge = rows.get(limit.saturating_sub(1)).map(|row| row.score);
    rows.truncate(rows.partition_point(|row| edge.is_none_or(|edge| row.score >= edge)));
    if rows.windows(2).any(|pair| pair[0].score == pair[1].score) {
        let mut place = connection.prepare_cached(
            "SELECT notes.path, chunks.ordinal
             FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.id = ?1",
        )?;
        let mut placed = rows
            .into_iter()
            .map(|row| {
                let place: (String, i64) =
                    place.query_row([row.id], |columns| Ok((columns.get(0)?, columns.get(1)?)))?;
                Ok((row, place))
            })
            .collect::<rusqlite::Result<Vec<_>>>()?;
        placed.sort_by(|(a, at), (b, bt)| b.score.total_cmp(&a.score).then_with(|| at.cmp(bt)));
        rows = placed.into_iter().map(|(row, _)| row).collect();
    }
    rows.truncate(limit);
    Ok(Ranking { rows, expression: Some(expression) })
}

/// Every passage that matches, with its score, in no order.
fn scored(
    connection: &Connection,
    query: &Query,
    expression: &str,
) -> rusqlite::Result<Vec<Ranked>> {
    let [title, headings, names, path, body] = WEIGHTS;
    let mut sql = format!(
        "SELECT rowid, -bm25(passages, {title}, {headings}, {names}, {path}, {body})
         FROM passages WHERE passages MATCH ?"
    );
    let mut values = vec![Value::from(expression.to_owned())];
    if !query.filters.is_empty() {
        sql.push_str(" AND rowid IN (SELECT id FROM chunks WHERE TRUE");
        filters(&query.filters, &mut sql, &mut values);
        sql.push(')');
    }
    if let Some(negation) = query.negation() {
        sql.push_str(" AND rowid NOT IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(negation.into());
    }
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| {
            Ok(Ranked { id: row.get(0)?, score: row.get(1)? })
        })?
        .collect()
}

/// The first passages that pass the filters, where no word ranks them.
fn in_order(connection: &Connection, query: &Query, limit: usize) -> rusqlite::Result<Vec<Ranked>> {
    let mut sql =
        "SELECT chunks.id FROM chunks JOIN notes ON notes.id = chunks.note WHERE TRUE".to_owned();
    let mut values = Vec::new();
    conditions(query, &mut sql, &mut values);
    sql.push_str(" ORDER BY notes.path, chunks.ordinal LIMIT ?");
    values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| Ok(Ranked { id: row.get(0)?, score: 0.0 }))?
        .collect()
}

/// Adds to `sql`, which selects from `chunks`, all conditions that a passage has to meet whatever
/// finds it: filters, quoted phrases, and what must not be there.
pub(super) fn conditions(query: &Query, sql: &mut String, values: &mut Vec<Value>) {
    filters(&query.filters, sql, values);
    if !query.required.is_empty() {
        sql.push_str(" AND chunks.id IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(query.required.join(" AND ").into());
    }
    if let Some(negation) = query.negation() {
        sql.push_str(" AND chunks.id NOT IN (SELECT rowid FROM passages WHERE passages MATCH ?)");
        values.push(negation.into());
    }
}

fn filters(filters: &[Filter], sql: &mut String, values: &mut Vec<Value>) {
    for filter in filters {
        let condition = condition(filter, values);
        sql.push_str(&format!(" AND chunks.note {condition}"));
    }
}

/// The day that a note is of: the one that its file's name begins with, as those of daily notes do,
/// else the one on which the file was changed last. A file that was changed a moment ago has no
/// time yet.
const DATE: &str = "CASE
    WHEN replace(path, rtrim(path, replace(path, '/', '')), '')
         GLOB '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'
    THEN substr(replace(path, rtrim(path, replace(path, '/', '')), ''), 1, 10)
    WHEN modified IS NULL THEN date('now', 'localtime')
    ELSE date(modified / 1000000000, 'unixepoch', 'localtime') END";

/// `IN (…)` or `NOT IN (…)` for the notes that meet a filter.
pub(crate) fn condition(filter: &Filter, values: &mut Vec<Value>) -> String {
    let not = if filter.negated { "NOT " } else { "" };
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
        FilterKind::On | FilterKind::After => {
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

/// Which of the query's terms are left out because they are nearly everywhere, or cost too much. At
/// least one term stays.
fn common_words(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<bool>> {
    let mut skip = vec![false; query.terms.len()];
    // Row ids are given out without gaps but for removed rows: near enough, and at once.
    let rows: i64 =
        connection.query_row("SELECT coalesce(max(id), 0) FROM chunks", [], |row| row.get(0))?;
    if rows < SMALL_INDEX || query.terms.len() < 2 {
        return Ok(skip);
    }
    connection.execute("DELETE FROM probe", [])?;
    for (at, term) in query.terms.iter().enumerate() {
        if let Some(word) = &term.word {
            connection
                .prepare_cached("INSERT INTO probe (rowid, body) VALUES (?1, ?2)")?
                .execute((i64::try_from(at).unwrap_or(i64::MAX), word))?;
        }
    }
    let stems = connection
        .prepare_cached("SELECT doc, term FROM probe_words")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(u32, String)>>>()?;
    let mut counts = Vec::with_capacity(stems.len());
    for (at, stem) in stems {
        let passages: i64 = connection
            .prepare_cached("SELECT coalesce(sum(doc), 0) FROM words WHERE term = ?1")?
            .query_row([stem], |row| row.get(0))?;
        counts.push((passages, at as usize));
    }
    counts.sort_unstable();
    // Something has to be looked for, however common it is.
    let mut is_enough = query.terms.iter().any(|term| term.word.is_none());
    let mut places = 0;
    for (passages, at) in counts {
        places += passages;
        #[allow(clippy::cast_precision_loss)]
        let is_common = passages as f64 > rows as f64 * COMMON_SHARE;
        if is_enough && (is_common || places > MOST_PLACES) {
            skip[at] = true;
        }
        is_enough |= passages > 0;
    }
    Ok(skip)
}
