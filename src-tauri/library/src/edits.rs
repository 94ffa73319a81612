//! Changes made to notes, with what undoes them.

use jiff::Timestamp;
use notes::{ContentHash, NotePath};
use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{
    Library, VaultId,
    columns::{Time, Word},
    texts,
};
use crate::columns::now;
use conversation::{Code, EditId, Error, Result};

/// A change to a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditEntry {
    /// Its id.
    pub id: EditId,
    /// The note.
    pub path: NotePath,
    /// The hash of the note's bytes before it; `None` if it made the note.
    pub before: Option<ContentHash>,
    /// The hash of the note's bytes after it.
    pub after: ContentHash,
    /// When it was begun.
    pub begun: Timestamp,
    /// Whether it was undone.
    pub undone: bool,
}

const COLUMNS: &str = "id, path, before, after, begun, undone IS NOT NULL";

impl Library {
    /// Keeps a change that is about to be written, with the bytes that it replaces.
    ///
    /// # Errors
    /// If the library fails; then the change must not be written.
    pub async fn begin_edit(
        &self,
        vault: VaultId,
        edit: EditEntry,
        before: Option<Vec<u8>>,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            if let Some(before) = before {
                texts::put(&transaction, &before)?;
            }
            transaction.execute(
                "INSERT INTO edits (id, vault, path, before, after, begun) VALUES (?, ?, ?, ?, ?, ?)",
                params![
                    edit.id,
                    vault.0,
                    edit.path.as_str(),
                    edit.before.map(Word),
                    Word(edit.after),
                    Time(edit.begun)
                ],
            )?;
            transaction.commit()
        })
        .await
    }

    /// Notes that a change is written. Earlier ones to the same note that were never finished, and
    /// that it wasn't made upon, are forgotten: they were never written, and won't be.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn end_edit(&self, id: EditId) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction
                .execute("UPDATE edits SET done = ? WHERE id = ?", params![Time(now()), id])?;
            transaction.execute(
                "DELETE FROM edits WHERE id IN (
                     SELECT old.id FROM edits old JOIN edits new USING (vault, path)
                     WHERE new.id = ? AND old.done IS NULL AND old.begun < new.begun
                         AND old.after IS NOT new.before)",
                params![id],
            )?;
            transaction.commit()
        })
        .await
    }

    /// Notes that a change was undone.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn end_undo(&self, id: EditId) -> Result<()> {
        self.write(move |connection| {
            connection
                .execute("UPDATE edits SET undone = ? WHERE id = ?", params![Time(now()), id])?;
            Ok(())
        })
        .await
    }

    /// Forgets a change that was never written.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn forget_edit(&self, id: EditId) -> Result<()> {
        self.write(move |connection| {
            connection.execute("DELETE FROM edits WHERE id = ? AND done IS NULL", params![id])?;
            Ok(())
        })
        .await
    }

    /// The changes to a vault's notes, the newest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn edits(&self, vault: VaultId) -> Result<Vec<EditEntry>> {
        self.listed(vault, "done IS NOT NULL").await
    }

    /// Changes of which it isn't known whether they were written.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn unfinished_edits(&self, vault: VaultId) -> Result<Vec<EditEntry>> {
        self.listed(vault, "done IS NULL").await
    }

    async fn listed(&self, vault: VaultId, which: &'static str) -> Result<Vec<EditEntry>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM edits WHERE vault = ? AND {which}
                     ORDER BY begun DESC, id DESC"
                ))?
                .query_map(params![vault.0], read)?
                .collect()
        })
        .await
    }

    /// A change, with the bytes that it replaced.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't one of this vault's, or the library fails.
    pub async fn edit(&self, vault: VaultId, id: EditId) -> Result<(EditEntry, Option<Vec<u8>>)> {
        self.read(move |connection| {
            let edit = connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM edits WHERE vault = ? AND id = ?"))?
                .query_row(params![vault.0, id], read)
                .optional()?;
            let Some(edit) = edit else { return Ok(None) };
            let before = edit.before.map(|hash| texts::bytes_of_hash(connection, hash));
            Ok(Some((edit, before.transpose()?)))
        })
        .await?
        .ok_or_else(|| Error::new(Code::NotFound, "This change isn't in the library."))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<EditEntry> {
    let path: Word<NotePath> = row.get(1)?;
    let before: Option<Word<ContentHash>> = row.get(2)?;
    Ok(EditEntry {
        id: row.get(0)?,
        path: path.0,
        before: before.map(|Word(hash)| hash),
        after: row.get::<_, Word<_>>(3)?.0,
        begun: row.get::<_, Time>(4)?.0,
        undone: row.get(5)?,
    })
}

#[cfg(test)]
mod tests;
