//! The passages that are near a query in meaning.

use std::collections::{HashMap, HashSet};

use models::{Languages, Purpose};
use rusqlite::{Connection, params_from_iter, types::Value};

use super::{language, options::Meaning, query::Query, rank};
use crate::{Neighbour, Result, TextKey};

/// How much a ranking by meaning counts where the model doesn't know the language. It isn't nothing:
/// names and loan words still mean something to it. At 0.1 XQuAD's German questions gain 0.006 of
/// nDCG@10, the Spanish 0.002 and the Chinese nothing; at 0.2 the Chinese lose 0.004, at 1 they lose
/// 0.09.
const NOT_UNDERSTOOD: f64 = 0.1;

/// The words' best passages that tell which language is spoken.
pub(super) const TELLING: usize = 10;

/// A query as a vector, and the texts that are nearest to it.
#[derive(Debug)]
pub(super) struct QueryMeaning {
    pub(super) vector: Vec<f32>,
    pub(super) near: Vec<Neighbour>,
}

impl Meaning<'_> {
    /// What is near each of `texts`, `depth` texts each; only of `among`, if that is given.
    pub(super) fn ask(
        &self,
        texts: &[&str],
        depth: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<QueryMeaning>> {
        self.embedder
            .embed(texts, Purpose::Query)?
            .into_iter()
            .map(|vector| {
                let near = self.store.nearest(&vector, depth, among)?;
                Ok(QueryMeaning { vector, near })
            })
            .collect()
    }

    /// How much meaning counts beside words, from 0 to 1, for a question and the passages that its
    /// words found best.
    ///
    /// Unless the question is English beyond doubt, the passages tell: they are longer, and a
    /// question of one word is in all languages. It is the words' passages, since a model finds what
    /// it understands.
    pub(super) fn weight<'a>(
        &self,
        question: &str,
        passages: impl IntoIterator<Item = &'a str>,
    ) -> f64 {
        if self.embedder.model().languages != Languages::English
            || language::is_english_question(question)
        {
            return 1.0;
        }
        let understood = if language::is_other_script(question) {
            0.0
        } else {
            language::english_share(passages).unwrap_or(1.0)
        };
        NOT_UNDERSTOOD + (1.0 - NOT_UNDERSTOOD) * understood
    }
}

/// The texts of all passages that meet the query's conditions; `None` if it has none.
pub(super) fn among(
    connection: &Connection,
    query: &Query,
) -> rusqlite::Result<Option<HashSet<TextKey>>> {
    if !query.has_conditions() {
        return Ok(None);
    }
    let (mut sql, mut values) =
        ("SELECT DISTINCT key FROM chunks WHERE TRUE".to_owned(), Vec::new());
    rank::conditions(query, &mut sql, &mut values);
    let keys = connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| Ok(TextKey(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(keys))
}

/// The rows of the passages whose texts are near and that meet the query's conditions, in the order
/// of `near`, then of path and place; each with its similarity.
pub(super) fn rows(
    connection: &Connection,
    query: &Query,
    near: &[Neighbour],
) -> rusqlite::Result<Vec<(i64, f32)>> {
    /// SQLite's statements have limits, and few shapes of them are worth keeping.
    const AT_ONCE: usize = 100;
    let mut found = Vec::with_capacity(near.len());
    for near in near.chunks(AT_ONCE) {
        let places: HashMap<TextKey, usize> =
            near.iter().enumerate().map(|(at, near)| (near.key, at)).collect();
        let mut sql = format!(
            "SELECT chunks.key, chunks.id, notes.path, chunks.ordinal
             FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.key IN ({})",
            vec!["?"; near.len()].join(",")
        );
        let mut values: Vec<Value> =
            near.iter().map(|near| Value::Blob(near.key.0.to_vec())).collect();
        rank::conditions(query, &mut sql, &mut values);
        let mut rows = connection
            .prepare_cached(&sql)?
            .query_map(params_from_iter(values), |row| {
                let key = TextKey(row.get(0)?);
                let place = places.get(&key).copied().unwrap_or(usize::MAX);
                Ok((place, row.get(2)?, row.get(3)?, row.get(1)?))
            })?
            .collect::<rusqlite::Result<Vec<(usize, String, u32, i64)>>>()?;
        rows.sort_unstable();
        found.extend(
            rows.into_iter()
                .filter_map(|(place, _, _, row)| Some((row, near.get(place)?.similarity))),
        );
    }
    Ok(found)
}
