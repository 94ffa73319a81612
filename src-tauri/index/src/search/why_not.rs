//! Explains why a note isn't among a search's hits.

use std::collections::HashSet;

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use serde::Serialize;

use super::{
    options::{Mode, SearchOptions},
    pipeline,
    query::Query,
    rank,
    results::UnusedReason,
};
use crate::{Index, Result, TextKey, sentences::why_not};

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WhyNot {
    /// A rule excludes it from the index (hidden, or excluded by the user).
    Excluded,
    Failed {
        detail: String,
    },
    /// It isn't in the vault, or no sync has seen it yet.
    NotIndexed,
    /// It has no searchable text (empty, or only front matter and data).
    Empty,
    Filtered {
        filter: String,
    },
    /// None of its passages meets the query's conditions; or none has its words, and meaning wasn't
    /// searched.
    NoMatch,
    /// None of its passages has the query's words, and none has a vector yet.
    NotEmbedded,
    BelowThreshold {
        similarity: f32,
        threshold: f32,
    },
    TooFar {
        /// Position of its best passage in the fused ranking, from 1. `None` if the passage is too
        /// far down in the rankings by words and by meaning to be fused.
        rank: Option<u32>,
        keyword_rank: Option<u32>,
        meaning_rank: Option<u32>,
    },
    BeyondDisplay {
        rank: u32,
    },
    Found {
        rank: u32,
        ordinal: u32,
    },
}

impl std::fmt::Display for WhyNot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sentence = match self {
            Self::Excluded => why_not::EXCLUDED.to_string(),
            Self::Failed { detail } => why_not::failed(detail),
            Self::NotIndexed => why_not::NOT_INDEXED.to_string(),
            Self::Empty => why_not::EMPTY.to_string(),
            Self::Filtered { filter } => why_not::filtered(filter),
            Self::NoMatch => why_not::NO_MATCH.to_string(),
            Self::NotEmbedded => why_not::NOT_EMBEDDED.to_string(),
            Self::BelowThreshold { similarity, threshold } => {
                why_not::below_threshold(*similarity, *threshold)
            }
            Self::TooFar { rank, keyword_rank, meaning_rank } => {
                why_not::too_far(*rank, *keyword_rank, *meaning_rank)
            }
            Self::BeyondDisplay { rank } => why_not::not_shown(*rank),
            Self::Found { rank, .. } => why_not::found(*rank),
        };
        f.write_str(&sentence)
    }
}

type Passages = Vec<(i64, TextKey)>;

