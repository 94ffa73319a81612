//! The edits of notes, with the bytes that undo them.

use std::collections::HashMap;

use jiff::Timestamp;
use notes::{ContentHash, FileChange, NotePath};
use rusqlite::{Connection, Row, params};

use super::{
    Library, VaultId, changes,
    columns::{Time, Word, now},
    deleted::LEFT,
    texts, writers,
};
use conversation::{ChangeId, ChangeState, EditId, Result};

/// A [`FileChange`] as stored from before its writing until it can't be undone any more. The replaced bytes are
/// stored under their hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditEntry {
    pub id: EditId,
    /// The change that the edit is a part of. All parts are written, or none.
    pub change: Option<ChangeId>,
    pub path: NotePath,
    /// The note's new place after a rename, a restore or a move to the trash. Its bytes don't change then.
    pub target: Option<NotePath>,
    pub before: Option<ContentHash>,
    pub after: ContentHash,
    pub begun: Timestamp,
}

impl EditEntry {
    pub fn of(change: ChangeId, file: &FileChange) -> Self {
        Self {
            id: EditId::new(),
            change: Some(change),
            path: file.path().clone(),
            target: file.target().cloned(),
            before: file.before().map(ContentHash::of),
            after: ContentHash::of(file.after()),
            begun: now(),
        }
    }
}

const COLUMNS: &str = "id, path, before, after, begun, change, target";

/// Maximum bytes of replaced texts, uncompressed. Undone edits are dropped first, then the oldest ones; never the
/// newest change of a vault.
const UNDO_BYTES: i64 = 512 * 1024 * 1024;

/// The edits beyond `?1` bytes as `old`, without the newest change of each vault except `?2`.
const OLD: &str = "WITH sizes AS (
         SELECT e.id, e.change, sum(t.bytes)
             OVER (ORDER BY e.undone IS NOT NULL, e.begun DESC, e.id DESC) AS kept
         FROM edits e JOIN texts t ON t.hash = e.before
     ), newest AS (
         SELECT id, change, max(begun) FROM edits
         WHERE done IS NOT NULL AND undone IS NULL AND vault IS NOT ?2 GROUP BY vault
     ), old AS (
         SELECT id, change FROM sizes WHERE kept > ?1 AND id NOT IN (SELECT id FROM newest)
             AND (change IS NULL
                 OR change NOT IN (SELECT change FROM newest WHERE change IS NOT NULL))
     )";

/// An old edit takes its whole change with it: half of an undo would undo half of the change.
const IS_OLD: &str = "done IS NOT NULL AND (id IN (SELECT id FROM old)
         OR change IN (SELECT change FROM old WHERE change IS NOT NULL))";

impl Library {
    /// Records edits that are about to be written, with the bytes that they replace. Those of a
    /// [`conversation::Change`] set its state to `outcome` once written.
    pub async fn begin_edits(
        &self,
        vault: VaultId,
        edits: Vec<EditEntry>,
        replaced: Vec<Vec<u8>>,
        outcome: Option<ChangeState>,
    ) -> Result<()> {
        let (_, writer) = self.place();
        self.transact(move |transaction| {
            let undoes = outcome == Some(ChangeState::Undone);
            if let (Some(outcome), Some(edit)) = (outcome, edits.first()) {
                changes::set_next_state(transaction, edit.change, Some(outcome))?;
            }
            for bytes in replaced {
                texts::put(transaction, &bytes)?;
            }
            let mut insert = transaction.prepare_cached(
                "INSERT INTO edits (id, vault, path, before, after, begun, change, target, undoes,
                     writer)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for edit in edits {
                insert.execute(params![
                    edit.id,
                    vault.0,
                    edit.path.as_str(),
                    edit.before.map(Word),
                    Word(edit.after),
                    Time(edit.begun),
                    edit.change,
                    edit.target.as_ref().map(NotePath::as_str),
                    undoes,
                    &*writer,
                ])?;
            }
            Ok(())
        })
        .await
    }

