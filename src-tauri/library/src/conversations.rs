//! Conversations in the library.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, ToSql, params};

use super::{
    Library, VaultId, branches,
    columns::{Time, Word},
    compactions, messages,
    references::{self, ReferenceOwner},
    search,
};
use crate::columns::now;
use conversation::{
    CitingAnswer, Code, Compaction, Conversation, ConversationEntry, ConversationFilter,
    ConversationId, Error, Message, MessageId, Number, PassageKey, Result,
};
use notes::NotePath;

#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The conversation with this part of its messages.
    pub conversation: Conversation,
    /// How many messages the branch has before them.
    pub earlier: u32,
}

/// What the caller has of a conversation, and needn't read again.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadCursor {
    /// The last of the messages of a branch, which it has from the first one on.
    pub message: Option<MessageId>,
    /// A message that had ended when it read the numbers that were given.
    pub numbers: Option<MessageId>,
}

/// What a further turn of a conversation needs, all of one moment, without what the caller has.
#[derive(Debug, Clone, PartialEq)]
pub struct Continuation {
    /// The messages, in order.
    pub messages: Vec<Message>,
    /// Whether they follow the message that the caller named. If not they are the whole branch.
    pub continues: bool,
    /// The numbers that were given, over all branches.
    pub numbers: Vec<(PassageKey, Number)>,
    /// The summaries that weren't undone, over all branches, oldest first.
    pub compactions: Vec<Compaction>,
    /// Of each summary that was undone, over all branches, the last message that it stood for and when it was made.
    pub undone: Vec<(MessageId, Timestamp)>,
}

impl Library {
    /// The conversations of a vault, the pinned ones first, then newest first.
    pub async fn conversations(&self, vault: VaultId) -> Result<Vec<ConversationEntry>> {
        self.conversations_by(vault, ConversationFilter::default()).await
    }

