//! Messages in the library, and the steps in which a turn writes them.

use std::path::Path;

use models::Usage;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use super::{
    Library, VaultId, attachments, branches,
    columns::{Json, Time, Word},
    conversations, journal, receipts, references, search, texts, writers,
};
use conversation::{Author, CitationMark, Message, MessageState};
use conversation::{Code, ConversationId, Error, MessageId, Result, reference::Reference};

/// What an answer is to.
#[derive(Debug, Clone)]
pub enum Question {
    /// A new message, in a conversation or beginning one with this title.
    New {
        /// The conversation, if there is one already.
        conversation: Option<ConversationId>,
        /// The title of a new one.
        title: String,
        /// The message.
        message: Box<Message>,
    },
    /// A new message in the place of a kept one, which stays, with what followed it, as another
    /// branch.
    Edited {
        /// The conversation.
        conversation: ConversationId,
        /// The user's message at whose place it stands.
        instead_of: MessageId,
        /// The message.
        message: Box<Message>,
    },
    /// A message of the user's that is kept already, wherever it is: its earlier answers, and what
    /// followed them, stay as other branches.
    Kept {
        /// Its conversation.
        conversation: ConversationId,
        /// Its id.
        message: MessageId,
    },
}

impl Question {
    /// Its conversation, unless it begins one.
    fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::New { conversation, .. } => *conversation,
            Self::Edited { conversation, .. } | Self::Kept { conversation, .. } => {
                Some(*conversation)
            }
        }
    }
}

pub(super) const COLUMNS: &str = "m.id, m.author, m.text, m.citations, m.thinking, m.created, m.state, \
                       m.error, m.mode, m.passages_only, m.model, m.notices, m.steps, m.checks, \
                       m.probably";

impl Library {
    /// Begins a turn: keeps the question with its references and files, and the place of its
    /// answer. When this returns, both are on the disk.
    ///
    /// # Errors
    /// If the conversation or the kept question isn't there, the conversation is deleted or of
    /// another vault, an answer is still being written in it, or the library fails.
    pub async fn begin_turn(
        &self,
        vault: VaultId,
        question: Question,
        answer: Message,
    ) -> Result<ConversationId> {
        let (path, writer) = self.place();
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            let begun = match free(&transaction, vault, question.conversation(), &path, &writer)? {
                Ok(()) => begin(&transaction, vault, question, &answer)?,
                Err(refused) => Err(refused),
            };
            if begun.is_ok() {
                transaction.execute(
                    "UPDATE messages SET writer = ?2 WHERE id = ?1",
                    params![answer.id, &*writer],
                )?;
                transaction.commit()?;
            }
            Ok(begun)
        })
        .await?
    }

    /// Replaces the references of an answer.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn put_references(
        &self,
        answer: MessageId,
        references: Vec<Reference>,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            references::replace(&transaction, answer, &references)?;
            transaction.commit()
        })
        .await
    }

    /// Appends to an answer that is being written what is new of its text, the marks in that (with
    /// their places in the whole text) and its thinking.
    ///
    /// # Errors
    /// If the library fails. Then nothing was appended.
    pub async fn append_text(
        &self,
        answer: MessageId,
        text: String,
        citations: Vec<CitationMark>,
        thinking: String,
    ) -> Result<()> {
        self.write(move |connection| {
            journal::append(connection, answer, &text, &citations, &thinking)
        })
        .await
    }

    /// Keeps an answer as it ended, and what its receipt lacked, in one step.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn end_turn(
        &self,
        answer: Message,
        usage: Option<Usage>,
        deleted_marks: Vec<String>,
        problems: Vec<String>,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "UPDATE messages SET text = ?2, citations = ?3, thinking = ?4, state = ?5,
                     error = ?6, passages_only = ?7, model = ?8, notices = ?9, steps = ?10,
                     checks = ?11, probably = ?12
                 WHERE id = ?1",
                params![
                    answer.id,
                    answer.text,
                    Json(&answer.citations),
                    answer.thinking,
                    Word(answer.state),
                    answer.error.as_ref().map(Json),
                    answer.passages_only,
                    answer.model,
                    Json(&answer.notices),
                    Json(&answer.steps),
                    Json(&answer.checks),
                    Json(&answer.probably)
                ],
            )?;
            journal::clear(&transaction, answer.id)?;
            references::replace(&transaction, answer.id, &answer.references)?;
            receipts::end(&transaction, answer.id, usage, &deleted_marks, &problems)?;
            search::put_message(&transaction, answer.id, &answer.text)?;
            transaction.commit()
        })
        .await
    }

    /// A message with the conversation that it belongs to.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn message(&self, id: MessageId) -> Result<(ConversationId, Message)> {
        self.read(move |connection| {
            let found = connection
                .query_row(
                    &format!(
                        "SELECT {COLUMNS}, m.conversation, m.parent FROM messages m WHERE m.id = ?"
                    ),
                    params![id],
                    |row| Ok((row.get(15)?, row.get(16)?, read(row)?)),
                )
                .optional()?;
            let Some((conversation, parent, mut message)) = found else { return Ok(None) };
            journal::join(connection, &mut message)?;
            let mut texts = texts::Reader::default();
            message.references = references::of_message(connection, id, &mut texts)?;
            message.branches =
                branches::siblings(connection, conversation, parent, message.author)?;
            message.attachments = attachments::of_message(connection, id)?;
            message.has_receipt = receipts::exists(connection, id)?;
            Ok(Some((conversation, message)))
        })
        .await?
        .ok_or_else(|| missing(id))
    }
}