    /// Records that edits were written. They all belong to the same change, or none belongs to a change. Deletes
    /// earlier unfinished edits to the same notes that these don't build on: they were never written, and won't be.
    pub async fn end_edits(&self, edits: Vec<EditEntry>) -> Result<()> {
        self.transact(move |transaction| {
            for edit in &edits {
                let target = edit.target.as_ref().map(NotePath::as_str);
                transaction
                    .prepare_cached("UPDATE edits SET done = ?, target = ? WHERE id = ?")?
                    .execute(params![Time(now()), target, edit.id])?;
                transaction
                    .prepare_cached(
                        "DELETE FROM edits WHERE id IN (
                             SELECT old.id FROM edits old JOIN edits new USING (vault, path)
                             WHERE new.id = ? AND old.done IS NULL AND old.begun < new.begun
                                 AND old.change IS NULL AND old.after IS NOT new.before)",
                    )?
                    .execute(params![edit.id])?;
            }
            if let Some(change) = edits.first().and_then(|edit| edit.change) {
                changes::finish(transaction, change)?;
            }
            trim(transaction, UNDO_BYTES)
        })
        .await
    }

    /// Deletes edits that were never written or were rolled back. Those in `stay`, whose notes somebody changed
    /// meanwhile, are recorded with the bytes that they replaced, and their [`conversation::Change`] as partly
    /// written. Edits of an undo are only dropped: the original edits store their bytes.
    pub async fn forget_edits(&self, edits: Vec<EditEntry>, stay: Vec<EditEntry>) -> Result<()> {
        self.transact(move |transaction| {
            let mut kept = Vec::new();
            for edit in &stay {
                let target = edit.target.as_ref().map(NotePath::as_str);
                let is_kept = transaction
                    .prepare_cached(
                        "UPDATE edits SET done = ?, target = ? WHERE id = ? AND undoes = 0",
                    )?
                    .execute(params![Time(now()), target, edit.id])?;
                kept.extend((is_kept > 0).then_some(&edit.path));
            }
            for edit in &edits {
                transaction
                    .prepare_cached("DELETE FROM edits WHERE id = ? AND done IS NULL")?
                    .execute(params![edit.id])?;
            }
            match edits.first().and_then(|edit| edit.change) {
                Some(change) if !kept.is_empty() => {
                    changes::finish_in_part(transaction, change, &kept)?;
                }
                change => changes::set_next_state(transaction, change, None)?,
            }
            Ok(())
        })
        .await
    }

    /// Edits in an unknown state whose writers have ended, in the order in which they began. This process must not
    /// write any meanwhile.
    pub async fn unfinished_edits(&self, vault: VaultId) -> Result<Vec<EditEntry>> {
        let (path, own) = self.place();
        self.write(move |connection| {
            let unfinished: Vec<(EditEntry, Option<String>)> = connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS}, writer FROM edits WHERE vault = ? AND done IS NULL
                     ORDER BY begun, id"
                ))?
                .query_map(params![vault.0], |row| Ok((read(row)?, row.get(7)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let mut known: HashMap<String, bool> = HashMap::new();
            let mut ended = |writer: Option<String>| match writer {
                None => true,
                Some(id) if id == *own => true,
                Some(id) => *known.entry(id).or_insert_with_key(|id| writers::is_gone(&path, id)),
            };
            Ok(unfinished.into_iter().filter_map(|(edit, of)| ended(of).then_some(edit)).collect())
        })
        .await
    }

    /// The parts of a written change, in their order; empty if the undo data was dropped.
    pub async fn edits_of(&self, change: ChangeId) -> Result<Vec<EditEntry>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM edits
                     WHERE change = ? AND done IS NOT NULL AND undone IS NULL AND undoes = 0
                     ORDER BY begun, id"
                ))?
                .query_map(params![change], read)?
                .collect()
        })
        .await
    }

    pub async fn replaced(&self, edits: Vec<EditEntry>) -> Result<Vec<Option<Vec<u8>>>> {
        self.read(move |connection| {
            let bytes = |hash| texts::bytes_of_hash(connection, hash);
            edits.into_iter().map(|edit| edit.before.map(bytes).transpose()).collect()
        })
        .await
    }

    pub async fn undo_bytes(&self, vault: VaultId) -> Result<u64> {
        self.read(move |connection| {
            let bytes: i64 = connection
                .prepare_cached(
                    "SELECT coalesce(sum(bytes), 0) FROM texts
                     WHERE hash IN (SELECT before FROM edits WHERE vault = ?)",
                )?
                .query_row(params![vault.0], |row| row.get(0))?;
            Ok(u64::try_from(bytes).unwrap_or(0))
        })
        .await
    }

    /// Number of changes that can't be undone any more after a change to the vault that replaces `bytes`.
    pub async fn count_dropped_undos(&self, vault: VaultId, bytes: u64) -> Result<u32> {
        let bytes = i64::try_from(bytes).unwrap_or(UNDO_BYTES);
        self.read(move |connection| count_dropped_undos(connection, vault, UNDO_BYTES - bytes))
            .await
    }

    pub async fn forget_undo(&self, vault: VaultId) -> Result<()> {
        self.transact(move |transaction| {
            transaction.execute(
                "DELETE FROM edits WHERE vault = ? AND done IS NOT NULL",
                params![vault.0],
            )?;
            leave_texts(transaction)
        })
        .await
    }
}

/// Drops the oldest undo data until at most `most` bytes, or the newest change of each vault, remain.
fn trim(connection: &Connection, most: i64) -> rusqlite::Result<()> {
    let every: Option<i64> = None;
    let forgotten = connection
        .execute(&format!("{OLD} DELETE FROM edits WHERE {IS_OLD}"), params![most, every])?;
    if forgotten > 0 {
        leave_texts(connection)?;
    }
    Ok(())
}

fn count_dropped_undos(
    connection: &Connection,
    vault: VaultId,
    most: i64,
) -> rusqlite::Result<u32> {
    let count = format!(
        "{OLD} SELECT count(DISTINCT coalesce(change, id)) FROM edits WHERE undone IS NULL AND {IS_OLD}"
    );
    connection.prepare_cached(&count)?.query_row(params![most, vault.0], |row| row.get(0))
}

fn leave_texts(connection: &Connection) -> rusqlite::Result<()> {
    connection
        .execute("INSERT OR REPLACE INTO settings VALUES (?, 'true')", params![LEFT])
        .map(drop)
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
        change: row.get(5)?,
        target: row.get::<_, Option<Word<_>>>(6)?.map(|Word(path)| path),
    })
}

#[cfg(test)]
mod tests;
