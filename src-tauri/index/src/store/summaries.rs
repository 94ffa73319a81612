//! Summaries of notes by a model, stored by content hash.

use conversation::reference::SummaryAuthor;
use notes::ContentHash;
use rusqlite::{OptionalExtension, params};

use super::Index;
use crate::Result;

impl Index {
    pub fn summary(&self, hash: ContentHash) -> Result<Option<(String, Option<SummaryAuthor>)>> {
        self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT summary, model, answer FROM summaries WHERE hash = ?1")?
                .query_row([hash.to_string()], |row| {
                    let (model, answer) = (row.get(1)?, row.get::<_, String>(2)?);
                    let by = answer.parse().ok().map(|answer| SummaryAuthor { model, answer });
                    Ok((row.get(0)?, by))
                })
                .optional()
        })
    }

    /// Stores the summary if a note still has this text.
    pub fn keep_summary(
        &self,
        hash: ContentHash,
        summary: String,
        by: SummaryAuthor,
    ) -> Result<()> {
        let written = self.shared.writer.write(move |transaction| {
            transaction.execute(
                "INSERT OR REPLACE INTO summaries
                 SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM notes WHERE hash = ?1)",
                params![hash.to_string(), summary, by.model, by.answer.to_string()],
            )?;
            Ok(0)
        })?;
        written.wait()?;
        Ok(())
    }
}
