//! Memories for the conversations about a vault: facts that the user asked to remember, and often cited notes and
//! pages. Text by a model, a note or a page is never stored as a fact.

use std::collections::HashSet;

use index::words;
use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{
    Library, VaultId,
    columns::{Json, Time, Word},
    references::NoteMove,
};
use crate::{columns::now, sentences};
use conversation::{
    Code, Error, MemoryId, MessageId, Result,
    reference::{Kind, Reference},
};

/// Minimum answers that cite a note or page for it to be remembered.
const OFTEN: u32 = 3;

/// Maximum characters of a fact.
const LONGEST: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MemoryKind {
    Fact,
    Note,
    Page,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Memory {
    pub id: MemoryId,
    pub kind: MemoryKind,
    pub text: String,
    pub created: Timestamp,
    /// The last time that an answer cited the note or page, or got the memory.
    pub used: Option<Timestamp>,
    /// The note's wikilink, or the page's address.
    pub wikilink: Option<String>,
    pub path: Option<NotePath>,
    pub summary: Option<String>,
}

const COLUMNS: &str = "id, kind, text, created, used, wikilink, source, summary";

impl Library {
    /// Stores a fact; returns the existing id if the fact is known.
    pub async fn remember(&self, vault: VaultId, text: String) -> Result<MemoryId> {
        let text = checked(&text)?;
        self.transact(move |transaction| {
            let known = transaction
                .query_row(
                    "SELECT id FROM memories WHERE vault = ? AND text = ?",
                    params![vault.0, text],
                    |row| row.get(0),
                )
                .optional()?;
            if let Some(known) = known {
                return Ok(known);
            }
            let id = MemoryId::new();
            transaction.execute(
                "INSERT INTO memories (id, vault, created, text) VALUES (?, ?, ?, ?)",
                params![id, vault.0, Time(now()), text],
            )?;
            Ok(id)
        })
        .await
    }

    /// Only facts can be reworded.
    pub async fn reword_memory(&self, id: MemoryId, text: String) -> Result<()> {
        let text = checked(&text)?;
        let found = self
            .write(move |connection| {
                connection.execute(
                    "UPDATE memories SET text = ?2 WHERE id = ?1 AND kind = ?3",
                    params![id, text, Word(MemoryKind::Fact)],
                )
            })
            .await?;
        there(found)
    }

    pub async fn memories(&self, vault: VaultId) -> Result<Vec<Memory>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM memories WHERE vault = ? AND NOT forgotten
                     ORDER BY created, id"
                ))?
                .query_map(params![vault.0], read)?
                .collect()
        })
        .await
    }

    /// Deletes a fact. Blanks the memory of a note or page, so that later citations don't restore it.
    pub async fn forget(&self, id: MemoryId) -> Result<()> {
        let found = self
            .transact(move |transaction| {
                let facts = transaction
                    .execute("DELETE FROM memories WHERE id = ? AND source IS NULL", params![id])?;
                let counted = transaction.execute(
                    "UPDATE memories SET forgotten = 1, text = '', summary = NULL
                     WHERE id = ? AND NOT forgotten",
                    params![id],
                )?;
                Ok(facts + counted)
            })
            .await?;
        there(found)
    }

    /// A vault's memories with any of these words, most matches first, then newest. Without words, the newest.
    pub async fn search_memories(
        &self,
        vault: VaultId,
        words: &str,
        limit: usize,
    ) -> Result<Vec<Memory>> {
        let wanted = tokens(words);
        let mut found: Vec<(usize, Memory)> = self
            .memories(vault)
            .await?
            .into_iter()
            .map(|memory| (tokens(&memory.text).intersection(&wanted).count(), memory))
            .filter(|(count, _)| *count > 0 || wanted.is_empty())
            .collect();
        found.sort_by(|(a, one), (b, other)| {
            b.cmp(a).then(other.created.cmp(&one.created)).then(other.id.cmp(&one.id))
        });
        Ok(found.into_iter().take(limit).map(|(_, memory)| memory).collect())
    }

    /// Remembers the notes and pages that this answer cites, if enough answers about the vault do. Marks the memories
    /// that this answer's model got as used. Imported answers don't count.
    pub async fn count_references(&self, vault: VaultId, answer: MessageId) -> Result<()> {
        self.transact(move |transaction| {
            remember_often_cited(transaction, vault, answer)?;
            mark_used(transaction, vault, answer)
        })
        .await
    }
}

