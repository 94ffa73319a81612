//! What a model said that notes are about, by the notes' contents.

use notes::ContentHash;
use rusqlite::{OptionalExtension, params};

use super::Index;
use crate::Result;

impl Index {
    /// What was kept as the summary of a note with this content.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn summary(&self, hash: ContentHash) -> Result<Option<String>> {
        self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT summary FROM summaries WHERE hash = ?1")?
                .query_row([hash.to_string()], |row| row.get(0))
                .optional()
        })
    }

    /// Keeps a summary of the notes with this content, until they have another one. Does nothing if
    /// the index has no such note.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_summary(&self, hash: ContentHash, summary: String) -> Result<()> {
        let written = self.shared.writer.write(move |transaction| {
            transaction.execute(
                "INSERT OR REPLACE INTO summaries
                 SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM notes WHERE hash = ?1)",
                params![hash.to_string(), summary],
            )?;
            Ok(0)
        })?;
        written.wait()?;
        Ok(())
    }
}
