//! Full-text search. A message is indexed once, when its text is complete or cut off: a streaming answer's text
//! changes several times a second.

mod earlier;
mod folding;
mod query;
mod snippet;
#[cfg(test)]
mod tests;

use index::words;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

pub use self::earlier::EarlierQuestion;
pub(super) use self::folding::folded;
use self::{query::Query, snippet::Words};
use super::{
    Library, VaultId,
    columns::{Time, Word},
};
use conversation::{Author, ConversationId, MessageId, Result};

const MOST_HITS: u32 = 50;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConversationHit {
    pub conversation: ConversationId,
    pub title: String,
    pub updated: Timestamp,
    /// The best message on any branch; the first if only the title matches.
    pub message: MessageId,
    pub author: Author,
    /// An excerpt of the message, or the title, on one line; at most 200 characters.
    pub snippet: String,
    /// Byte ranges of the matches in the snippet.
    pub marks: Vec<(u32, u32)>,
}

impl Library {
    /// Conversations with a message or title that has all of these words, best first; if there are none, with any of
    /// them. The last word may be a prefix. Ignores case and accents. Any text is a valid query.
    pub async fn search_conversations(
        &self,
        vault: VaultId,
        query: &str,
    ) -> Result<Vec<ConversationHit>> {
        let query = Query::parse(query);
        let (Some(all), Some(any)) = (query.all(), query.any()) else { return Ok(Vec::new()) };
        self.read(move |connection| {
            let mut found = find(connection, vault, &all)?;
            if found.is_empty() && any != all {
                found = find(connection, vault, &any)?;
            }
            let texts: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
            let words = Words::of(connection, &query, &any, &texts)?;
            Ok(found
                .iter()
                .map(|found| {
                    let (snippet, marks) = words.snippet(&found.text);
                    ConversationHit { snippet, marks, ..found.hit.clone() }
                })
                .collect())
        })
        .await
    }
}

struct Match {
    hit: ConversationHit,
    text: String,
}

fn find(connection: &Connection, vault: VaultId, expression: &str) -> rusqlite::Result<Vec<Match>> {
    connection
        .prepare_cached(
            "WITH hits AS MATERIALIZED (
                 SELECT rowid AS id, rank AS rank FROM search WHERE search MATCH ?1
             ),
             best AS (
                 SELECT s.conversation, s.message, min(hits.rank) AS rank
                 FROM hits JOIN searchable s ON s.id = hits.id
                 JOIN conversations c ON c.id = s.conversation
                 WHERE c.vault = ?2 AND c.deleted IS NULL
                 GROUP BY s.conversation
             )
             SELECT c.id, c.title, c.updated, m.id, m.author, iif(best.message IS NULL, c.title, m.text)
             FROM best JOIN conversations c ON c.id = best.conversation
             JOIN messages m ON m.id = coalesce(best.message,
                 (SELECT min(id) FROM messages WHERE conversation = c.id AND parent IS NULL))
             ORDER BY best.rank, c.updated DESC, c.id DESC LIMIT ?3",
        )?
        .query_map(params![expression, vault.0, MOST_HITS], |row| {
            let hit = ConversationHit {
                conversation: row.get(0)?,
                title: row.get(1)?,
                updated: row.get::<_, Time>(2)?.0,
                message: row.get(3)?,
                author: row.get::<_, Word<_>>(4)?.0,
                snippet: String::new(),
                marks: Vec::new(),
            };
            Ok(Match { hit, text: row.get(5)? })
        })?
        .collect()
}

/// Indexes a complete or cut-off message, replacing its earlier entry.
pub(super) fn put_message(
    connection: &Connection,
    message: MessageId,
    text: &str,
) -> rusqlite::Result<()> {
    let known: Option<i64> = connection
        .prepare_cached("SELECT id FROM searchable WHERE message = ?")?
        .query_row(params![message], |row| row.get(0))
        .optional()?;
    let id = match known {
        Some(id) => id,
        None if text.is_empty() => return Ok(()),
        None => connection
            .prepare_cached(
                "INSERT INTO searchable (conversation, message)
                 SELECT conversation, id FROM messages WHERE id = ? RETURNING id",
            )?
            .query_row(params![message], |row| row.get(0))?,
    };
    put(connection, id, text)
}

pub(super) fn put_title(
    connection: &Connection,
    conversation: ConversationId,
    title: &str,
) -> rusqlite::Result<()> {
    let known: Option<i64> = connection
        .prepare_cached("SELECT id FROM searchable WHERE conversation = ? AND message IS NULL")?
        .query_row(params![conversation], |row| row.get(0))
        .optional()?;
    let id = match known {
        Some(id) => id,
        None => connection
            .prepare_cached("INSERT INTO searchable (conversation) VALUES (?) RETURNING id")?
            .query_row(params![conversation], |row| row.get(0))?,
    };
    put(connection, id, title)
}

fn put(connection: &Connection, id: i64, text: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM search WHERE rowid = ?")?.execute(params![id])?;
    connection
        .prepare_cached("INSERT INTO search (rowid, text) VALUES (?, ?)")?
        .execute(params![id, words::indexed(text)])?;
    Ok(())
}

pub(super) fn put_all(connection: &Connection) -> rusqlite::Result<()> {
    let mut messages = connection.prepare(
        "SELECT id, text FROM messages
         WHERE state != 'streaming' AND id NOT IN
             (SELECT message FROM searchable WHERE message IS NOT NULL)",
    )?;
    let mut rows = messages.query([])?;
    while let Some(row) = rows.next()? {
        put_message(connection, row.get(0)?, row.get_ref(1)?.as_str()?)?;
    }
    let mut titles = connection.prepare(
        "SELECT id, title FROM conversations
         WHERE id NOT IN (SELECT conversation FROM searchable WHERE message IS NULL)",
    )?;
    let mut rows = titles.query([])?;
    while let Some(row) = rows.next()? {
        put_title(connection, row.get(0)?, row.get_ref(1)?.as_str()?)?;
    }
    Ok(())
}

pub(super) fn remove(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<()> {
    connection.execute(
        "DELETE FROM search WHERE rowid IN (SELECT id FROM searchable WHERE conversation = ?)",
        params![conversation],
    )?;
    connection
        .execute("DELETE FROM searchable WHERE conversation = ?", params![conversation])
        .map(drop)
}
