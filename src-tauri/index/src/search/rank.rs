//! Ranks passages by words, with BM25.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use language::function_words;
use rusqlite::{Connection, params_from_iter, types::Value};

use super::{
    query::{self, Filter, FilterKind, Query, Term, TermKind},
    spelling,
};
use crate::{
    store::Places,
    words::{normal, plain},
};

/// Weights of title, headings, aliases and tags, path, text, and stems. XQuAD's figures move by less than 0.002 for
/// titles between 1 and 5; SciFact's are best at 2.
pub(crate) const WEIGHTS: [f64; 6] = [2.0, 1.5, 1.5, 0.5, 1.0, 0.5];

/// With fewer chunks, even very common words are ranked, because it takes little time.
const SMALL_INDEX: usize = 2000;

/// With more chunks, two letters aren't searched as a prefix, which takes tens of milliseconds. An FTS5 prefix index
/// would be as large as the notes.
const LARGE_INDEX: usize = 20_000;

/// Maximum share of passages with a word, if it is ranked beside a rarer one: commoner words say
/// little and cost the most time. Dropping them moves XQuAD's figures by less than 0.003 either
/// way; a share of 0.1 loses up to 0.007.
const COMMON_SHARE: f64 = 0.25;

/// Maximum passages to rank, counted once for each of their terms, in an index of at least
/// [`SMALL_INDEX`] passages. Each takes about two microseconds. The rarest terms come first; the
/// commonest ones hardly change the order of the best passages.
pub(super) const MOST_PLACES: u32 = 4000;

/// If fewer passages match the ranked terms, passages with the commoner terms are appended.
const FEW: usize = 100;

/// FTS5's filter for the columns with names: of notes, headings, tags and folders.
const NAMES: &str = "{title headings names path}";

/// Maximum words of a query that counts as a name, such as two names, a title and a number, or a
/// street.
const NAME_WORDS: usize = 3;

/// The weight of two words side by side, relative to a word. Of 200 names from one table, 69 come first without it,
/// 177 with 0.3, and all with 1. In questions a weight of 1 costs 0.06 on conversations (mtRAG) if function words
/// take part, and 0.008 if they don't; with 0.3 and without function words nothing is lost.
const BESIDE_IN_NAME: f64 = 1.0;
const BESIDE: f64 = 0.3;

/// Scores of passages that match only words too common to rank, in their names or in their text.
/// They are below every other score.
const IN_NAMES: f64 = 2e-12;
const IN_TEXT: f64 = 1e-12;

/// Factor for the scores of templates and notes of queries. It puts them below all other notes.
const SECONDARY: f64 = 1e-15;

pub(crate) struct Ranking {
    /// The best passages, best first.
    pub(crate) rows: Vec<RankedRow>,
    /// The FTS5 expression for showing the matched words. `None` for a query without words.
    pub(crate) expression: Option<String>,
    /// The ids of all matching passages, in no order.
    pub(crate) all: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RankedRow {
    pub(crate) id: i64,
    pub(crate) score: f64,
}

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
    add_neighbours(connection, query, &chosen, &mut rows)?;
    let shown = chosen.ranked.iter().chain(&chosen.common).copied().collect::<Vec<_>>();
    let expression = query.expression(&shown);
    if rows.len() < FEW && !chosen.common.is_empty() {
        append_common(connection, query, &chosen, &mut rows)?;
    }
    let mut scores: Vec<_> = rows.iter_mut().map(|row| (row.id, &mut row.score)).collect();
    spelling::weigh(connection, query, &chosen.ranked, &mut scores)?;
    for row in rows.iter_mut().filter(|row| places.is_secondary(row.id)) {
        row.score *= SECONDARY;
    }
    let all = rows.iter().map(|row| row.id).collect();
    let by_score = |a: &RankedRow, b: &RankedRow| b.score.total_cmp(&a.score);
    if (1..rows.len()).contains(&limit) {
        rows.select_nth_unstable_by(limit - 1, by_score);
        let edge = rows[limit - 1].score;
        rows.retain(|row| row.score >= edge);
    }
    let mut rows: Vec<(RankedRow, u32)> =
        rows.into_iter().map(|row| (row, places.position(row.id))).collect();
    rows.sort_unstable_by(|(a, at), (b, bt)| by_score(a, b).then_with(|| at.cmp(bt)));
    rows.truncate(limit);
    Ok(Ranking { rows: rows.into_iter().map(|(row, _)| row).collect(), expression, all })
}

