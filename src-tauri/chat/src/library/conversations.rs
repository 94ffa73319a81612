//! Conversations in the library.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Conversation, ConversationEntry, Library, Message, VaultId, columns::Time, messages,
    references::Whose,
};
use crate::{Code, ConversationId, Error, Result};

impl Library {
    /// The conversations of a vault, newest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn conversations(&self, vault: VaultId) -> Result<Vec<ConversationEntry>> {
        self.run(move |connection| {
            connection
                .prepare_cached(
                    "SELECT c.id, c.title, c.updated, coalesce(m.depth, 0)
                     FROM conversations c LEFT JOIN messages m ON m.id = c.leaf
                     WHERE c.vault = ? ORDER BY c.updated DESC, c.id DESC",
                )?
                .query_map(params![vault.0], |row| {
                    Ok(ConversationEntry {
                        id: row.get(0)?,
                        title: row.get(1)?,
                        updated: row.get::<_, Time>(2)?.0,
                        messages: row.get(3)?,
                    })
                })?
                .collect()
        })
        .await
    }

    /// A conversation with the messages of the branch that is shown.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn conversation(&self, id: ConversationId) -> Result<Conversation> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let Some(title) = title(&transaction, id)? else { return Ok(None) };
            let messages = messages::shown(&transaction, id, Whose::Everybodys)?;
            Ok(Some(Conversation { id, title, messages, compactions: Vec::new() }))
        })
        .await?
        .ok_or_else(|| missing(id))
    }

    /// The messages of the branch that a conversation shows, without the references of its answers:
    /// what a further turn needs.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn history(&self, id: ConversationId) -> Result<Vec<Message>> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            messages::shown(&transaction, id, Whose::Users)
        })
        .await
    }

    /// Remembers this conversation as the one that is open in its vault.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn remember_conversation(&self, id: ConversationId) -> Result<()> {
        self.run(move |connection| {
            connection.execute(
                "UPDATE vaults SET last_conversation = ?1
                 WHERE id = (SELECT vault FROM conversations WHERE id = ?1)",
                params![id],
            )?;
            Ok(())
        })
        .await
    }
}

pub(super) fn missing(id: ConversationId) -> Error {
    Error::new(Code::NotFound, format!("The conversation {id} isn't in the library."))
}

pub(super) fn title(
    connection: &Connection,
    id: ConversationId,
) -> rusqlite::Result<Option<String>> {
    connection
        .query_row("SELECT title FROM conversations WHERE id = ?", params![id], |row| row.get(0))
        .optional()
}
