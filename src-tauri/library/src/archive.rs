//! A conversation with all that belongs to it, for export and import.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{
    Library, Project, Prompt, VaultId, attachments,
    columns::{Json, Time},
    compactions, conversations, journal, messages, receipts, references, search, texts,
};
use conversation::{Attachment, Compaction, Message, MessageState, PlacedPart, Receipt};
use conversation::{AttachmentId, CompactionId, ConversationId, MessageId, ReferenceId, Result};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Archive {
    pub title: String,
    pub created: Timestamp,
    pub updated: Timestamp,
    #[serde(default)]
    pub pinned: bool,
    pub shown: Option<MessageId>,
    pub project: Option<Project>,
    #[serde(default)]
    pub prompts: Vec<Prompt>,
    pub messages: Vec<ArchivedMessage>,
    #[serde(default)]
    pub compactions: Vec<ArchivedCompaction>,
    #[serde(default)]
    pub attachments: Vec<ArchivedFile>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArchivedMessage {
    pub parent: Option<MessageId>,
    pub message: Message,
    #[serde(default)]
    pub receipts: Vec<Receipt>,
}

impl Archive {
    /// Whether a summary is itself a message of the conversation. An earlier app replaced messages with their
    /// summary, so people read the words that a model gets.
    pub(crate) fn shows(&self, summary: &Compaction) -> bool {
        summary.found.is_empty()
            && self.messages.iter().any(|ArchivedMessage { message, .. }| {
                message.id == summary.through
                    && message.answer().is_some()
                    && message.text == summary.summary
            })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArchivedCompaction {
    pub compaction: Compaction,
    pub undone: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArchivedFile {
    pub file: Attachment,
    pub created: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<PlacedPart>>,
    #[serde(flatten)]
    pub content: Content,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    Text(String),
    Base64(String),
}

impl Content {
    pub fn bytes(&self) -> Option<Vec<u8>> {
        use base64::{Engine, engine::general_purpose::STANDARD};
        match self {
            Self::Text(text) => Some(text.clone().into_bytes()),
            Self::Base64(text) => STANDARD.decode(text).ok(),
        }
    }

    fn of(bytes: Vec<u8>) -> Self {
        use base64::{Engine, engine::general_purpose::STANDARD};
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Base64(STANDARD.encode(error.as_bytes())),
        }
    }
}

impl Library {
    pub async fn archive(&self, id: ConversationId) -> Result<Archive> {
        self.read(move |connection| read(connection, id))
            .await?
            .ok_or_else(|| conversations::missing(id))
    }

    /// Stores all copies with new ids, or none. References by id must resolve in the same archive, parents first.
    /// Marks messages as imported. Drops projects, prompts and summaries that aren't messages: a model would follow
    /// them in later turns, and nobody here has read them.
    pub async fn put_archives(
        &self,
        vault: VaultId,
        archives: Vec<Archive>,
    ) -> Result<Vec<ConversationId>> {
        self.transact(move |transaction| {
            archives.into_iter().map(|archive| write(transaction, vault, archive)).collect()
        })
        .await
    }
}

fn read(connection: &Connection, id: ConversationId) -> rusqlite::Result<Option<Archive>> {
    let found = connection
        .query_row(
            "SELECT c.title, c.created, c.updated, c.pinned, c.leaf,
                 (SELECT json FROM projects p WHERE p.id = s.json ->> '$.project')
             FROM conversations c LEFT JOIN conversation_settings s
                 ON s.vault = c.vault AND s.conversation = c.id
             WHERE c.id = ?",
            params![id],
            |row| {
                Ok(Archive {
                    title: row.get(0)?,
                    created: row.get::<_, Time>(1)?.0,
                    updated: row.get::<_, Time>(2)?.0,
                    pinned: row.get(3)?,
                    shown: row.get(4)?,
                    project: row.get::<_, Option<Json<_>>>(5)?.map(|Json(project)| project),
                    prompts: Vec::new(),
                    messages: Vec::new(),
                    compactions: Vec::new(),
                    attachments: Vec::new(),
                })
            },
        )
        .optional()?;
    let Some(mut archive) = found else { return Ok(None) };
    archive.prompts = connection
        .prepare(
            "SELECT p.json FROM conversation_settings s
             JOIN json_each(s.json, '$.prompts') used
             JOIN prompts p ON p.id = used.value ->> '$.id'
             WHERE s.conversation = ? ORDER BY used.key",
        )?
        .query_map(params![id], |row| row.get(0).map(|Json(prompt)| prompt))?
        .collect::<rusqlite::Result<_>>()?;
    let messages: Vec<(Option<MessageId>, Message)> = connection
        .prepare(&format!(
            "SELECT {}, m.parent FROM messages m WHERE m.conversation = ? ORDER BY m.rowid",
            messages::COLUMNS
        ))?
        .query_map(params![id], |row| Ok((row.get("parent")?, messages::read(row)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut texts = texts::Reader::default();
    for (parent, mut message) in messages {
        journal::join(connection, &mut message)?;
        message.references = references::of_message(connection, message.id, &mut texts)?;
        let receipts = receipts::read(connection, message.id, false)?;
        match &mut message {
            Message::Question(question) => {
                question.attachments = attachments::of_message(connection, question.id)?;
                for file in &question.attachments {
                    if archive.attachments.iter().all(|known| known.file.id != file.id) {
                        archive.attachments.push(read_file(connection, file)?);
                    }
                }
            }
            Message::Answer(answer) => answer.has_receipt = !receipts.is_empty(),
        }
        archive.messages.push(ArchivedMessage { parent, message, receipts });
    }
    archive.compactions = connection
        .prepare(
            "SELECT json, undone FROM compactions WHERE conversation = ? ORDER BY created, id",
        )?
        .query_map(params![id], |row| {
            Ok(ArchivedCompaction {
                compaction: row.get::<_, Json<_>>(0)?.0,
                undone: row.get::<_, Option<Time>>(1)?.map(|Time(time)| time),
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(archive))
}

fn read_file(connection: &Connection, file: &Attachment) -> rusqlite::Result<ArchivedFile> {
    let created: Time = connection.query_row(
        "SELECT created FROM attachments WHERE id = ?",
        params![file.id],
        |row| row.get(0),
    )?;
    let bytes = texts::bytes_of_hash(connection, file.hash)?;
    let parts = attachments::parts(connection, file.id)?;
    Ok(ArchivedFile { file: file.clone(), created: created.0, parts, content: Content::of(bytes) })
}

fn write(
    connection: &Connection,
    vault: VaultId,
    archive: Archive,
) -> rusqlite::Result<ConversationId> {
    let id = ConversationId::new();
    connection.execute(
        "INSERT INTO conversations (id, vault, title, created, updated, pinned)
         VALUES (?, ?, ?, ?, ?, ?)",
        params![
            id,
            vault.0,
            archive.title,
            Time(archive.created),
            Time(archive.updated),
            archive.pinned
        ],
    )?;
    search::put_title(connection, id, &archive.title)?;
    let mut files: HashMap<AttachmentId, Attachment> = HashMap::new();
    for kept in &archive.attachments {
        let bytes = kept.content.bytes().unwrap_or_default();
        let file = Attachment {
            id: AttachmentId::new(),
            hash: notes::ContentHash::of(&bytes),
            ..kept.file.clone()
        };
        attachments::insert(connection, &file, &bytes, kept.parts.as_deref(), kept.created)?;
        files.insert(kept.file.id, file);
    }
    let mut summaries = archive.compactions.clone();
    summaries.retain(|summary| archive.shows(&summary.compaction));
    let mut ids: HashMap<MessageId, MessageId> = HashMap::new();
    for ArchivedMessage { parent, mut message, receipts } in archive.messages {
        let new = MessageId::new();
        ids.insert(message.id, new);
        message.id = new;
        message.imported = true;
        match &mut message {
            Message::Question(question) => {
                let own = question.attachments.iter();
                question.attachments =
                    own.filter_map(|file| files.get(&file.id).cloned()).collect();
            }
            Message::Answer(answer) => {
                // The export caught it mid-stream; nobody resumes it here.
                if answer.state == MessageState::Streaming {
                    answer.state = MessageState::Interrupted;
                }
                // No window shows these texts for models.
                let calls = answer.steps.iter_mut().flat_map(|step| &mut step.calls);
                calls.for_each(|call| call.gist = None);
            }
        }
        for reference in &mut message.references {
            reference.id = ReferenceId::new();
            let file = reference.attachment.and_then(|file| files.get(&file));
            reference.attachment = file.map(|file| file.id);
        }
        let parent = parent.and_then(|parent| ids.get(&parent).copied());
        messages::insert(connection, id, parent, &message)?;
        for receipt in receipts {
            let contents = strings(&receipt.request);
            receipts::insert(connection, Receipt { answer: new, ..receipt }, &contents)?;
        }
    }
    for ArchivedCompaction { compaction, undone } in summaries {
        if let Some(through) = ids.get(&compaction.through).copied() {
            let summary = Compaction { id: CompactionId::new(), through, ..compaction };
            compactions::insert(connection, id, &summary, undone)?;
        }
    }
    // Ids are created in message order, so the largest is the last message's.
    let shown = archive.shown.and_then(|shown| ids.get(&shown)).or(ids.values().max());
    connection
        .execute("UPDATE conversations SET leaf = ?2 WHERE id = ?1", params![id, shown.copied()])?;
    Ok(id)
}

fn strings(body: &str) -> Vec<String> {
    fn collect(value: serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => found.push(text),
            serde_json::Value::Array(values) => {
                values.into_iter().for_each(|value| collect(value, found));
            }
            serde_json::Value::Object(map) => {
                map.into_iter().for_each(|(_, value)| collect(value, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_str(body) {
        collect(value, &mut found);
    }
    found
}