/// Raises the scores of passages that have words of the query side by side.
fn add_neighbours(
    connection: &Connection,
    query: &Query,
    chosen: &TermChoice,
    rows: &mut [RankedRow],
) -> rusqlite::Result<()> {
    let Some(expression) = query.expression(&chosen.neighbours) else { return Ok(()) };
    let phrases = scored(connection, query, &expression)?;
    let scores: HashMap<i64, f64> = phrases.iter().map(|row| (row.id, row.score)).collect();
    let weight = if query.words().len() <= NAME_WORDS { BESIDE_IN_NAME } else { BESIDE };
    for row in rows {
        row.score += weight * scores.get(&row.id).unwrap_or(&0.0);
    }
    Ok(())
}

/// Appends passages that match words too common to rank: those with such a word in their names. If
/// no term is ranked, passages with all typed words come before them, and passages with such a word
/// in their text after them.
fn append_common(
    connection: &Connection,
    query: &Query,
    chosen: &TermChoice,
    rows: &mut Vec<RankedRow>,
) -> rusqlite::Result<()> {
    let mut seen: HashSet<i64> = rows.iter().map(|row| row.id).collect();
    let common = query.without_covered_words(&chosen.common);
    let is_typed = |at: &usize| query.terms[*at].kind == TermKind::Typed;
    let typed: Vec<usize> = common.iter().copied().filter(is_typed).collect();
    let Some(any) = query.any(&common) else { return Ok(()) };
    let mut wanted = vec![(format!("{NAMES} : ({any})"), IN_NAMES)];
    if chosen.ranked.is_empty() {
        if typed.len() > 1 {
            let together = query.together(&typed);
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

fn scored(
    connection: &Connection,
    query: &Query,
    expression: &str,
) -> rusqlite::Result<Vec<RankedRow>> {
    let weights = WEIGHTS.map(|weight| weight.to_string()).join(", ");
    let score = format!("-bm25(passages, {weights})");
    let (sql, values) = selection(query, &format!("rowid, {score}"), expression);
    connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| {
            Ok(RankedRow { id: row.get(0)?, score: row.get(1)? })
        })?
        .collect()
}

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

/// Adds the query's conditions to `sql`, which selects from `chunks`: filters, phrases and exclusions.
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
        // `0` follows `/` in ASCII, so a folder is a range of the paths' index.
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

/// A note's own date, else that of the file's last change. A just changed file has no timestamp yet.
pub(super) const DATE: &str = "CASE
    WHEN dated IS NOT NULL THEN dated
    WHEN modified IS NULL THEN date('now', 'localtime')
    ELSE date(modified / 1000000000, 'unixepoch', 'localtime') END";

pub(crate) fn condition(filter: &Filter, values: &mut Vec<Value>) -> String {
    let not = if filter.negated { "NOT " } else { "" };
    if filter.kind == FilterKind::Page {
        let (first, last) = query::pages(&filter.value).unwrap_or_default();
        values.extend([Value::from(i64::from(first)), Value::from(i64::from(last))]);
        let number = "coalesce(json_extract(chunks.part, '$.number'), -1)";
        return format!("{number} {not}BETWEEN ? AND ?");
    }
    format!("chunks.note {}", note_condition(filter, not, values))
}

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
            // `0` follows `/` in ASCII, so this range is the nested tags.
            format!("{not}IN (SELECT note FROM tags WHERE tag = ? OR (tag > ? AND tag < ?))")
        }
        FilterKind::Path => format!("{not}IN (SELECT id FROM notes WHERE instr(path_folded, ?))"),
        FilterKind::Before => format!("{not}IN (SELECT id FROM notes WHERE {DATE} < ?)"),
        FilterKind::On | FilterKind::After | FilterKind::Type | FilterKind::Page => {
            // Compares at the filter's precision: a day is in its month, and isn't after it.
            let sign = if filter.kind == FilterKind::On { '=' } else { '>' };
            values.push(filter.value.clone().into());
            format!(
                "{not}IN (SELECT id FROM notes, (SELECT ? AS wanted)
                  WHERE substr({DATE}, 1, length(wanted)) {sign} ?)"
            )
        }
    }
}

