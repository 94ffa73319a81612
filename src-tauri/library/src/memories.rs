//! What is remembered for the conversations about a vault: what the user said to remember, and the notes and
//! pages that answers often rest on. Nothing that a model, a note or a page says is written here.

use std::collections::HashSet;

use index::words;
use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use rusqlite::{Connection, Row, params};
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

/// Number of answers that cite a note or page until it is remembered.
const OFTEN: u32 = 3;

/// Maximum length of what the user has remembered, in characters.
const LONGEST: usize = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum MemoryKind {
    Fact,
    /// A note that answers often rest on.
    Note,
    /// A page of the web that answers often rest on.
    Page,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Memory {
    pub id: MemoryId,
    pub kind: MemoryKind,
    /// What is remembered, as a model gets it.
    pub text: String,
    pub created: Timestamp,
    /// When an answer last got it or rested on it.
    pub used: Option<Timestamp>,
    /// The link to its note or page.
    pub wikilink: Option<String>,
    pub path: Option<NotePath>,
    /// What its note or page is about.
    pub summary: Option<String>,
}

const COLUMNS: &str = "id, kind, text, created, used, wikilink, source, summary";

impl Library {
    /// Remembers what the user said, for a vault. The same text isn't remembered twice.
    ///
    /// # Errors
    /// [`Code::BadInput`] if there is no text or too much of it, or the library fails.
    pub async fn remember(&self, vault: VaultId, text: String) -> Result<MemoryId> {
        let text = checked(&text)?;
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            let known = transaction
                .query_row(
                    "SELECT id FROM memories WHERE vault = ? AND text = ?",
                    params![vault.0, text],
                    |row| row.get(0),
                )
                .map(Some)
                .or_else(|error| match error {
                    rusqlite::Error::QueryReturnedNoRows => Ok(None),
                    error => Err(error),
                })?;
            if let Some(known) = known {
                return Ok(known);
            }
            let id = MemoryId::new();
            transaction.execute(
                "INSERT INTO memories (id, vault, created, text) VALUES (?, ?, ?, ?)",
                params![id, vault.0, Time(now()), text],
            )?;
            transaction.commit()?;
            Ok(id)
        })
        .await
    }

    /// Puts other words in the place of something that the user had remembered.
    ///
    /// # Errors
    /// [`Code::BadInput`] if there is no text or too much of it, [`Code::NotFound`] if it isn't there or is
    /// no fact, or the library fails.
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

    /// What is remembered for a vault, oldest first.
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

    /// Forgets it. A note or page isn't remembered again.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn forget(&self, id: MemoryId) -> Result<()> {
        let found = self
            .write(move |connection| {
                let transaction = connection.transaction()?;
                let facts = transaction
                    .execute("DELETE FROM memories WHERE id = ? AND source IS NULL", params![id])?;
                let counted = transaction.execute(
                    "UPDATE memories SET forgotten = 1, text = '', summary = NULL
                     WHERE id = ? AND NOT forgotten",
                    params![id],
                )?;
                transaction.commit()?;
                Ok(facts + counted)
            })
            .await?;
        there(found)
    }

    /// What is remembered for a vault and has any of these words, the most of them first, then the
    /// newest. Without words, the newest.
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

    /// Counts what an answer rests on: the notes and pages that it and enough other answers about the
    /// vault cite are remembered, and what of the memory the answer got is known to be used. Imported
    /// answers don't count.
    pub async fn count_references(&self, vault: VaultId, answer: MessageId) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            remember_often_cited(&transaction, vault, answer)?;
            mark_used(&transaction, vault, answer)?;
            transaction.commit()
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

/// The text of a memory is that of its passage, so the hash tells which an answer got.
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

/// Has what is remembered of notes follow those that have another path. Of two that change places one
/// stays where it is, until it is counted again.
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
        return Err(Error::new(Code::BadInput, sentences::NOTHING_TO_REMEMBER));
    }
    if text.chars().count() > LONGEST {
        return Err(Error::new(Code::BadInput, sentences::TOO_LONG_TO_REMEMBER));
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

/// The words of a text without accents and endings of number, and the pairs of characters of
/// scripts without spaces.
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
