//! Finding passages.

mod matched;
pub(crate) mod query;
mod rank;
#[cfg(test)]
mod tests;
pub(crate) mod why_not;
pub(crate) mod words;

use std::collections::{HashMap, hash_map::Entry};

use notes::{ByteRange, ContentHash, LineRange, NotePath};
use rusqlite::{Connection, types::Type};
use serde::Serialize;

use crate::store::{chunk_from, text_of};
use query::Query;
pub use why_not::WhyNot;

/// How to search.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// At most so many hits.
    pub limit: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { limit: 10 }
    }
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Its place in the result, from 1.
    pub rank: u32,
    /// The note.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// The headings over the passage.
    pub heading_path: Vec<String>,
    /// The passage's lines.
    pub lines: LineRange,
    /// The passage's bytes in the decoded text.
    pub range: ByteRange,
    /// The passage's text.
    pub text: String,
    /// The hash of the passage's text.
    pub hash: ContentHash,
    /// Its size in o200k tokens.
    pub tokens: u32,
    /// The larger the better; comparable within one result only.
    pub score: f64,
    /// Why it was found.
    pub why: Why,
}

/// Why a passage was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// The words of the query that it has, as they stand in the passage or its title.
    pub matched: Vec<String>,
}

/// Searches one snapshot of the index.
pub(crate) fn run(
    connection: &mut Connection,
    text: &str,
    options: &SearchOptions,
) -> rusqlite::Result<Vec<Hit>> {
    let query = Query::parse(text);
    if query.is_empty() || options.limit == 0 {
        return Ok(Vec::new());
    }
    let connection = connection.transaction()?;
    let ranking = rank::best(&connection, &query, options.limit)?;
    let mut hits = Vec::with_capacity(ranking.rows.len());
    let mut passages = Vec::with_capacity(ranking.rows.len());
    let mut select = connection.prepare_cached(
        "SELECT chunks.note, notes.path, notes.title,
                (SELECT group_concat(tag, ' / ') FROM tags WHERE tags.note = notes.id),
                chunks.ordinal, chunks.headings, chunks.first_line, chunks.last_line,
                chunks.start_byte, chunks.end_byte, chunks.tokens
         FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.id = ?1",
    )?;
    // Several hits are often from one note.
    let mut texts: HashMap<i64, String> = HashMap::new();
    for (rank, row) in (1..).zip(&ranking.rows) {
        let (hit, tags) = select.query_row([row.id], |columns| {
            let text = match texts.entry(columns.get(0)?) {
                Entry::Occupied(text) => text.into_mut(),
                Entry::Vacant(place) => {
                    let text = text_of(&connection, *place.key())?;
                    place.insert(text)
                }
            };
            let chunk = chunk_from(columns, 4, text)?;
            let path: String = columns.get(1)?;
            let hit = Hit {
                rank,
                path: NotePath::new(&path).map_err(|error| {
                    rusqlite::Error::FromSqlConversionFailure(1, Type::Text, Box::new(error))
                })?,
                title: columns.get(2)?,
                heading_path: chunk.heading_path,
                lines: chunk.lines,
                range: chunk.range,
                hash: ContentHash::of(&chunk.text),
                text: chunk.text,
                tokens: chunk.tokens,
                score: row.score,
                why: Why { matched: Vec::new() },
            };
            Ok((hit, columns.get::<_, Option<String>>(3)?.unwrap_or_default()))
        })?;
        passages.push(matched::Passage::of(&hit, &tags));
        hits.push(hit);
    }
    drop(select);
    let matched = matched::words(&connection, &query, ranking.expression.as_deref(), &passages)?;
    for (hit, words) in hits.iter_mut().zip(matched) {
        hit.why.matched = words;
    }
    Ok(hits)
}
