//! Stored conversations: list, read, rename, pin, delete.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, ToSql, params};

use super::{
    Library, VaultId, branches,
    columns::{Time, Word, now},
    compactions, messages,
    references::{self, ReferenceOwner},
    search,
};
use conversation::{
    CitingAnswer, Code, Compaction, Conversation, ConversationEntry, ConversationFilter,
    ConversationId, Error, Message, MessageId, Number, PassageKey, Result,
};
use notes::NotePath;

#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    pub conversation: Conversation,
    pub earlier: u32,
}

/// The part of a conversation that the caller has cached.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadCursor {
    /// The last message of a branch cached from its beginning.
    pub message: Option<MessageId>,
    /// Passage numbers are read from this message on. It had ended when the caller cached the earlier ones.
    pub numbers: Option<MessageId>,
}

/// The uncached data for a new turn, read in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Continuation {
    pub messages: Vec<Message>,
    /// Whether they follow the cached message; otherwise they are the whole branch.
    pub continues: bool,
    pub numbers: Vec<(PassageKey, Number)>,
    pub compactions: Vec<Compaction>,
    /// The last summarised message and the creation time of each undone summary, over all branches.
    pub undone: Vec<(MessageId, Timestamp)>,
}

impl Library {
    pub async fn conversations(&self, vault: VaultId) -> Result<Vec<ConversationEntry>> {
        self.conversations_by(vault, ConversationFilter::default()).await
    }

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

    pub async fn conversation(&self, id: ConversationId) -> Result<Conversation> {
        Ok(self.page(id, None, None).await?.conversation)
    }

    /// A conversation with the newest `limit` messages of its shown branch, or of the branch that leads to `before`,
    /// exclusive.
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
            let read = branches::read(connection, last, None, limit, ReferenceOwner::Everybodys)?;
            let earlier = read.first().map_or(0, |(depth, _)| depth.saturating_sub(1));
            let messages = read.into_iter().map(|(_, message)| message).collect();
            let compactions = compactions::of_branch(connection, id, leaf)?;
            let conversation = Conversation { id, title, messages, compactions };
            Ok(Ok(Page { conversation, earlier }))
        })
        .await?
    }

    /// The messages of the shown branch, or of the branch that leads to `before`, exclusive, which needn't be shown.
    /// Omits what a new turn doesn't need: the answers' references, branches and receipt flags.
    pub async fn history(
        &self,
        id: ConversationId,
        before: Option<MessageId>,
    ) -> Result<Vec<Message>> {
        Ok(self.continuation(id, before, ReadCursor::default()).await?.messages)
    }

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
                let whose = ReferenceOwner::Users;
                let read = branches::read(connection, last, held.message, None, whose)?;
                // Messages that reach the branch's first one didn't meet the cached one.
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

    pub async fn remember_conversation(&self, id: ConversationId) -> Result<()> {
        self.write(move |connection| {
            // Skips the write, and its wait, if nothing changes.
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

    pub async fn rename_conversation(&self, id: ConversationId, title: String) -> Result<()> {
        self.transact(move |transaction| {
            let found = transaction
                .execute("UPDATE conversations SET title = ?2 WHERE id = ?1", params![id, title])?;
            if found > 0 {
                search::put_title(transaction, id, &title)?;
            }
            Ok(found)
        })
        .await
        .and_then(|found| there(id, found))
    }

    pub async fn pin_conversation(&self, id: ConversationId, pinned: bool) -> Result<()> {
        self.set(id, "pinned = ?2", pinned).await
    }

    /// Hides a conversation from the list and the search. It can be restored for 30 days.
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
    Error::new(Code::NotFound, || crate::sentences::no_conversation(id))
}

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
        Some((false, _, root)) => Err(Error::bad_input(|| crate::sentences::other_vault(&root))),
        Some((true, true, _)) => {
            Err(Error::new(Code::NotFound, crate::sentences::CONVERSATION_DELETED))
        }
        Some((true, false, _)) => Ok(()),
    })
}