pub(super) fn run(
    index: &Index,
    text: &str,
    path: &NotePath,
    options: &SearchOptions<'_>,
) -> Result<WhyNot> {
    let query = Query::parse(text).within(options.within);
    let known = index.readers().with(|connection| searchable_passages(connection, &query, path))?;
    let passages = match known {
        Ok(passages) => passages,
        Err(reason) => return Ok(reason),
    };
    let outcome = pipeline::run(index, text, options)?;
    if let Some(hit) = outcome.found.hits.iter().find(|hit| hit.path == *path) {
        return Ok(WhyNot::Found { rank: hit.rank, ordinal: hit.ordinal });
    }
    let mut unused: Vec<_> =
        outcome.found.unused.iter().filter(|unused| unused.hit.path == *path).collect();
    // Passages beyond the display limit were nearer to being shown than those below the threshold.
    unused.sort_by_key(|unused| (unused.reason == UnusedReason::BelowThreshold, unused.hit.rank));
    if let Some(unused) = unused.first() {
        return Ok(match (unused.reason, unused.hit.why.similarity) {
            (UnusedReason::BelowThreshold, Some(similarity)) => {
                WhyNot::BelowThreshold { similarity, threshold: options.threshold }
            }
            _ => WhyNot::BeyondDisplay { rank: unused.hit.rank },
        });
    }

    let mode = outcome.found.mode;
    let rows: HashSet<i64> = passages.iter().map(|(row, _)| *row).collect();
    let rank = (1..).zip(&outcome.order).find_map(|(rank, row)| rows.contains(row).then_some(rank));
    let keyword_rank = if mode == Mode::Meaning {
        None
    } else {
        index.readers().with(|connection| {
            let places = index.places(connection)?;
            let ranking = rank::best(connection, &places, &query, usize::MAX)?;
            Ok((1..)
                .zip(&ranking.rows)
                .find_map(|(rank, row)| rows.contains(&row.id).then_some(rank)))
        })?
    };
    // A search by words alone ends its ranking after `max_k` passages. The whole ranking, which has
    // the same order, also has the others.
    let rank = match mode {
        Mode::Keyword if options.rewriter.is_none() => keyword_rank,
        _ => rank,
    };
    let mut near = None;
    if let (Some(vector), Some(meaning)) = (&outcome.vector, options.meaning) {
        let keys: HashSet<TextKey> = passages.iter().map(|(_, key)| *key).collect();
        let best = meaning.store.nearest(vector, 1, Some(&keys)).unwrap_or_default();
        if let Some(best) = best.first() {
            let limit = meaning.store.len().unwrap_or(0);
            let all = meaning.store.nearest(vector, limit, None).unwrap_or_default();
            let rank =
                (1..).zip(&all).find_map(|(rank, near)| (near.key == best.key).then_some(rank));
            near = Some((best.similarity, rank));
        }
    }
    Ok(match (keyword_rank, near) {
        (None, Some((similarity, _))) if similarity < options.threshold => {
            WhyNot::BelowThreshold { similarity, threshold: options.threshold }
        }
        (None, None) if rank.is_none() => {
            if outcome.vector.is_some() && !passages.is_empty() {
                WhyNot::NotEmbedded
            } else {
                WhyNot::NoMatch
            }
        }
        (keyword_rank, near) => {
            WhyNot::TooFar { rank, keyword_rank, meaning_rank: near.and_then(|(_, rank)| rank) }
        }
    })
}

/// The passages of the note that meet the query's conditions, or why a search can't find any.
fn searchable_passages(
    connection: &Connection,
    query: &Query,
    path: &NotePath,
) -> rusqlite::Result<Result<Passages, WhyNot>> {
    let note: Option<i64> = connection
        .query_row("SELECT id FROM notes WHERE path = ?1", [path.as_str()], |row| row.get(0))
        .optional()?;
    let Some(note) = note else {
        let is_excluded = connection
            .prepare("SELECT 1 FROM excluded WHERE path = ?1")?
            .exists([path.as_str()])?;
        let failed: Option<String> = connection
            .query_row(
                "SELECT reason FROM failed WHERE path = ?1
                 UNION ALL SELECT reason FROM unread WHERE path = ?1",
                [path.as_str()],
                |row| row.get(0),
            )
            .optional()?;
        return Ok(Err(match failed {
            _ if is_excluded => WhyNot::Excluded,
            Some(detail) => WhyNot::Failed { detail },
            None => WhyNot::NotIndexed,
        }));
    };
    let has_text =
        connection.prepare("SELECT 1 FROM chunks WHERE note = ?1 LIMIT 1")?.exists([note])?;
    if !has_text {
        return Ok(Err(WhyNot::Empty));
    }
    for filter in &query.filters {
        let mut values = Vec::new();
        let condition = rank::condition(filter, &mut values);
        values.insert(0, note.into());
        let passes = connection
            .prepare(&format!("SELECT 1 FROM chunks WHERE chunks.note = ? AND {condition}"))?
            .exists(params_from_iter(values))?;
        if !passes {
            return Ok(Err(WhyNot::Filtered { filter: filter.shown() }));
        }
    }
    let mut sql = "SELECT chunks.id, chunks.key FROM chunks WHERE chunks.note = ?".to_owned();
    let mut values = vec![note.into()];
    rank::conditions(query, &mut sql, &mut values);
    let passages = connection
        .prepare(&sql)?
        .query_map(params_from_iter(values), |row| Ok((row.get(0)?, TextKey(row.get(1)?))))?
        .collect::<rusqlite::Result<Passages>>()?;
    let may_be_found = !passages.is_empty() && !query.is_empty();
    Ok(if may_be_found { Ok(passages) } else { Err(WhyNot::NoMatch) })
}
