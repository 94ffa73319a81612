//! The vaults that the user opened, with their drafts and queued questions, and the settings.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Library, attachments,
    columns::{Json, Time, Word, now},
};
use conversation::{Attachment, AttachmentId, ConversationId, Draft, Result, Settings};

const NOTHING_WRITTEN: &str = "text = '' AND attachments = '[]' AND scope IS NULL";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VaultId(pub(super) i64);

impl Library {
    pub async fn open_vault(&self, root: &Path) -> Result<VaultId> {
        let root = root.to_string_lossy().into_owned();
        self.write(move |connection| {
            // A vault recovered without its path takes the next unknown folder's.
            connection.execute(
                "UPDATE vaults SET root = ?1
                 WHERE id = (SELECT min(id) FROM vaults WHERE root LIKE 'recovered%' AND opened = 0)
                   AND NOT EXISTS (SELECT 1 FROM vaults WHERE root = ?1)",
                params![root],
            )?;
            connection.query_row(
                "INSERT INTO vaults (root, opened) VALUES (?1, ?2)
                 ON CONFLICT (root) DO UPDATE SET opened = ?2 RETURNING id",
                params![root, Time(now())],
                |row| row.get(0).map(VaultId),
            )
        })
        .await
    }

    pub async fn recent_vaults(&self, limit: u32) -> Result<Vec<PathBuf>> {
        self.read(move |connection| {
            let mut rows = connection.prepare_cached(
                "SELECT root FROM vaults WHERE opened > 0 ORDER BY opened DESC, id DESC LIMIT ?",
            )?;
            let roots =
                rows.query_map([limit], |row| row.get::<_, String>(0).map(PathBuf::from))?;
            roots.collect()
        })
        .await
    }

    pub async fn last_conversation(&self, vault: VaultId) -> Result<Option<ConversationId>> {
        self.read(move |connection| {
            connection.query_row(
                "SELECT last_conversation FROM vaults WHERE id = ?",
                params![vault.0],
                |row| row.get(0),
            )
        })
        .await
    }

    pub async fn settings(&self) -> Result<Settings> {
        self.read(|connection| {
            let kept: Option<Json<Settings>> = connection
                .query_row("SELECT value FROM settings WHERE name = 'settings'", [], |row| {
                    row.get(0)
                })
                .optional()?;
            Ok(kept.map(|Json(settings)| settings).unwrap_or_default())
        })
        .await
    }

