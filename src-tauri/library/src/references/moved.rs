use std::collections::HashMap;

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    VaultId,
    columns::{Time, now},
};
use conversation::{MessageId, ReferenceId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteMove {
    pub from: NotePath,
    pub to: NotePath,
    /// References to the old path that belong to another note.
    pub staying: Vec<ReferenceId>,
}

/// The moves of this process. A turn may find its passages before a move and store its references after it; this
/// table updates their paths.
const RECENT: &str = "CREATE TEMP TABLE IF NOT EXISTS recent_moves (
    at    INTEGER NOT NULL,                   -- microseconds
    batch INTEGER NOT NULL,                   -- moves of one batch happened at once
    vault INTEGER NOT NULL,
    old   TEXT NOT NULL,
    new   TEXT NOT NULL,
    PRIMARY KEY (vault, old, batch)
) STRICT, WITHOUT ROWID;
CREATE TEMP TABLE IF NOT EXISTS staying (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;";

/// Updates the paths of stored references, and records the moves for references that aren't stored yet.
pub(crate) fn record(
    connection: &Connection,
    vault: VaultId,
    moves: &[NoteMove],
) -> rusqlite::Result<()> {
    connection.execute_batch(RECENT)?;
    let batch: i64 = connection.query_row(
        "SELECT coalesce(max(batch), 0) + 1 FROM temp.recent_moves",
        [],
        |row| row.get(0),
    )?;
    connection.execute("DELETE FROM temp.staying", [])?;
    let at = now();
    for NoteMove { from, to, staying } in moves {
        connection
            .prepare_cached("INSERT OR REPLACE INTO temp.recent_moves VALUES (?, ?, ?, ?, ?)")?
            .execute(params![Time(at), batch, vault.0, from.as_str(), to.as_str()])?;
        for id in staying {
            connection
                .prepare_cached("INSERT OR IGNORE INTO temp.staying VALUES (?)")?
                .execute(params![id])?;
        }
    }
    connection.execute(
        "UPDATE message_references SET path = moves.new, source = moves.new
         FROM temp.recent_moves AS moves
         WHERE moves.batch = ?1 AND moves.vault = ?2 AND message_references.path = moves.old
           AND message_references.conversation IN (SELECT id FROM conversations WHERE vault = ?2)
           AND message_references.id NOT IN (SELECT id FROM temp.staying)",
        params![batch, vault.0],
    )?;
    Ok(())
}

pub(super) struct Places {
    message: MessageId,
    kept: HashMap<ReferenceId, (String, String)>,
    any_recent: bool,
}

impl Places {
    pub(super) fn of(connection: &Connection, message: MessageId) -> rusqlite::Result<Self> {
        let kept = connection
            .prepare_cached(
                "SELECT id, json ->> '$.path', path FROM message_references
                 WHERE message = ? AND path IS NOT NULL",
            )?
            .query_map(params![message], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
            .collect::<rusqlite::Result<_>>()?;
        let any_recent = connection
            .prepare_cached("SELECT 1 FROM temp.sqlite_master WHERE name = 'recent_moves'")?
            .exists([])?;
        Ok(Self { message, kept, any_recent })
    }

    pub(super) fn now(
        &self,
        connection: &Connection,
        reference: ReferenceId,
        path: &NotePath,
    ) -> rusqlite::Result<String> {
        let path = path.to_string();
        match self.kept.get(&reference) {
            Some((made, now)) if *made == path => return Ok(now.clone()),
            Some(_) => return Ok(path),
            None if !self.any_recent => return Ok(path),
            None => {}
        }
        let mut step = connection.prepare_cached(
            "SELECT moves.new, moves.batch FROM temp.recent_moves AS moves
             JOIN messages ON messages.id = ?1 AND messages.created < moves.at
             JOIN conversations ON conversations.id = messages.conversation
                               AND conversations.vault = moves.vault
             WHERE moves.old = ?2 AND moves.batch > ?3
             ORDER BY moves.batch LIMIT 1",
        )?;
        let (mut path, mut batch) = (path, 0_i64);
        while let Some((new, at)) = step
            .query_row(params![self.message, path, batch], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?
        {
            (path, batch) = (new, at);
        }
        Ok(path)
    }
}
