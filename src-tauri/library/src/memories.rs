//! What the model was told to remember.

use std::collections::HashSet;

use index::words;
use jiff::Timestamp;
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::{Library, VaultId, columns::Time};
use crate::columns::now;
use conversation::{Code, Error, MemoryId, Result};

/// Something that was remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Its id.
    pub id: MemoryId,
    /// What is remembered.
    pub text: String,
    /// Since when.
    pub created: Timestamp,
}

impl Library {
    /// Remembers a text for a vault. The same text isn't remembered twice.
    ///
    /// # Errors
    /// [`Code::BadInput`] if there is no text, or the library fails.
    pub async fn remember(&self, vault: VaultId, text: String) -> Result<MemoryId> {
        let text = text.trim().to_owned();
        if text.is_empty() {
            return Err(Error::new(Code::BadInput, crate::sentences::NOTHING_TO_REMEMBER));
        }
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

    /// What is remembered for a vault, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn memories(&self, vault: VaultId) -> Result<Vec<Memory>> {
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT id, text, created FROM memories WHERE vault = ? ORDER BY created, id",
                )?
                .query_map(params![vault.0], read)?
                .collect()
        })
        .await
    }

    /// Forgets it.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn forget(&self, id: MemoryId) -> Result<()> {
        let found = self
            .write(move |connection| {
                connection.execute("DELETE FROM memories WHERE id = ?", params![id])
            })
            .await?;
        if found == 0 {
            return Err(Error::new(Code::NotFound, crate::sentences::NOT_REMEMBERED));
        }
        Ok(())
    }

    /// What is remembered for a vault and has any of these words, the most of them first, then the
    /// newest. Without words, the newest.
    ///
    /// # Errors
    /// If the library fails.
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
}

fn read(row: &Row<'_>) -> rusqlite::Result<Memory> {
    Ok(Memory { id: row.get(0)?, text: row.get(1)?, created: row.get::<_, Time>(2)?.0 })
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