pub(super) fn missing(id: MessageId) -> Error {
    Error::new(Code::NotFound, format!("The message {id} isn't in the library."))
}

/// Whether a turn can begin in a conversation. Answers that nobody writes any more become
/// interrupted.
fn free(
    connection: &Connection,
    vault: VaultId,
    conversation: Option<ConversationId>,
    path: &Path,
    writer: &str,
) -> rusqlite::Result<Result<()>> {
    let Some(id) = conversation else { return Ok(Ok(())) };
    if let Err(error) = conversations::check(connection, vault, id)? {
        return Ok(Err(error));
    }
    if writers::interrupt_left(connection, path, writer, Some(id))? {
        return Ok(Err(Error::new(
            Code::BadInput,
            "An answer is still being written in this conversation, perhaps in another window or \
             terminal. Wait for it, or stop it there.",
        )));
    }
    Ok(Ok(()))
}

fn begin(
    connection: &Connection,
    vault: VaultId,
    question: Question,
    answer: &Message,
) -> rusqlite::Result<Result<ConversationId>> {
    let (conversation, asked) = match question {
        Question::New { conversation, title, message } => {
            let conversation = match conversation {
                Some(id) => id,
                None => insert_conversation(connection, vault, &title, &message)?,
            };
            let leaf = branches::leaf(connection, conversation)?;
            insert(connection, conversation, leaf, &message)?;
            (conversation, message.id)
        }
        Question::Edited { conversation, instead_of, message } => {
            if !is_question(connection, conversation, instead_of)? {
                return Ok(Err(missing(instead_of)));
            }
            let parent = branches::parent(connection, conversation, instead_of)?.flatten();
            insert(connection, conversation, parent, &message)?;
            (conversation, message.id)
        }
        Question::Kept { conversation, message } => {
            if !is_question(connection, conversation, message)? {
                return Ok(Err(missing(message)));
            }
            (conversation, message)
        }
    };
    insert(connection, conversation, Some(asked), answer)?;
    connection.execute(
        "UPDATE conversations SET leaf = ?2, updated = ?3 WHERE id = ?1",
        params![conversation, answer.id, Time(answer.created)],
    )?;
    connection.execute(
        "UPDATE vaults SET last_conversation = ?2 WHERE id = ?1",
        params![vault.0, conversation],
    )?;
    Ok(Ok(conversation))
}

/// Whether this is a message of the user's in the conversation.
fn is_question(
    connection: &Connection,
    conversation: ConversationId,
    message: MessageId,
) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT 1 FROM messages WHERE id = ? AND conversation = ? AND author = 'user'",
        )?
        .exists(params![message, conversation])
}

fn insert_conversation(
    connection: &Connection,
    vault: VaultId,
    title: &str,
    first: &Message,
) -> rusqlite::Result<ConversationId> {
    let id = ConversationId::new();
    connection.execute(
        "INSERT INTO conversations (id, vault, title, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
        params![id, vault.0, title, Time(first.created)],
    )?;
    search::put_title(connection, id, title)?;
    Ok(id)
}

/// Puts a message after `parent`.
pub(super) fn insert(
    connection: &Connection,
    conversation: ConversationId,
    parent: Option<MessageId>,
    message: &Message,
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO messages (id, conversation, parent, depth, author, text, citations, thinking,
             created, state, error, mode, passages_only, model, notices, steps, checks, probably)
         VALUES (?1, ?2, ?3, 1 + coalesce((SELECT depth FROM messages WHERE id = ?3), 0),
             ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
             ?17)",
        params![
            message.id,
            conversation,
            parent,
            Word(message.author),
            message.text,
            Json(&message.citations),
            message.thinking,
            Time(message.created),
            Word(message.state),
            message.error.as_ref().map(Json),
            Word(message.mode),
            message.passages_only,
            message.model,
            Json(&message.notices),
            Json(&message.steps),
            Json(&message.checks),
            Json(&message.probably)
        ],
    )?;
    attachments::attach(connection, message.id, &message.attachments)?;
    if message.state != MessageState::Streaming {
        search::put_message(connection, message.id, &message.text)?;
    }
    references::replace(connection, message.id, &message.references)
}

/// Reads a row of [`COLUMNS`].
pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Message> {
    Ok(Message {
        id: row.get(0)?,
        author: row.get::<_, Word<Author>>(1)?.0,
        text: row.get(2)?,
        citations: or_default(row, 3),
        thinking: row.get(4)?,
        created: row.get::<_, Time>(5)?.0,
        state: row.get::<_, Word<MessageState>>(6)?.0,
        error: or_default(row, 7),
        mode: row.get::<_, Word<_>>(8)?.0,
        passages_only: row.get(9)?,
        model: row.get(10)?,
        notices: or_default(row, 11),
        steps: or_default(row, 12),
        checks: or_default(row, 13),
        probably: or_default(row, 14),
        references: Vec::new(),
        attachments: Vec::new(),
        has_receipt: false,
        branches: Vec::new(),
    })
}

/// What a column of JSON says; nothing if it is NULL or can't be read: a message's text is worth
/// more than what is said of it.
fn or_default<T: Default + DeserializeOwned>(row: &Row<'_>, column: usize) -> T {
    match row.get::<_, Option<Json<T>>>(column) {
        Ok(found) => found.map(|Json(found)| found).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, column, "a part of a message can't be read");
            T::default()
        }
    }
}
