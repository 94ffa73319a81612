use conversation::{ConversationId, ConversationSettings, Result};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Library, VaultId, columns::Json};

impl Library {
    pub async fn conversation_settings(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
    ) -> Result<ConversationSettings> {
        self.read(move |connection| {
            let kept: Option<Json<ConversationSettings>> = connection
                .prepare_cached(
                    "SELECT json FROM conversation_settings WHERE vault = ? AND conversation = ?",
                )?
                .query_row(params![vault.0, name(conversation)], |row| row.get(0))
                .optional()?;
            Ok(kept.map(|Json(kept)| kept).unwrap_or_default())
        })
        .await
    }

    pub async fn put_conversation_settings(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
        settings: ConversationSettings,
    ) -> Result<()> {
        self.write(move |connection| {
            let conversation = name(conversation);
            if settings.is_empty() {
                connection.execute(
                    "DELETE FROM conversation_settings WHERE vault = ? AND conversation = ?",
                    params![vault.0, conversation],
                )?;
            } else {
                connection.execute(
                    "INSERT OR REPLACE INTO conversation_settings (vault, conversation, json)
                     VALUES (?, ?, ?)",
                    params![vault.0, conversation, Json(settings)],
                )?;
            }
            Ok(())
        })
        .await
    }
}

fn name(conversation: Option<ConversationId>) -> String {
    conversation.map(|id| id.to_string()).unwrap_or_default()
}

pub(super) fn take_over(
    connection: &Connection,
    vault: VaultId,
    conversation: ConversationId,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE conversation_settings SET conversation = ?2 WHERE vault = ?1 AND conversation = ''",
        params![vault.0, conversation],
    )?;
    Ok(())
}