    /// The same as far as a filter lets them through. All branches of a conversation count.
    pub async fn conversations_by(
        &self,
        vault: VaultId,
        filter: ConversationFilter,
    ) -> Result<Vec<ConversationEntry>> {
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT c.id, c.title, c.updated, coalesce(m.depth, 0), c.pinned,
                         CASE WHEN json_valid(s.json) THEN s.json ->> '$.project' END
                     FROM conversations c LEFT JOIN messages m ON m.id = c.leaf
                     LEFT JOIN conversation_settings s
                         ON s.vault = c.vault AND s.conversation = c.id
                     WHERE c.vault = ?1 AND c.deleted IS NULL
                       AND (NOT ?2 OR c.pinned)
                       AND (?3 IS NULL OR c.updated >= ?3)
                       AND (?4 IS NULL OR EXISTS (
                           SELECT 1 FROM message_references r
                           WHERE r.path = ?4 AND r.conversation = c.id
                             AND json_valid(r.json) AND r.json ->> '$.state' = 'cited'))
                       AND (?5 IS NULL OR EXISTS (
                           SELECT 1 FROM messages q WHERE q.conversation = c.id
                             AND q.author = 'user' AND q.mode = ?5))
                       AND (?6 IS NULL OR EXISTS (
                           SELECT 1 FROM messages a WHERE a.conversation = c.id AND a.model = ?6))
                     ORDER BY c.pinned DESC, c.updated DESC, c.id DESC",
                )?
                .query_map(
                    params![
                        vault.0,
                        filter.pinned,
                        filter.since.map(Time),
                        filter.note.as_ref().map(NotePath::as_str),
                        filter.mode.map(Word),
                        filter.model
                    ],
                    |row| {
                        Ok(ConversationEntry {
                            id: row.get(0)?,
                            title: row.get(1)?,
                            updated: row.get::<_, Time>(2)?.0,
                            messages: row.get(3)?,
                            pinned: row.get(4)?,
                            project: row.get(5)?,
                        })
                    },
                )?
                .collect()
        })
        .await
    }

    /// The models that answered in the conversations of a vault, by name.
    pub async fn answering_models(&self, vault: VaultId) -> Result<Vec<String>> {
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT DISTINCT m.model FROM conversations c
                     JOIN messages m ON m.conversation = c.id
                     WHERE c.vault = ? AND c.deleted IS NULL AND m.model IS NOT NULL
                     ORDER BY m.model COLLATE NOCASE",
                )?
                .query_map(params![vault.0], |row| row.get(0))?
                .collect()
        })
        .await
    }

    /// The answers of a vault's conversations that cite the note at `path`, the newest first.
    pub async fn answers_citing(
        &self,
        vault: VaultId,
        path: NotePath,
    ) -> Result<Vec<CitingAnswer>> {
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT m.id, c.id, c.title, coalesce(q.text, ''), m.created
                     FROM message_references r
                     JOIN messages m ON m.id = r.message AND m.author = 'assistant'
                     JOIN conversations c ON c.id = m.conversation
                     LEFT JOIN messages q ON q.id = m.parent
                     WHERE r.path = ?1 AND c.vault = ?2 AND c.deleted IS NULL
                       AND json_valid(r.json) AND r.json ->> '$.state' = 'cited'
                     GROUP BY m.id ORDER BY m.created DESC, m.id DESC",
                )?
                .query_map(params![path.as_str(), vault.0], |row| {
                    Ok(CitingAnswer {
                        answer: row.get(0)?,
                        conversation: row.get(1)?,
                        title: row.get(2)?,
                        question: row.get(3)?,
                        created: row.get::<_, Time>(4)?.0,
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
        Ok(self.page(id, None, None).await?.conversation)
    }

    /// A conversation with the newest `limit` messages of the branch that is shown, or of the branch
    /// that leads to `before`, which isn't among them. Reads no more than that.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it or `before` isn't there, or the library fails.
    pub async fn conversation_page(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Page> {
        self.page(id, before, Some(limit)).await
    }

    async fn page(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
        limit: Option<u32>,
    ) -> Result<Page> {
        self.read(move |connection| {
            let found = connection
                .prepare_cached("SELECT title, leaf FROM conversations WHERE id = ?")?
                .query_row(params![id], |row| {
                    let leaf: Option<MessageId> = row.get(1)?;
                    Ok((row.get(0)?, leaf))
                })
                .optional()?;
            let Some((title, leaf)) = found else { return Ok(Err(missing(id))) };
            let last = match before {
                None => leaf,
                Some(before) => match branches::parent(connection, id, before)? {
                    Some(parent) => parent,
                    None => return Ok(Err(messages::missing(before))),
                },
            };
            let read = branches::read(connection, last, limit, ReferenceOwner::Everybodys)?;
            let earlier = read.first().map_or(0, |(depth, _)| depth.saturating_sub(1));
            let messages = read.into_iter().map(|(_, message)| message).collect();
            let compactions = compactions::of_branch(connection, id, leaf)?;
            let conversation = Conversation { id, title, messages, compactions };
            Ok(Ok(Page { conversation, earlier }))
        })
        .await?
    }

    /// The messages of the branch that a conversation shows, or of the branch that leads to `before`
    /// (which isn't among them, and need not be on the branch that is shown), without the references
    /// of its answers, their branches and whether they have receipts: what a further turn needs.
    ///
    /// # Errors
    /// [`Code::NotFound`] if `before` isn't there, or the library fails.
    pub async fn history(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
    ) -> Result<Vec<Message>> {
        Ok(self.continuation(id, before, ReadCursor::default()).await?.messages)
    }

    /// [`Library::history`] and what else a further turn needs, without what the caller has.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the conversation or `before` isn't there, or the library fails.
    pub async fn continuation(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
        held: ReadCursor,
    ) -> Result<Continuation> {
        self.read(move |connection| {
            if !exists(connection, id)? {
                return Ok(Err(missing(id)));
            }
            let last = match before {
                None => branches::leaf(connection, id)?,
                Some(before) => match branches::parent(connection, id, before)? {
                    Some(parent) => parent,
                    None => return Ok(Err(messages::missing(before))),
                },
            };
            let (messages, continues) = if last.is_some() && last == held.message {
                (Vec::new(), true)
            } else {
                let read = branches::read_after(
                    connection,
                    last,
                    held.message,
                    None,
                    ReferenceOwner::Users,
                )?;
                // What begins at a branch's first message didn't meet the known one.
                let continues = read.first().is_some_and(|(depth, _)| *depth > 1);
                (read.into_iter().map(|(_, message)| message).collect(), continues)
            };
            let numbers = references::numbers(connection, id, held.numbers)?;
            let compactions = compactions::of(connection, id)?;
            let undone = compactions::undone(connection, id)?;
            Ok(Ok(Continuation { messages, continues, numbers, compactions, undone }))
        })
        .await?
    }

    /// Remembers this conversation as the one that is open in its vault.
    pub async fn remember_conversation(&self, id: ConversationId) -> Result<()> {
        self.write(move |connection| {
            // Nothing is written, and nothing waited for, where it is remembered already.
            connection.execute(
                "UPDATE vaults SET last_conversation = ?1
                 WHERE id = (SELECT vault FROM conversations WHERE id = ?1)
                   AND last_conversation IS NOT ?1",
                params![id],
            )?;
            Ok(())
        })
        .await
    }

    /// Gives a conversation another title.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn rename_conversation(&self, id: ConversationId, title: String) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            let found = transaction
                .execute("UPDATE conversations SET title = ?2 WHERE id = ?1", params![id, title])?;
            if found > 0 {
                search::put_title(&transaction, id, &title)?;
            }
            transaction.commit()?;
            Ok(found)
        })
        .await
        .and_then(|found| there(id, found))
    }

    /// Keeps a conversation at the top of the list, or no longer.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn pin_conversation(&self, id: ConversationId, pinned: bool) -> Result<()> {
        self.set(id, "pinned = ?2", pinned).await
    }

    /// Takes a conversation out of the list and the search. It can be brought back for 30 days.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn delete_conversation(&self, id: ConversationId) -> Result<()> {
        self.set(id, "deleted = coalesce(deleted, ?2)", Time(now())).await?;
        self.write(move |connection| {
            connection.execute(
                "UPDATE vaults SET last_conversation = NULL WHERE last_conversation = ?",
                params![id],
            )
        })
        .await?;
        Ok(())
    }

    /// Brings a deleted conversation back.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there any more, or the library fails.
    pub async fn restore_conversation(&self, id: ConversationId) -> Result<()> {
        self.set(id, "deleted = ?2", None::<Time>).await
    }

    async fn set(
        &self,
        id: ConversationId,
        what: &'static str,
        value: impl ToSql + Send + 'static,
    ) -> Result<()> {
        self.write(move |connection| {
            connection.execute(
                &format!("UPDATE conversations SET {what} WHERE id = ?1"),
                params![id, value],
            )
        })
        .await
        .and_then(|found| there(id, found))
    }
}

