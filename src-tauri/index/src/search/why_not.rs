//! Why a note isn't among the best passages for a query.

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use serde::Serialize;

use super::{query::Query, rank};

/// What became of a note in a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "camelCase")]
pub enum WhyNot {
    /// It is left out of the index by a rule (hidden, or excluded by the user).
    Excluded,
    /// It couldn't be read.
    Failed {
        /// Why, in a sentence.
        detail: String,
    },
    /// The index doesn't know it: it isn't in the vault, or no sync has seen it yet.
    NotIndexed,
    /// It is in the index and has no text to be found by (empty, or front matter and data only).
    Empty,
    /// A filter of the query leaves it out.
    Filtered {
        /// The filter, as `tag:name` or `-path:part`.
        filter: String,
    },
    /// None of its passages has what the query asks for, or each has something that the query
    /// forbids.
    NoMatch,
    /// It was found.
    Found {
        /// The place of its best passage among all passages, from 1.
        rank: u32,
        /// That passage's place in the note, from 0.
        ordinal: u32,
    },
}

pub(crate) fn run(
    connection: &mut Connection,
    text: &str,
    path: &NotePath,
) -> rusqlite::Result<WhyNot> {
    let connection = connection.transaction()?;
    let note: Option<i64> = connection
        .query_row("SELECT id FROM notes WHERE path = ?1", [path.as_str()], |row| row.get(0))
        .optional()?;
    let Some(note) = note else {
        let is_excluded = connection
            .prepare("SELECT 1 FROM excluded WHERE path = ?1")?
            .exists([path.as_str()])?;
        let failed: Option<String> = connection
            .query_row("SELECT reason FROM failed WHERE path = ?1", [path.as_str()], |row| {
                row.get(0)
            })
            .optional()?;
        return Ok(match failed {
            _ if is_excluded => WhyNot::Excluded,
            Some(detail) => WhyNot::Failed { detail },
            None => WhyNot::NotIndexed,
        });
    };
    let chunks = connection
        .prepare("SELECT id, ordinal FROM chunks WHERE note = ?1")?
        .query_map([note], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(i64, u32)>>>()?;
    if chunks.is_empty() {
        return Ok(WhyNot::Empty);
    }
    let query = Query::parse(text);
    for filter in &query.filters {
        let mut values = Vec::new();
        let condition = rank::condition(filter, &mut values);
        values.insert(0, note.into());
        let passes: bool = connection.query_row(
            &format!("SELECT ? {condition}"),
            params_from_iter(values),
            |row| row.get(0),
        )?;
        if !passes {
            return Ok(WhyNot::Filtered { filter: filter.shown() });
        }
    }
    if query.is_empty() {
        return Ok(WhyNot::NoMatch);
    }
    let ranking = rank::best(&connection, &query, usize::MAX)?;
    let found = (1..).zip(&ranking.rows).find_map(|(rank, row)| {
        let (_, ordinal) = chunks.iter().find(|(id, _)| *id == row.id)?;
        Some(WhyNot::Found { rank, ordinal: *ordinal })
    });
    Ok(found.unwrap_or(WhyNot::NoMatch))
}
