//! Attached files in the library.

use jiff::Timestamp;
use models::Tokens;
use notes::ContentHash;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Library,
    columns::{Json, Time, Word},
    texts,
};
use crate::columns::now;
use conversation::{Attachment, ImageInfo};
use conversation::{AttachmentId, Code, Error, MessageId, Result};

const COLUMNS: &str = "a.id, a.name, a.bytes, a.tokens, a.hash, a.image";

impl Library {
    /// Keeps a file: its text, or an image's bytes. The same content is kept once, under however
    /// many names. `bytes` is the file's size on the disk.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn add_attachment(
        &self,
        name: String,
        bytes: u32,
        tokens: Tokens,
        content: impl Into<Vec<u8>>,
        image: Option<ImageInfo>,
    ) -> Result<Attachment> {
        let content = content.into();
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            let id = AttachmentId::new();
            let hash = ContentHash::of(&content);
            let attachment = Attachment { id, name, bytes, tokens, hash, image };
            insert(&transaction, &attachment, &content, now())?;
            transaction.commit()?;
            Ok(attachment)
        })
        .await
    }

    /// An attached file with its content: its text in UTF-8, or an image's bytes.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn attachment_bytes(&self, id: AttachmentId) -> Result<(Attachment, Vec<u8>)> {
        self.read(move |connection| {
            let Some(attachment) = find(connection, id)? else { return Ok(None) };
            let bytes = texts::bytes_of_hash(connection, attachment.hash)?;
            Ok(Some((attachment, bytes)))
        })
        .await?
        .ok_or_else(|| missing(id))
    }

    /// Attached files with their texts, in the order asked for. An image has none.
    ///
    /// # Errors
    /// [`Code::NotFound`] if one isn't there, or the library fails.
    pub async fn attachments(&self, ids: Vec<AttachmentId>) -> Result<Vec<(Attachment, String)>> {
        // Most messages have none, and each question asked of the library waits for a thread.
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = self
            .read(move |connection| {
                let mut found = Vec::new();
                for id in ids {
                    let Some(attachment) = find(connection, id)? else { return Ok(Err(id)) };
                    let text = match attachment.image {
                        Some(_) => String::new(),
                        None => texts::of_hash(connection, attachment.hash)?,
                    };
                    found.push((attachment, text));
                }
                Ok(Ok(found))
            })
            .await?;
        found.map_err(missing)
    }
}

fn missing(id: AttachmentId) -> Error {
    Error::new(Code::NotFound, crate::sentences::no_file(id))
}

pub(super) fn find(
    connection: &Connection,
    id: AttachmentId,
) -> rusqlite::Result<Option<Attachment>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM attachments a WHERE a.id = ?"))?
        .query_row(params![id], read)
        .optional()
}

/// Keeps a file with its content.
pub(super) fn insert(
    connection: &Connection,
    attachment: &Attachment,
    content: &[u8],
    created: Timestamp,
) -> rusqlite::Result<()> {
    texts::put(connection, content)?;
    connection.execute(
        "INSERT INTO attachments (id, name, bytes, tokens, hash, created, image)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![
            attachment.id,
            attachment.name,
            attachment.bytes,
            attachment.tokens.0,
            Word(attachment.hash),
            Time(created),
            attachment.image.map(Json)
        ],
    )?;
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Attachment> {
    Ok(Attachment {
        id: row.get(0)?,
        name: row.get(1)?,
        bytes: row.get(2)?,
        tokens: Tokens(row.get(3)?),
        hash: row.get::<_, Word<_>>(4)?.0,
        image: row.get::<_, Option<Json<_>>>(5)?.map(|Json(image)| image),
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
