//! Ranks passages that spell the query's words as the query does before passages with other spellings.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;

use super::query::{Query, TermKind};
use crate::{
    forms,
    words::{Segment, segments},
};

/// Factor for the score of a passage that has the query's words in other spellings only. It is below a quarter,
/// because length and number of mentions change the score for a word by a factor of up to four.
const OTHER_SPELLING_FACTOR: f64 = 0.2;

/// Lowers the score of each passage by the share of the query's words that it has in other spellings only. If the
/// query is one word, passages with its exact spelling come first, whatever their scores. `terms` are the ranked ones:
/// looking up the spellings of a word that is too common to rank takes too long.
pub(super) fn weigh(
    connection: &Connection,
    query: &Query,
    terms: &[usize],
    scores: &mut [(i64, &mut f64)],
) -> rusqlite::Result<()> {
    let typed = terms.iter().filter_map(|at| query.terms.get(*at));
    let typed = typed.filter(|term| term.kind == TermKind::Typed && !term.fts.ends_with('*'));
    let is_spaced = |word: &&str| segments(word).all(|it| matches!(it, Segment::Spaced(_)));
    let words: HashSet<&str> = typed.flat_map(|term| term.words()).filter(is_spaced).collect();
    let mut otherwise: HashMap<i64, u32> = HashMap::new();
    for word in &words {
        for row in spelled_otherwise(connection, query, word)? {
            *otherwise.entry(row).or_default() += 1;
        }
    }
    if otherwise.is_empty() {
        return Ok(());
    }
    if let (1, Some(word)) = (words.len(), words.iter().next()) {
        // Another spelling is still better than a longer word that begins like the query.
        let exact: HashSet<i64> = rows(connection, PASSAGES, &quoted(word))?
            .into_iter()
            .filter(|row| !otherwise.contains_key(row))
            .collect();
        let best = scores.iter().map(|(_, score)| **score).fold(0.0, f64::max);
        for (_, score) in scores.iter_mut().filter(|(row, _)| exact.contains(row)) {
            **score += best;
        }
        return Ok(());
    }
    #[allow(clippy::cast_precision_loss, reason = "a query has few words")]
    let all = words.len() as f64;
    for (row, score) in scores {
        if let Some(count) = otherwise.get(row) {
            **score *= 1.0 - (1.0 - OTHER_SPELLING_FACTOR) * f64::from(*count) / all;
        }
    }
    Ok(())
}

/// The passages that have `word` only in other spellings than the query's.
fn spelled_otherwise(
    connection: &Connection,
    query: &Query,
    word: &str,
) -> rusqlite::Result<Vec<i64>> {
    let typed = query.spelled.iter().filter(|(plain, _)| plain == word);
    let spellings: Vec<String> = typed.map(|(_, spelling)| quoted(spelling)).collect();
    if spellings.is_empty() {
        return rows(connection, SPELLINGS, &quoted(&forms::only_other_spellings(word)));
    }
    let exact = rows(connection, SPELLINGS, &spellings.join(" OR "))?;
    let exact: HashSet<i64> = exact.into_iter().collect();
    let mut all = rows(connection, PASSAGES, &quoted(word))?;
    all.retain(|row| !exact.contains(row));
    Ok(all)
}

const SPELLINGS: &str = "SELECT rowid FROM spellings WHERE spellings MATCH ?1";
const PASSAGES: &str = "SELECT rowid FROM passages WHERE passages MATCH ?1";

fn rows(connection: &Connection, select: &str, expression: &str) -> rusqlite::Result<Vec<i64>> {
    connection.prepare_cached(select)?.query_map([expression], |row| row.get(0))?.collect()
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
