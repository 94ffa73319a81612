//! Summaries that replace the beginning of a conversation in prompts.

use jiff::Timestamp;
use models::Tokens;
use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Library,
    columns::{Json, Time, now},
};
use conversation::{Code, Compaction, CompactionId, ConversationId, Error, MessageId, Result};

impl Library {
    pub async fn put_compaction(
        &self,
        conversation: ConversationId,
        compaction: Compaction,
    ) -> Result<()> {
        self.write(move |connection| insert(connection, conversation, &compaction, None)).await
    }

    /// The active summaries over all branches, oldest first. A summary applies to branches that contain its
    /// `through`.
    pub async fn compactions(&self, conversation: ConversationId) -> Result<Vec<Compaction>> {
        self.read(move |connection| of(connection, conversation)).await
    }

    pub async fn compaction(&self, id: CompactionId) -> Result<(ConversationId, Compaction)> {
        self.read(move |connection| {
            connection
                .query_row(
                    "SELECT conversation, json FROM compactions WHERE id = ?",
                    params![id],
                    |row| Ok((row.get(0)?, row.get::<_, Json<_>>(1)?.0)),
                )
                .optional()
        })
        .await?
        .ok_or_else(missing)
    }

    pub async fn edit_compaction(
        &self,
        id: CompactionId,
        summary: String,
        after: Tokens,
    ) -> Result<()> {
        let (_, compaction) = self.compaction(id).await?;
        let edited = Compaction { summary, after, edited: true, ..compaction };
        self.write(move |connection| {
            connection.execute(
                "UPDATE compactions SET json = ?2 WHERE id = ?1",
                params![id, Json(edited)],
            )
        })
        .await?;
        Ok(())
    }

    pub async fn undo_compaction(&self, id: CompactionId) -> Result<()> {
        let found = self
            .write(move |connection| {
                connection.execute(
                    "UPDATE compactions SET undone = coalesce(undone, ?2) WHERE id = ?1",
                    params![id, Time(now())],
                )
            })
            .await?;
        if found == 0 { Err(missing()) } else { Ok(()) }
    }
}

fn missing() -> Error {
    Error::new(Code::NotFound, crate::sentences::NO_SUMMARY)
}

pub(super) fn of(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<Vec<Compaction>> {
    connection
        .prepare_cached(
            "SELECT json FROM compactions WHERE conversation = ? AND undone IS NULL
             ORDER BY created, id",
        )?
        .query_map(params![conversation], |row| row.get(0).map(|Json(json)| json))?
        .collect()
}

/// The last summarised message and the creation time of each undone summary.
pub(super) fn undone(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<Vec<(MessageId, Timestamp)>> {
    connection
        .prepare_cached(
            "SELECT through, created FROM compactions WHERE conversation = ? AND undone IS NOT NULL",
        )?
        .query_map(params![conversation], |row| Ok((row.get(0)?, row.get::<_, Time>(1)?.0)))?
        .collect()
}

pub(super) fn insert(
    connection: &Connection,
    conversation: ConversationId,
    compaction: &Compaction,
    undone: Option<Timestamp>,
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO compactions (id, conversation, through, created, undone, json)
         VALUES (?, ?, ?, ?, ?, ?)",
        params![
            compaction.id,
            conversation,
            compaction.through,
            Time(compaction.created),
            undone.map(Time),
            Json(compaction)
        ],
    )?;
    Ok(())
}

pub(super) fn of_branch(
    connection: &Connection,
    conversation: ConversationId,
    last: Option<MessageId>,
) -> rusqlite::Result<Vec<Compaction>> {
    let any = connection
        .prepare_cached("SELECT 1 FROM compactions WHERE conversation = ? AND undone IS NULL")?
        .exists(params![conversation])?;
    if !any {
        return Ok(Vec::new());
    }
    connection
        .prepare_cached(
            "WITH RECURSIVE branch (id, parent) AS (
                 SELECT id, parent FROM messages WHERE id = ?2
                 UNION ALL
                 SELECT m.id, m.parent FROM messages m JOIN branch b ON m.id = b.parent
             )
             SELECT c.json FROM compactions c JOIN branch b ON b.id = c.through
             WHERE c.conversation = ?1 AND c.undone IS NULL ORDER BY c.created, c.id",
        )?
        .query_map(params![conversation, last], |row| row.get(0).map(|Json(json)| json))?
        .collect()
}
