//! Deleted conversations, swept away for good.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

use super::{columns::Time, receipts, search};
use crate::ConversationId;

/// For so long a deleted conversation can be brought back.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Sweeps away what was deleted more than 30 days before `now`, with the texts that nothing needs any
/// more.
pub(super) fn remove_old(connection: &mut Connection, now: Timestamp) -> rusqlite::Result<()> {
    let before = now.checked_sub(KEPT).unwrap_or(Timestamp::MIN);
    let transaction = connection.transaction()?;
    let old: Vec<ConversationId> = transaction
        .prepare("SELECT id FROM conversations WHERE deleted < ?")?
        .query_map(params![Time(before)], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    if old.is_empty() {
        return Ok(());
    }
    for id in old {
        remove(&transaction, id)?;
    }
    sweep_texts(&transaction)?;
    transaction.commit()
}

fn remove(connection: &Connection, id: ConversationId) -> rusqlite::Result<()> {
    search::remove(connection, id)?;
    // A file that was added and isn't sent yet belongs to no message, so only these are looked at.
    let files: Vec<String> = connection
        .prepare(
            "SELECT DISTINCT a.attachment FROM messages m
             JOIN message_attachments a ON a.message = m.id WHERE m.conversation = ?",
        )?
        .query_map(params![id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    // Messages refer to their parents, and conversations to their last.
    connection.pragma_update(None, "defer_foreign_keys", true)?;
    for statement in [
        "DELETE FROM message_references WHERE conversation = ?",
        "DELETE FROM compactions WHERE conversation = ?",
        "DELETE FROM drafts WHERE conversation = ?",
        "DELETE FROM receipts
         WHERE answer IN (SELECT id FROM messages WHERE conversation = ?)",
        "DELETE FROM message_attachments
         WHERE message IN (SELECT id FROM messages WHERE conversation = ?)",
        "UPDATE conversations SET leaf = NULL WHERE id = ?",
        "DELETE FROM messages WHERE conversation = ?",
        "DELETE FROM conversations WHERE id = ?",
    ] {
        connection.execute(statement, params![id])?;
    }
    for file in files {
        connection.execute(
            "DELETE FROM attachments WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM message_attachments WHERE attachment = ?1)",
            params![file],
        )?;
    }
    Ok(())
}

/// Removes the texts that nothing needs. Which ones receipts need stands in the receipts, so each is
/// read; that happens only on a day on which something is swept.
fn sweep_texts(connection: &Connection) -> rusqlite::Result<()> {
    let used: HashSet<i64> = receipts::texts_in_use(connection)?;
    let unused: Vec<i64> = connection
        .prepare(
            "SELECT id FROM texts t
             WHERE id NOT IN
                     (SELECT passage FROM message_references WHERE passage IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.hash = t.hash)
               AND NOT EXISTS (SELECT 1 FROM edits e WHERE e.before = t.hash)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in unused.into_iter().filter(|id| !used.contains(id)) {
        connection.prepare_cached("DELETE FROM texts WHERE id = ?")?.execute(params![id])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
