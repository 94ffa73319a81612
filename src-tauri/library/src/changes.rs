//! Proposed changes to notes. While a change is being written, the column `next` has the state that it gets when the
//! writing finishes.

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Library, VaultId,
    columns::{PackedJson, Time, Word, now},
    sentences,
};
use conversation::{
    Change, ChangeEntry, ChangeId, ChangeState, Code, ConversationId, Error, MessageId, Result,
};

/// Maximum number of listed changes.
const LISTED: u32 = 500;

const ENTRIES: &str =
    "SELECT c.id, c.title, c.author, v.id, v.title, c.made, c.decided, c.state, c.notes,
        EXISTS (SELECT 1 FROM edits e
                WHERE e.change = c.id AND e.done IS NOT NULL AND e.undone IS NULL) AS undoable,
        c.answer
    FROM changes c LEFT JOIN messages m ON m.id = c.answer
        LEFT JOIN conversations v ON v.id = m.conversation AND v.deleted IS NULL
    WHERE c.vault = ?1";

impl Library {
    /// Stores a proposal or its new revision, unless the user decided meanwhile.
    pub async fn put_change(&self, vault: VaultId, change: Change) -> Result<()> {
        let stored = self
            .write(move |connection| {
                connection.execute(
                    "INSERT INTO changes (id, vault, answer, title, author, notes, made, state, body)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                     ON CONFLICT (id) DO UPDATE SET title = ?4, notes = ?6, body = ?9
                     WHERE state = 'proposed' AND next IS NULL",
                    params![
                        change.id,
                        vault.0,
                        change.origin.answer,
                        change.title,
                        Word(change.origin.by),
                        u32::try_from(change.notes.len()).unwrap_or(u32::MAX),
                        Time(change.made),
                        Word(change.state),
                        PackedJson(&change),
                    ],
                )
            })
            .await?;
        match stored {
            0 => Err(Error::new(Code::Changed, sentences::CHANGE_DECIDED)),
            _ => Ok(()),
        }
    }

    pub async fn change(&self, vault: VaultId, id: ChangeId) -> Result<Change> {
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT body, state, decided FROM changes WHERE vault = ? AND id = ?",
                )?
                .query_row(params![vault.0, id], |row| {
                    let PackedJson(change) = row.get::<_, PackedJson<Change>>(0)?;
                    let (Word(state), decided) = (row.get(1)?, row.get::<_, Option<Time>>(2)?);
                    Ok(Change { state, decided: decided.map(|Time(when)| when), ..change })
                })
                .optional()
        })
        .await?
        .ok_or_else(|| Error::new(Code::NotFound, sentences::NO_CHANGE))
    }

    pub async fn all_changes(&self, vault: VaultId) -> Result<Vec<ChangeEntry>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!("{ENTRIES} ORDER BY c.made DESC, c.id DESC LIMIT ?2"))?
                .query_map(params![vault.0, LISTED], entry)?
                .collect()
        })
        .await
    }

    pub async fn undoable_changes(
        &self,
        vault: VaultId,
        conversation: ConversationId,
    ) -> Result<Vec<ChangeEntry>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "{ENTRIES} AND v.id = ?2 AND undoable ORDER BY c.decided DESC, c.id DESC"
                ))?
                .query_map(params![vault.0, conversation], entry)?
                .collect()
        })
        .await
    }

    /// The changes that the answers proposed, without the times of the decisions.
    pub async fn changes_of(&self, answers: Vec<MessageId>) -> Result<Vec<Change>> {
        self.read(move |connection| {
            let mut find = connection.prepare_cached(
                "SELECT body, state FROM changes WHERE answer = ? ORDER BY made, id",
            )?;
            let mut changes = Vec::new();
            for answer in answers {
                let found = find.query_map(params![answer], |row| {
                    let PackedJson(change) = row.get::<_, PackedJson<Change>>(0)?;
                    Ok(Change { state: row.get::<_, Word<_>>(1)?.0, ..change })
                })?;
                for change in found {
                    changes.push(change?);
                }
            }
            Ok(changes)
        })
        .await
    }

    /// Rejects a proposal, unless the user has decided already.
    pub async fn refuse_change(&self, id: ChangeId) -> Result<()> {
        let refused = self
            .write(move |connection| {
                connection.execute(
                    "UPDATE changes SET state = 'refused', decided = ?
                     WHERE id = ? AND state = 'proposed' AND next IS NULL",
                    params![Time(now()), id],
                )
            })
            .await?;
        match refused {
            0 => Err(Error::new(Code::Changed, sentences::CHANGE_DECIDED)),
            _ => Ok(()),
        }
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<ChangeEntry> {
    let conversation: Option<ConversationId> = row.get(3)?;
    let title: Option<String> = row.get(4)?;
    Ok(ChangeEntry {
        id: row.get(0)?,
        title: row.get(1)?,
        by: row.get::<_, Word<_>>(2)?.0,
        conversation: conversation.zip(title),
        made: row.get::<_, Time>(5)?.0,
        decided: row.get::<_, Option<Time>>(6)?.map(|Time(when)| when),
        state: row.get::<_, Word<_>>(7)?.0,
        notes: row.get(8)?,
        undoable: row.get(9)?,
        answer: row.get(10)?,
    })
}

/// Sets the column `next`: `None` if the writing was abandoned.
pub(super) fn set_next_state(
    connection: &Connection,
    change: Option<ChangeId>,
    outcome: Option<ChangeState>,
) -> rusqlite::Result<()> {
    connection
        .execute("UPDATE changes SET next = ? WHERE id = ?", params![outcome.map(Word), change])
        .map(drop)
}

/// Records that a change was written, but only to the notes `written`.
pub(super) fn finish_in_part(
    connection: &Connection,
    id: ChangeId,
    written: &[&NotePath],
) -> rusqlite::Result<()> {
    let PackedJson(mut change) = connection
        .prepare_cached("SELECT body FROM changes WHERE id = ?")?
        .query_row(params![id], |row| row.get::<_, PackedJson<Change>>(0))?;
    let notes = &change.notes;
    change.taken.retain(|chosen| {
        notes.get(chosen.note as usize).is_some_and(|note| written.contains(&&note.path))
    });
    connection.execute(
        "UPDATE changes SET state = ?, next = NULL, decided = ?, body = ? WHERE id = ?",
        params![Word(ChangeState::Partly), Time(now()), PackedJson(&change), id],
    )?;
    Ok(())
}

/// Records that a change, or its undo, was written completely.
pub(super) fn finish(connection: &Connection, change: ChangeId) -> rusqlite::Result<()> {
    let when = Time(now());
    connection.execute(
        "UPDATE edits SET undone = ?1 WHERE change = ?2 AND undoes = 0 AND undone IS NULL
             AND (SELECT next FROM changes WHERE id = ?2) = 'undone'",
        params![when, change],
    )?;
    // An undo can't be undone; the change can be proposed again.
    connection.execute("DELETE FROM edits WHERE change = ? AND undoes = 1", params![change])?;
    connection.execute(
        "UPDATE changes SET state = coalesce(next, state), next = NULL, decided = ? WHERE id = ?",
        params![when, change],
    )?;
    Ok(())
}
