//! Fuses the rankings of a follow-up question: those of its own words, those of its other wordings (such as the
//! question with the conversation's topic), the passages that the last answers cite, and those of named notes.

use std::collections::{HashMap, HashSet};

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, params_from_iter, types::Value};

use super::{
    fuse::{Ranking, fuse},
    options::FollowUpSearch,
    query::Query,
    rank,
};
use crate::{TextKey, store::Places};

/// Weight of the cited passages' ranking; another wording has 1. It isn't measured: the conversations of MTRAG-UN have
/// no citations. The last answer's text as another wording with this weight costs 0.002 of nDCG@10 there. But for a
/// question such as “why?”, which names nothing, the cited passages are the best candidates.
const CITED: f64 = 0.3;

/// The rankings of one wording: first by words, then by meaning. Each has the rows of passages in `chunks`, best first,
/// and its weight.
pub(super) type Lists = Vec<(Vec<i64>, f64)>;

/// True if one passage is first both by words and by meaning. The other wordings then hardly help.
pub(super) fn is_clear(lists: &Lists) -> bool {
    let mut first = lists.iter().map(|(rows, _)| rows.first());
    match (first.next().flatten(), first.next().flatten()) {
        (Some(by_words), Some(by_meaning)) => by_words == by_meaning,
        _ => false,
    }
}

/// The score of each passage, by its row, over all wordings. The first of `wordings` is the question itself, whose
/// weight is in `follow_up`. `named` are numbers of notes.
pub(super) fn scores(
    places: &Places,
    wordings: &[Lists],
    (cited, named): (&[i64], &HashSet<u32>),
    follow_up: &FollowUpSearch<'_>,
) -> HashMap<i64, f64> {
    let own = wordings.first().map_or(1.0, |lists| match follow_up.weight_if_clear {
        Some(weight) if is_clear(lists) => weight,
        _ => follow_up.weight,
    });
    let weights = std::iter::once(own).chain(std::iter::repeat(1.0));
    let orders: Vec<(Vec<i64>, f64)> =
        wordings.iter().map(|lists| order(places, lists)).zip(weights).collect();
    let rankings = orders.iter().map(|(rows, weight)| Ranking { rows, weight: *weight });
    let cited = Ranking { rows: cited, weight: CITED };
    let mut scores = fuse(&rankings.chain([cited]).collect::<Vec<_>>());
    let is_named = |row: i64| places.note(row).is_some_and(|note| named.contains(&note));
    let mut of_named: Vec<(i64, f64)> = scores
        .iter()
        .map(|(row, score)| (*row, *score))
        .filter(|(row, _)| is_named(*row))
        .collect();
    of_named.sort_unstable_by(|(a, x), (b, y)| {
        y.total_cmp(x).then_with(|| places.position(*a).cmp(&places.position(*b)))
    });
    let rows: Vec<i64> = of_named.into_iter().map(|(row, _)| row).collect();
    for (row, score) in fuse(&[Ranking { rows: &rows, weight: follow_up.named_weight }]) {
        *scores.entry(row).or_default() += score;
    }
    scores
}

/// The numbers of the notes that are in the index.
pub(super) fn note_numbers(
    connection: &Connection,
    places: &Places,
    paths: &[NotePath],
) -> rusqlite::Result<HashSet<u32>> {
    let mut numbers = HashSet::new();
    for path in paths {
        let row: Option<i64> = connection
            .prepare_cached(
                "SELECT chunks.id FROM chunks JOIN notes ON notes.id = chunks.note
                 WHERE notes.path = ?1 LIMIT 1",
            )?
            .query_row([path.as_str()], |row| row.get(0))
            .optional()?;
        numbers.extend(row.and_then(|row| places.note(row)));
    }
    Ok(numbers)
}

/// One wording's passages, best first. With equal scores the better rank by words decides, then the position in the
/// vault.
fn order(places: &Places, lists: &Lists) -> Vec<i64> {
    let rankings: Vec<Ranking<'_>> =
        lists.iter().map(|(rows, weight)| Ranking { rows, weight: *weight }).collect();
    let by_words: HashMap<i64, usize> = match lists.first() {
        Some((rows, _)) => rows.iter().enumerate().map(|(at, row)| (*row, at)).collect(),
        None => HashMap::new(),
    };
    let word_rank = |row: &i64| by_words.get(row).copied().unwrap_or(usize::MAX);
    let mut order: Vec<(i64, f64)> = fuse(&rankings).into_iter().collect();
    order.sort_unstable_by(|(a, x), (b, y)| {
        y.total_cmp(x)
            .then_with(|| word_rank(a).cmp(&word_rank(b)))
            .then_with(|| places.position(*a).cmp(&places.position(*b)))
    });
    order.into_iter().map(|(row, _)| row).collect()
}

/// The rows of the cited passages that are unchanged in their notes and meet the query's filters. The order of `cited`
/// stays.
pub(super) fn cited_rows(
    connection: &Connection,
    query: &Query,
    cited: &[(NotePath, TextKey)],
) -> rusqlite::Result<Vec<i64>> {
    let mut found = Vec::new();
    for (path, key) in cited {
        let mut sql = "SELECT chunks.id FROM chunks JOIN notes ON notes.id = chunks.note
                       WHERE chunks.key = ? AND notes.path = ?"
            .to_owned();
        let mut values = vec![Value::Blob(key.0.to_vec()), path.as_str().to_owned().into()];
        rank::conditions(query, &mut sql, &mut values);
        let rows = connection
            .prepare_cached(&sql)?
            .query_map(params_from_iter(values), |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<i64>>>()?;
        found.extend(rows.first());
    }
    Ok(found)
}
