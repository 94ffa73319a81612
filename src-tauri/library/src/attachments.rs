//! Files that the user sent with questions.

use jiff::Timestamp;
use models::Tokens;
use notes::ContentHash;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Library,
    columns::{Json, Time, Word, now},
    texts,
};
use conversation::{Attachment, FileExtent, FileText, ImageInfo, PlacedPart};
use conversation::{AttachmentId, Code, Error, MessageId, Result};

const COLUMNS: &str = "a.id, a.name, a.bytes, a.tokens, a.hash, a.image, a.extent";

#[derive(Debug, Clone)]
pub struct NewFile {
    pub name: String,
    pub bytes: u32,
    pub tokens: Tokens,
    pub content: NewContent,
    pub extent: FileExtent,
    /// The original file, if its pages can be drawn: a PDF.
    pub original: Option<Vec<u8>>,
}

#[derive(Debug, Clone)]
pub enum NewContent {
    Text(FileText),
    Image(Vec<u8>, ImageInfo),
}

impl NewFile {
    pub fn text(name: impl Into<String>, tokens: Tokens, text: FileText) -> Self {
        let bytes = u32::try_from(text.text.len()).unwrap_or(u32::MAX);
        let content = NewContent::Text(text);
        let extent = FileExtent::Whole;
        Self { name: name.into(), bytes, tokens, content, extent, original: None }
    }
}

impl Library {
    /// Identical content is stored once, under any number of names.
    pub async fn add_attachment(&self, file: NewFile) -> Result<Attachment> {
        let NewFile { name, bytes, tokens, content, extent, original } = file;
        let (content, parts, image) = match content {
            NewContent::Text(FileText { text, parts, .. }) => (text.into_bytes(), parts, None),
            NewContent::Image(bytes, image) => (bytes, None, Some(image)),
        };
        self.transact(move |transaction| {
            let id = AttachmentId::new();
            let hash = ContentHash::of(&content);
            let attachment = Attachment { id, name, bytes, tokens, hash, image, extent };
            insert(transaction, &attachment, &content, parts.as_deref(), now())?;
            if let Some(original) = original {
                put_original(transaction, id, &original)?;
            }
            Ok(attachment)
        })
        .await
    }

    pub async fn attachment_bytes(&self, id: AttachmentId) -> Result<(Attachment, Vec<u8>)> {
        self.read(move |connection| {
            let Some(attachment) = find(connection, id)? else { return Ok(None) };
            let bytes = texts::bytes_of_hash(connection, attachment.hash)?;
            Ok(Some((attachment, bytes)))
        })
        .await?
        .ok_or_else(|| missing(id))
    }

    /// An attached PDF's bytes; `None` if only the text was stored.
    pub async fn attachment_original(&self, id: AttachmentId) -> Result<Option<Vec<u8>>> {
        self.read(move |connection| {
            original(connection, id)?.map(|hash| texts::bytes_of_hash(connection, hash)).transpose()
        })
        .await
    }

    pub async fn has_original(&self, id: AttachmentId) -> Result<bool> {
        self.read(move |connection| Ok(original(connection, id)?.is_some())).await
    }

    /// Attached files with their texts, in the order of `ids`. An image's text is empty.
    pub async fn attachments(&self, ids: Vec<AttachmentId>) -> Result<Vec<(Attachment, FileText)>> {
        // Most messages have none, and each query waits for a thread.
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = self
            .read(move |connection| {
                let mut found = Vec::new();
                for id in ids {
                    let Some(attachment) = find(connection, id)? else { return Ok(Err(id)) };
                    let text = match attachment.image {
                        Some(_) => FileText::default(),
                        None => FileText {
                            text: texts::of_hash(connection, attachment.hash)?,
                            parts: parts(connection, id)?,
                            boxes: Vec::new(),
                        },
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
    Error::new(Code::NotFound, || crate::sentences::no_file(id))
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

pub(super) fn parts(
    connection: &Connection,
    id: AttachmentId,
) -> rusqlite::Result<Option<Vec<PlacedPart>>> {
    let parts: Option<Json<_>> = connection
        .prepare_cached("SELECT parts FROM attachments WHERE id = ?")?
        .query_row(params![id], |row| row.get(0))?;
    Ok(parts.map(|Json(parts)| parts))
}

fn original(connection: &Connection, id: AttachmentId) -> rusqlite::Result<Option<ContentHash>> {
    let hash: Option<Option<Word<_>>> = connection
        .prepare_cached("SELECT original FROM attachments WHERE id = ?")?
        .query_row(params![id], |row| row.get(0))
        .optional()?;
    Ok(hash.flatten().map(|Word(hash)| hash))
}

fn put_original(connection: &Connection, id: AttachmentId, file: &[u8]) -> rusqlite::Result<()> {
    texts::put(connection, file)?;
    connection
        .prepare_cached("UPDATE attachments SET original = ? WHERE id = ?")?
        .execute(params![Word(ContentHash::of(file)), id])
        .map(drop)
}

pub(super) fn insert(
    connection: &Connection,
    attachment: &Attachment,
    content: &[u8],
    parts: Option<&[PlacedPart]>,
    created: Timestamp,
) -> rusqlite::Result<()> {
    texts::put(connection, content)?;
    let extent = Some(&attachment.extent).filter(|extent| **extent != FileExtent::Whole);
    connection.execute(
        "INSERT INTO attachments (id, name, bytes, tokens, hash, created, image, parts, extent)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            attachment.id,
            attachment.name,
            attachment.bytes,
            attachment.tokens.0,
            Word(attachment.hash),
            Time(created),
            attachment.image.map(Json),
            parts.map(Json),
            extent.map(Json)
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
        extent: row.get::<_, Option<Json<_>>>(6)?.map(|Json(extent)| extent).unwrap_or_default(),
    })
}

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
