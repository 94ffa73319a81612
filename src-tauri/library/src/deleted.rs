use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Library, columns::Time, receipts, search};
use conversation::{ConversationId, Result};

const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Maximum receipts or texts per step: a few milliseconds each.
const AT_ONCE: u32 = 50;

pub(super) const LEFT: &str = "texts_to_sweep";

/// Removes conversations deleted more than 30 days ago and unreferenced texts, in steps, because a large library
/// takes a while. The next start continues an unfinished sweep.
pub(super) struct Sweep {
    before: Timestamp,
    used: HashSet<i64>,
    receipt: i64,
    all_read: bool,
    text: i64,
    only: Option<ConversationId>,
    removed: u32,
}

impl Sweep {
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            before: now.checked_sub(KEPT).unwrap_or(Timestamp::MIN),
            used: HashSet::new(),
            receipt: 0,
            all_read: false,
            text: 0,
            only: None,
            removed: 0,
        }
    }

    fn at_once(only: Option<ConversationId>) -> Self {
        Self { before: Timestamp::MAX, only, ..Self::new(Timestamp::MAX) }
    }

    pub(super) fn has_removed(&self) -> bool {
        self.removed > 0
    }

    pub(super) fn piece(&mut self, connection: &mut Connection) -> rusqlite::Result<bool> {
        let old: Option<ConversationId> = connection
            .query_row(
                "SELECT id FROM conversations WHERE deleted < ?1 AND (?2 IS NULL OR id = ?2) LIMIT 1",
                params![Time(self.before), self.only],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(id) = old {
            let transaction = connection.transaction()?;
            remove(&transaction, id)?;
            transaction
                .execute("INSERT OR REPLACE INTO settings VALUES (?, 'true')", params![LEFT])?;
            transaction.commit()?;
            self.removed += 1;
            return Ok(true);
        }
        let left = connection
            .prepare_cached("SELECT 1 FROM settings WHERE name = ?")?
            .exists(params![LEFT])?;
        if !left {
            return Ok(false);
        }
        if !self.all_read {
            self.all_read = !self.read_receipts(connection)?;
            return Ok(true);
        }
        self.sweep_texts(connection)
    }

    /// Reads receipts, since only their bodies list the texts that they use. Returns whether more may remain.
    fn read_receipts(&mut self, connection: &Connection) -> rusqlite::Result<bool> {
        let last = receipts::texts_in_use(connection, self.receipt, AT_ONCE, &mut self.used)?;
        self.receipt = last.unwrap_or(self.receipt);
        Ok(last.is_some())
    }

    fn sweep_texts(&mut self, connection: &mut Connection) -> rusqlite::Result<bool> {
        // The transaction blocks other writers: a new receipt may use an old text.
        let transaction = connection.transaction()?;
        while self.read_receipts(&transaction)? {}
        let texts: Vec<(i64, bool)> = transaction
            .prepare_cached(
                "SELECT id, EXISTS (SELECT 1 FROM message_references r WHERE r.passage = t.id)
                     OR EXISTS (SELECT 1 FROM attachments a WHERE a.hash = t.hash)
                     OR EXISTS (SELECT 1 FROM attachments a WHERE a.original = t.hash)
                     OR EXISTS (SELECT 1 FROM edits e WHERE e.before = t.hash)
                     OR EXISTS (SELECT 1 FROM pages p WHERE p.text = t.id)
                 FROM texts t WHERE id > ? ORDER BY id LIMIT ?",
            )?
            .query_map(params![self.text, AT_ONCE], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for (id, _) in texts.iter().filter(|(id, needed)| !needed && !self.used.contains(id)) {
            transaction.prepare_cached("DELETE FROM texts WHERE id = ?")?.execute(params![id])?;
        }
        match texts.last() {
            Some((id, _)) => self.text = *id,
            None => {
                transaction.execute("DELETE FROM settings WHERE name = ?", params![LEFT])?;
            }
        }
        transaction.commit()?;
        Ok(!texts.is_empty())
    }
}

/// Removes deleted messages' words from the full-text index. In FTS5 tables without content, deleted rows are only
/// marked; `secure-delete` doesn't apply to them.
fn forget_words(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("INSERT INTO search (search) VALUES ('optimize')", []).map(drop)
}

/// Returns free pages to the disk if they are a quarter of the file or more.
pub(super) fn shrink(connection: &Connection) -> rusqlite::Result<()> {
    forget_words(connection)?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("freelist_count")? * 4 >= number("page_count")? {
        connection.execute_batch("VACUUM")?;
    }
    Ok(())
}

impl Library {
    /// Removes all deleted conversations, or this one, leaving no trace in the file. Returns their number.
    pub async fn erase_deleted(&self, only: Option<ConversationId>) -> Result<u32> {
        let mut clearing = Sweep::at_once(only);
        loop {
            // In steps, so that streaming answers don't wait for the whole removal.
            let (back, more) = self
                .write(move |connection| {
                    let more = clearing.piece(connection)?;
                    Ok((clearing, more))
                })
                .await?;
            clearing = back;
            if !more {
                break;
            }
        }
        if clearing.removed > 0 {
            self.write(|connection| {
                forget_words(connection)?;
                // Free pages may contain text deleted by an earlier version, and the log any text.
                connection.execute_batch("VACUUM")?;
                connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            })
            .await?;
        }
        Ok(clearing.removed)
    }
}

fn remove(connection: &Connection, id: ConversationId) -> rusqlite::Result<()> {
    search::remove(connection, id)?;
    // Only files of sent messages: an unsent file belongs to no message yet.
    let files: Vec<String> = connection
        .prepare(
            "SELECT DISTINCT a.attachment FROM messages m
             JOIN message_attachments a ON a.message = m.id WHERE m.conversation = ?",
        )?
        .query_map(params![id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    // Messages reference their parents, and conversations their last message.
    connection.pragma_update(None, "defer_foreign_keys", true)?;
    for statement in [
        "DELETE FROM message_references WHERE conversation = ?",
        "DELETE FROM pages WHERE conversation = ?",
        "DELETE FROM compactions WHERE conversation = ?",
        "DELETE FROM drafts WHERE conversation = ?",
        "DELETE FROM conversation_settings WHERE conversation = ?",
        "DELETE FROM receipts
         WHERE answer IN (SELECT id FROM messages WHERE conversation = ?)",
        "DELETE FROM journal WHERE message IN (SELECT id FROM messages WHERE conversation = ?)",
        "DELETE FROM message_attachments
         WHERE message IN (SELECT id FROM messages WHERE conversation = ?)",
        // Written changes belong to the notes.
        "DELETE FROM changes WHERE state IN ('proposed', 'refused')
         AND answer IN (SELECT id FROM messages WHERE conversation = ?)",
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

#[cfg(test)]
mod tests;