fn remember_often_cited(
    connection: &Connection,
    vault: VaultId,
    answer: MessageId,
) -> rusqlite::Result<()> {
    let often: Vec<(Json<Reference>, String)> = connection
        .prepare_cached(
            "SELECT r.json, r.source FROM message_references r
             WHERE r.message = ?1 AND r.source IS NOT NULL
               AND json_valid(r.json) AND r.json ->> '$.state' = 'cited'
               AND (r.path IS NOT NULL OR r.json ->> '$.kind' = 'web')
               AND ?3 <= (
                   SELECT count(DISTINCT o.message) FROM message_references o
                   JOIN conversations c ON c.id = o.conversation AND c.vault = ?2
                   JOIN messages m ON m.id = o.message AND NOT m.imported
                   WHERE o.source = r.source
                     AND json_valid(o.json) AND o.json ->> '$.state' = 'cited')
             GROUP BY r.source",
        )?
        .query_map(params![answer, vault.0, OFTEN], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (Json(reference), source) in often {
        let (kind, link) = match reference.kind {
            Kind::Web => (MemoryKind::Page, source.clone()),
            _ => (MemoryKind::Note, reference.wikilink.clone()),
        };
        let about = reference.summary.as_deref().unwrap_or(&reference.title);
        let text = sentences::often(&link, about);
        connection.execute(
            "INSERT INTO memories (id, vault, created, text, kind, wikilink, source, summary, used)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?3)
             ON CONFLICT (vault, source) DO UPDATE
             SET text = ?4, wikilink = ?6, summary = ?8, used = ?3 WHERE NOT forgotten",
            params![
                MemoryId::new(),
                vault.0,
                Time(now()),
                text,
                Word(kind),
                link,
                source,
                reference.summary
            ],
        )?;
    }
    Ok(())
}

/// A memory's text is its passage's text, so the passage's hash identifies the memory.
fn mark_used(connection: &Connection, vault: VaultId, answer: MessageId) -> rusqlite::Result<()> {
    let got: Vec<ContentHash> = connection
        .prepare_cached(
            "SELECT hash FROM message_references WHERE message = ? AND hash IS NOT NULL
               AND json_valid(json) AND json ->> '$.kind' = 'memory'
               AND json ->> '$.state' IN ('used', 'cited')",
        )?
        .query_map(params![answer], |row| row.get(0).map(|Word(hash)| hash))?
        .collect::<rusqlite::Result<_>>()?;
    if got.is_empty() {
        return Ok(());
    }
    let known: Vec<(MemoryId, String)> = connection
        .prepare_cached("SELECT id, text FROM memories WHERE vault = ? AND NOT forgotten")?
        .query_map(params![vault.0], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, text) in known {
        if got.contains(&ContentHash::of(&text)) {
            connection
                .execute("UPDATE memories SET used = ? WHERE id = ?", params![Time(now()), id])?;
        }
    }
    Ok(())
}

/// Updates the paths of moved notes, except where the new path has a memory: that memory's next citation updates its
/// text.
pub(super) fn follow(
    connection: &Connection,
    vault: VaultId,
    moves: &[NoteMove],
) -> rusqlite::Result<()> {
    for NoteMove { from, to, .. } in moves {
        connection.execute(
            "UPDATE OR IGNORE memories SET source = ?3 WHERE vault = ?1 AND source = ?2",
            params![vault.0, from.as_str(), to.as_str()],
        )?;
    }
    Ok(())
}

fn checked(text: &str) -> Result<String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::bad_input(sentences::NOTHING_TO_REMEMBER));
    }
    if text.chars().count() > LONGEST {
        return Err(Error::bad_input(sentences::TOO_LONG_TO_REMEMBER));
    }
    Ok(text.to_owned())
}

fn there(found: usize) -> Result<()> {
    match found {
        0 => Err(Error::new(Code::NotFound, sentences::NOT_REMEMBERED)),
        _ => Ok(()),
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Memory> {
    let kind = row.get::<_, Word<MemoryKind>>("kind")?.0;
    let source: Option<String> = row.get("source")?;
    Ok(Memory {
        id: row.get("id")?,
        text: row.get("text")?,
        created: row.get::<_, Time>("created")?.0,
        used: row.get::<_, Option<Time>>("used")?.map(|Time(used)| used),
        wikilink: row.get("wikilink")?,
        path: source
            .filter(|_| kind == MemoryKind::Note)
            .and_then(|source| NotePath::new(&source).ok()),
        summary: row.get("summary")?,
        kind,
    })
}

/// A text's words without case, accents and a plural `s`; in scripts without spaces, its pairs of characters.
fn tokens(text: &str) -> HashSet<String> {
    words::indexed(text)
        .split(|char| !words::is_word_char(char))
        .filter(|word| !word.is_empty())
        .map(|word| {
            let word = super::search::folded(word);
            match word.strip_suffix('s') {
                Some(stem) if stem.chars().count() > 2 => stem.to_owned(),
                _ => word,
            }
        })
        .collect()
}