#[derive(Debug, Default)]
struct TermChoice {
    ranked: Vec<usize>,
    /// Terms in too many passages to rank. If `ranked` isn't empty, only prefixes: the word being
    /// typed, parts of compounds, and single characters of scripts without spaces.
    common: Vec<usize>,
    /// Phrases of two ranked words.
    neighbours: Vec<usize>,
}

/// All languages' function words, in the plain form of a query's words.
static FUNCTION_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| function_words().map(|word| plain(&normal(word)).into_owned()).collect());

/// The phrases of two neighbouring words that are both ranked. A phrase with a word too common to rank would take as
/// long as that word.
fn neighbours(query: &Query, is_ranked: impl Fn(&str) -> bool) -> Vec<usize> {
    let is_name = query.words().len() <= NAME_WORDS;
    let counts = |word: &str| is_ranked(word) && (is_name || !FUNCTION_WORDS.contains(word));
    let is_chosen = |at: &usize| {
        let term = &query.terms[*at];
        term.kind == TermKind::Neighbours && term.words().all(counts)
    };
    (0..query.terms.len()).filter(is_chosen).collect()
}

/// Chooses the terms to rank by; drops those that are too common or expensive.
fn choose(connection: &Connection, places: &Places, query: &Query) -> rusqlite::Result<TermChoice> {
    let all = 0..query.terms.len();
    if places.len() < SMALL_INDEX {
        let ranked = all.filter(|at| query.terms[*at].kind != TermKind::Neighbours).collect();
        let neighbours = neighbours(query, |_| true);
        return Ok(TermChoice { ranked, neighbours, common: Vec::new() });
    }
    #[allow(clippy::cast_precision_loss, reason = "nobody has so many passages")]
    let common = places.len() as f64 * COMMON_SHARE;
    let mut chosen = TermChoice::default();
    let mut counts = Vec::new();
    for at in all {
        let Term { fts: term, word, kind } = &query.terms[at];
        if *kind == TermKind::Neighbours {
            continue;
        }
        let is_short = word.as_ref().is_some_and(|word| word.chars().count() < 3);
        if is_short && term.ends_with('*') && places.len() >= LARGE_INDEX {
            continue;
        }
        // Counting a phrase takes as long as ranking it.
        let is_phrase = term.trim_end_matches(" *").contains(' ');
        if !is_phrase {
            counts.push((places.count(connection, term, MOST_PLACES + 1)?, at));
        } else if query.required.contains(term) || places.count(connection, term, 1)? > 0 {
            chosen.ranked.push(at);
        }
    }
    // Stems come last: a rare one of another language must not push out a word that the user typed.
    counts.sort_unstable_by_key(|(count, at)| (query.terms[*at].kind == TermKind::Stem, *count));
    let mut sum = 0;
    for (count, at) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let is_enough = !chosen.ranked.is_empty();
        // Stems alone would hide the passages with the typed words, which are too common to rank.
        let is_alone = query.terms[at].kind == TermKind::Stem && !is_enough;
        if (is_alone && !chosen.common.is_empty())
            || count > MOST_PLACES
            || (is_enough && (f64::from(count) > common || sum + count > MOST_PLACES))
        {
            chosen.common.push(at);
        } else {
            sum += count;
            chosen.ranked.push(at);
        }
    }
    if !chosen.ranked.is_empty() {
        chosen.common.retain(|at| query.terms[*at].fts.ends_with('*'));
    }
    let words: HashSet<&str> =
        chosen.ranked.iter().filter_map(|at| query.terms[*at].word.as_deref()).collect();
    chosen.neighbours = neighbours(query, |word| words.contains(word));
    chosen.ranked.sort_unstable();
    chosen.common.sort_unstable();
    Ok(chosen)
}
