//! Fuses the rankings of a follow-up question: those of its own words, those of its other wordings (such as the
//! question with the conversation's topic), and the passages that the last answers cite.

use std::collections::HashMap;

use notes::NotePath;
use rusqlite::{Connection, params_from_iter, types::Value};

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
/// weight is in `follow_up`.
pub(super) fn scores(
    places: &Places,
    wordings: &[Lists],
    cited: &[i64],
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
    fuse(&rankings.chain([cited]).collect::<Vec<_>>())
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