    pub async fn put_settings(&self, settings: Settings) -> Result<()> {
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO settings (name, value) VALUES ('settings', ?1)
                 ON CONFLICT (name) DO UPDATE SET value = ?1",
                params![Json(settings)],
            )?;
            Ok(())
        })
        .await
    }

    pub async fn kept_keys(&self) -> Result<Vec<String>> {
        self.read(|connection| {
            let kept: Option<Json<Vec<String>>> = connection
                .query_row("SELECT value FROM settings WHERE name = 'keys'", [], |row| row.get(0))
                .optional()?;
            Ok(kept.map(|Json(kept)| kept).unwrap_or_default())
        })
        .await
    }

    pub async fn put_kept_keys(&self, addresses: Vec<String>) -> Result<()> {
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO settings (name, value) VALUES ('keys', ?1)
                 ON CONFLICT (name) DO UPDATE SET value = ?1",
                params![Json(addresses)],
            )?;
            Ok(())
        })
        .await
    }

    /// The draft in a conversation, or for a new one, without files that no longer exist.
    pub async fn draft(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
    ) -> Result<Option<Draft<Attachment>>> {
        self.read(move |connection| {
            let draft = connection
                .query_row(
                    &format!(
                        "SELECT text, mode, passages_only, attachments, scope, work FROM drafts
                         WHERE vault = ? AND conversation = ? AND NOT ({NOTHING_WRITTEN})"
                    ),
                    params![vault.0, draft_of(conversation)],
                    |row| {
                        let (Word(mode), Json(attachments)) = (row.get(1)?, row.get(3)?);
                        Ok(Draft {
                            text: row.get(0)?,
                            mode,
                            scope: row
                                .get::<_, Option<Json<_>>>(4)?
                                .map(|Json(scope)| scope)
                                .unwrap_or_default(),
                            passages_only: row.get(2)?,
                            work: row.get(5)?,
                            attachments,
                        })
                    },
                )
                .optional()?;
            let Some(draft) = draft else { return Ok(None) };
            Ok(Some(with_files(connection, draft)?))
        })
        .await
    }

    /// Stores a draft; deletes one without text, files and scope.
    pub async fn put_draft(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
        draft: Draft<AttachmentId>,
    ) -> Result<()> {
        self.write(move |connection| {
            let conversation = draft_of(conversation);
            connection.execute(
                "INSERT INTO drafts
                     (vault, conversation, text, updated, mode, passages_only, attachments, scope, work)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (vault, conversation) DO UPDATE SET
                     text = excluded.text, updated = excluded.updated, mode = excluded.mode,
                     passages_only = excluded.passages_only, attachments = excluded.attachments,
                     scope = excluded.scope, work = excluded.work",
                params![
                    vault.0,
                    conversation,
                    draft.text,
                    Time(now()),
                    Word(draft.mode),
                    draft.passages_only,
                    Json(draft.attachments),
                    Some(draft.scope).filter(|scope| !scope.is_everything()).map(Json),
                    draft.work,
                ],
            )?;
            forget_empty(connection, &conversation)
        })
        .await
    }

    /// A conversation's queued questions, next one first, without files that no longer exist.
    pub async fn queue(&self, conversation: ConversationId) -> Result<Vec<Draft<Attachment>>> {
        self.read(move |connection| {
            let queued = connection
                .query_row(
                    "SELECT queued FROM drafts WHERE conversation = ? AND queued IS NOT NULL",
                    [conversation.to_string()],
                    |row| row.get::<_, Json<Vec<Draft<AttachmentId>>>>(0),
                )
                .optional()?;
            let queued = queued.map_or_else(Vec::new, |Json(queued)| queued);
            queued.into_iter().map(|draft| with_files(connection, draft)).collect()
        })
        .await
    }

    pub async fn put_queue(
        &self,
        conversation: ConversationId,
        questions: Vec<Draft<AttachmentId>>,
    ) -> Result<()> {
        self.write(move |connection| {
            // The row belongs to the conversation's vault, whichever is open.
            connection.execute(
                "INSERT INTO drafts (vault, conversation, text, updated, queued)
                 SELECT vault, id, '', ?2, ?3 FROM conversations WHERE id = ?1
                 ON CONFLICT (vault, conversation) DO UPDATE SET queued = excluded.queued",
                params![
                    conversation,
                    Time(now()),
                    Some(questions).filter(|questions| !questions.is_empty()).map(Json),
                ],
            )?;
            forget_empty(connection, &conversation.to_string())
        })
        .await
    }
}

fn forget_empty(connection: &Connection, conversation: &str) -> rusqlite::Result<()> {
    connection.execute(
        &format!(
            "DELETE FROM drafts WHERE conversation = ? AND {NOTHING_WRITTEN} AND queued IS NULL"
        ),
        [conversation],
    )?;
    Ok(())
}

fn with_files(
    connection: &Connection,
    draft: Draft<AttachmentId>,
) -> rusqlite::Result<Draft<Attachment>> {
    let Draft { text, mode, scope, passages_only, work, attachments } = draft;
    let found: rusqlite::Result<Vec<Option<Attachment>>> =
        attachments.into_iter().map(|id| attachments::find(connection, id)).collect();
    let attachments = found?.into_iter().flatten().collect();
    Ok(Draft { text, mode, scope, passages_only, work, attachments })
}

fn draft_of(conversation: Option<ConversationId>) -> String {
    conversation.map(|id| id.to_string()).unwrap_or_default()
}
