//! Attached files in the library.

use std::collections::HashMap;

use models::Tokens;
use notes::ContentHash;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Attachment, Library,
    columns::{Time, Word, now},
    texts,
};
use crate::{AttachmentId, Code, ConversationId, Error, MessageId, Result};

const COLUMNS: &str = "a.id, a.name, a.bytes, a.tokens, a.hash";

impl Library {
    /// Keeps a file's text. The same text is kept once, under however many names.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn add_attachment(
        &self,
        name: String,
        bytes: u32,
        tokens: Tokens,
        text: String,
    ) -> Result<Attachment> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            texts::put(&transaction, &text)?;
            let hash = ContentHash::of(&text);
            let attachment = Attachment { id: AttachmentId::new(), name, bytes, tokens, hash };
            transaction.execute(
                "INSERT INTO attachments (id, name, bytes, tokens, hash, created)
                 VALUES (?, ?, ?, ?, ?, ?)",
                params![
                    attachment.id,
                    attachment.name,
                    attachment.bytes,
                    attachment.tokens.0,
                    Word(attachment.hash),
                    Time(now())
                ],
            )?;
            transaction.commit()?;
            Ok(attachment)
        })
        .await
    }

    /// Attached files with their texts, in the order asked for.
    ///
    /// # Errors
    /// [`Code::NotFound`] if one isn't there, or the library fails.
    pub async fn attachments(&self, ids: Vec<AttachmentId>) -> Result<Vec<(Attachment, String)>> {
        let found = self
            .run(move |connection| {
                let mut found = Vec::new();
                for id in ids {
                    let attachment = connection
                        .prepare_cached(&format!(
                            "SELECT {COLUMNS} FROM attachments a WHERE a.id = ?"
                        ))?
                        .query_row(params![id], read)
                        .optional()?;
                    let Some(attachment) = attachment else { return Ok(Err(id)) };
                    let text = texts::of_hash(connection, attachment.hash)?;
                    found.push((attachment, text));
                }
                Ok(Ok(found))
            })
            .await?;
        found.map_err(|id| {
            Error::new(Code::NotFound, format!("The attached file {id} isn't in the library."))
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Attachment> {
    Ok(Attachment {
        id: row.get(0)?,
        name: row.get(1)?,
        bytes: row.get(2)?,
        tokens: Tokens(row.get(3)?),
        hash: row.get::<_, Word<_>>(4)?.0,
    })
}

/// Puts files to a message, in order.
pub(super) fn attach(
    connection: &Connection,
    message: MessageId,
    attachments: &[Attachment],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO message_attachments (message, ordinal, attachment) VALUES (?, ?, ?)",
    )?;
    for (ordinal, attachment) in attachments.iter().enumerate() {
        insert.execute(params![message, ordinal as i64, attachment.id])?;
    }
    Ok(())
}

/// The files of a message, in order.
pub(super) fn of_message(
    connection: &Connection,
    message: MessageId,
) -> rusqlite::Result<Vec<Attachment>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM message_attachments m JOIN attachments a ON a.id = m.attachment
             WHERE m.message = ? ORDER BY m.ordinal"
        ))?
        .query_map(params![message], read)?
        .collect()
}

/// The files of a conversation's messages, in order.
pub(super) fn of_conversation(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<HashMap<MessageId, Vec<Attachment>>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS}, m.message FROM messages c
         JOIN message_attachments m ON m.message = c.id JOIN attachments a ON a.id = m.attachment
         WHERE c.conversation = ? ORDER BY m.message, m.ordinal"
    ))?;
    let mut rows = statement.query(params![conversation])?;
    let mut files: HashMap<MessageId, Vec<Attachment>> = HashMap::new();
    while let Some(row) = rows.next()? {
        files.entry(row.get(5)?).or_default().push(read(row)?);
    }
    Ok(files)
}
