//! The branches of a conversation. Its messages form a tree; the shown branch ends with the
//! conversation's leaf.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Library, attachments,
    columns::{Json, Word},
    journal,
    messages::{self, COLUMNS},
    receipts,
    references::{self, ReferenceOwner},
    texts,
};
use conversation::{Answer, Author, ConversationId, Message, MessageId, MessageState, Result};

impl Library {
    /// Shows the newest branch that contains `message`.
    pub async fn switch_branch(&self, message: MessageId) -> Result<ConversationId> {
        self.transact(move |transaction| {
            let conversation: Option<ConversationId> = transaction
                .query_row(
                    "SELECT conversation FROM messages WHERE id = ?",
                    params![message],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(conversation) = conversation else { return Ok(None) };
            // Ids sort by time, so the newest leaf has the highest id. Other messages don't count:
            // a question and its answer get ids at about the same moment, so the question's may be
            // higher.
            transaction.execute(
                "WITH RECURSIVE below (id) AS (
                     VALUES (?1)
                     UNION ALL
                     SELECT m.id FROM messages m JOIN below b ON m.parent = b.id
                 )
                 UPDATE conversations SET leaf = (
                     SELECT max(id) FROM below
                     WHERE NOT EXISTS (SELECT 1 FROM messages WHERE parent = below.id)
                 ) WHERE id = ?2",
                params![message, conversation],
            )?;
            Ok(Some(conversation))
        })
        .await?
        .ok_or_else(|| messages::missing(message))
    }

    pub async fn message(&self, id: MessageId) -> Result<(ConversationId, Message)> {
        self.read(move |connection| load(connection, id))
            .await?
            .ok_or_else(|| messages::missing(id))
    }

    /// Changes the citations of an answer that has ended, and returns the answer. `change` returns whether it
    /// changed anything.
    pub async fn change_citations(
        &self,
        answer: MessageId,
        change: impl FnOnce(&mut Answer) -> bool + Send + 'static,
    ) -> Result<Answer> {
        let changed = self
            .transact(move |transaction| {
                let found = load(transaction, answer)?.and_then(|(_, found)| found.into_answer());
                let Some(mut message) = found else { return Ok(None) };
                if message.state != MessageState::Streaming && change(&mut message) {
                    transaction.execute(
                        "UPDATE messages SET citations = ?2 WHERE id = ?1",
                        params![answer, Json(&message.citations)],
                    )?;
                    references::replace(transaction, answer, &message.references)?;
                }
                Ok(Some(message))
            })
            .await?
            .ok_or_else(|| messages::missing(answer))?;
        self.count_change();
        Ok(changed)
    }
}

/// A message with its references, attachments and branches, and its conversation.
fn load(
    connection: &Connection,
    id: MessageId,
) -> rusqlite::Result<Option<(ConversationId, Message)>> {
    let found = connection
        .query_row(
            &format!("SELECT {COLUMNS}, m.conversation, m.parent FROM messages m WHERE m.id = ?"),
            params![id],
            |row| Ok((row.get("conversation")?, row.get("parent")?, messages::read(row)?)),
        )
        .optional()?;
    let Some((conversation, parent, mut message)) = found else { return Ok(None) };
    journal::join(connection, &mut message)?;
    let mut texts = texts::Reader::default();
    message.references = references::of_message(connection, id, &mut texts)?;
    message.branches = siblings(connection, conversation, parent, message.author())?;
    match &mut message {
        Message::Question(question) => {
            question.attachments = attachments::of_message(connection, id)?;
        }
        Message::Answer(answer) => answer.has_receipt = receipts::exists(connection, id)?,
    }
    Ok(Some((conversation, message)))
}

pub(super) fn leaf(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<Option<MessageId>> {
    connection
        .prepare_cached("SELECT leaf FROM conversations WHERE id = ?")?
        .query_row(params![conversation], |row| row.get(0))
        .optional()
        .map(Option::flatten)
}

/// The preceding message: `Some(None)` for the first message, `None` if `message` isn't in the conversation.
pub(super) fn parent(
    connection: &Connection,
    conversation: ConversationId,
    message: MessageId,
) -> rusqlite::Result<Option<Option<MessageId>>> {
    connection
        .prepare_cached("SELECT parent FROM messages WHERE id = ? AND conversation = ?")?
        .query_row(params![message, conversation], |row| row.get(0))
        .optional()
}

/// At most `limit` messages from the end of the branch that ends with `last`, or those after `known`, in order, each
/// with its depth, and with the references of `whose`.
pub(super) fn read(
    connection: &Connection,
    last: Option<MessageId>,
    known: Option<MessageId>,
    limit: Option<u32>,
    whose: ReferenceOwner,
) -> rusqlite::Result<Vec<(u32, Message)>> {
    let Some(last) = last else { return Ok(Vec::new()) };
    let found: Vec<(u32, ConversationId, Option<MessageId>, Message)> = connection
        .prepare_cached(&format!(
            "WITH RECURSIVE branch (id, parent) AS (
                 SELECT id, parent FROM messages WHERE id = ?1
                 UNION ALL
                 SELECT m.id, m.parent FROM messages m JOIN branch b ON m.id = b.parent
                 WHERE m.id IS NOT ?3
                 LIMIT ?2
             )
             SELECT {COLUMNS}, m.depth, m.conversation, m.parent
             FROM branch b JOIN messages m ON m.id = b.id ORDER BY m.depth"
        ))?
        .query_map(params![last, limit.map_or(-1, i64::from), known], |row| {
            Ok((
                row.get("depth")?,
                row.get("conversation")?,
                row.get("parent")?,
                messages::read(row)?,
            ))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut texts = texts::Reader::default();
    found
        .into_iter()
        .map(|(depth, conversation, parent, mut message)| {
            journal::join(connection, &mut message)?;
            // A new turn needs only the references and files of the user's questions. For a
            // thousand messages, the rest would cost thousands of queries.
            let shown = whose == ReferenceOwner::Everybodys;
            let id = message.id;
            match &mut message {
                Message::Question(question) => {
                    question.references = references::of_message(connection, id, &mut texts)?;
                    question.attachments = attachments::of_message(connection, id)?;
                }
                Message::Answer(answer) if shown => {
                    answer.references = references::of_message(connection, id, &mut texts)?;
                    answer.has_receipt = receipts::exists(connection, id)?;
                }
                Message::Answer(_) => {}
            }
            if shown {
                message.branches = siblings(connection, conversation, parent, message.author())?;
            }
            Ok((depth, message))
        })
        .collect()
}

/// The messages of `author` that follow the same message, oldest first. Empty if there is only one.
pub(super) fn siblings(
    connection: &Connection,
    conversation: ConversationId,
    parent: Option<MessageId>,
    author: Author,
) -> rusqlite::Result<Vec<MessageId>> {
    let ids: Vec<MessageId> = connection
        .prepare_cached(
            "SELECT id FROM messages WHERE parent IS ? AND conversation = ? AND author = ?
             ORDER BY id",
        )?
        .query_map(params![parent, conversation, Word(author)], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(if ids.len() > 1 { ids } else { Vec::new() })
}