fn exists(connection: &Connection, id: ConversationId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM conversations WHERE id = ?")?.exists(params![id])
}

fn there(id: ConversationId, found: usize) -> Result<()> {
    if found == 0 { Err(missing(id)) } else { Ok(()) }
}

pub(super) fn missing(id: ConversationId) -> Error {
    Error::new(Code::NotFound, crate::sentences::no_conversation(id))
}

/// Whether a conversation can be gone on with in this vault.
pub(super) fn check(
    connection: &Connection,
    vault: VaultId,
    id: ConversationId,
) -> rusqlite::Result<Result<()>> {
    let found: Option<(bool, bool, String)> = connection
        .prepare_cached(
            "SELECT c.vault = ?2, c.deleted IS NOT NULL, v.root
             FROM conversations c JOIN vaults v ON v.id = c.vault WHERE c.id = ?1",
        )?
        .query_row(params![id, vault.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    Ok(match found {
        None => Err(missing(id)),
        Some((false, _, root)) => {
            Err(Error::new(Code::BadInput, crate::sentences::other_vault(&root)))
        }
        Some((true, true, _)) => {
            Err(Error::new(Code::NotFound, crate::sentences::CONVERSATION_DELETED))
        }
        Some((true, false, _)) => Ok(()),
    })
}
