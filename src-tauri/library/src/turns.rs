//! Begins a turn, stores its text and references as they come, and ends it.

use std::path::Path;

use rusqlite::{Connection, params};

use super::{
    Library, VaultId, branches,
    columns::{Json, Time, Word},
    conversation_settings, conversations, journal,
    messages::{insert, missing},
    receipts::{self, CallReport},
    references, search, titles, writers,
};
use conversation::{
    Answer, CitationMark, ConversationId, Error, MessageId, Question, Result, reference::Reference,
};

#[derive(Debug, Clone)]
pub enum AskedQuestion {
    /// A new message.
    New {
        /// `None` begins a conversation with `title`.
        conversation: Option<ConversationId>,
        title: String,
        message: Question,
    },
    /// A new message beside an existing one, which becomes another branch together with its successors.
    Edited { conversation: ConversationId, instead_of: MessageId, message: Question },
    /// The last answer of the shown branch, resumed where it stopped.
    Continued { conversation: ConversationId },
    /// An existing message, answered again: its earlier answers and their successors stay as other branches.
    Kept { conversation: ConversationId, message: MessageId },
}

impl AskedQuestion {
    fn conversation(&self) -> Option<ConversationId> {
        match self {
            Self::New { conversation, .. } => *conversation,
            Self::Edited { conversation, .. }
            | Self::Kept { conversation, .. }
            | Self::Continued { conversation } => Some(*conversation),
        }
    }
}

impl Library {
    /// Stores the question with its references and files, and an empty answer, before it returns. Fails while
    /// another answer of the conversation is streaming.
    pub async fn begin_turn(
        &self,
        vault: VaultId,
        question: AskedQuestion,
        answer: Answer,
    ) -> Result<ConversationId> {
        let (path, writer) = self.place();
        let id = answer.id;
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            let begun = match free(&transaction, vault, question.conversation(), &path, &writer)? {
                Ok(()) => begin(&transaction, vault, question, answer)?,
                Err(refused) => Err(refused),
            };
            if begun.is_ok() {
                transaction.execute(
                    "UPDATE messages SET writer = ?2 WHERE id = ?1",
                    params![id, &*writer],
                )?;
                transaction.commit()?;
            }
            Ok(begun)
        })
        .await?
    }

    pub async fn put_references(
        &self,
        answer: MessageId,
        references: Vec<Reference>,
    ) -> Result<()> {
        self.transact(move |transaction| references::replace(transaction, answer, &references))
            .await
    }

    /// Appends new text and thinking to a streaming answer, with the text's citation marks at their positions in the
    /// whole text.
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

    pub async fn end_turn(&self, answer: Answer, report: CallReport) -> Result<()> {
        self.transact(move |transaction| {
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = ?2, citations = ?3, thinking = ?4, state = ?5,
                     error = ?6, passages_only = ?7, model = ?8, notices = ?9, steps = ?10,
                     checks = ?11, probably = ?12, tokens = ?13, coverage = ?14,
                     survey = ?15, work = ?16, routed = ?17, searched_for = ?18
                 WHERE id = ?1",
                )?
                .execute(params![
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
                    Json(&answer.probably),
                    answer.tokens.map(Json),
                    answer.coverage.map(Json),
                    answer.survey.as_ref().map(Json),
                    answer.work.as_ref().map(Json),
                    answer.routed,
                    answer.searched_for.as_ref().map(Json)
                ])?;
            journal::clear(transaction, answer.id)?;
            references::replace(transaction, answer.id, &answer.references)?;
            receipts::end(transaction, answer.id, &report)?;
            search::put_message(transaction, answer.id, &answer.text)?;
            titles::improve(transaction, &answer)
        })
        .await
    }
}

/// Whether a turn can begin. Interrupts answers whose writers have ended.
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
        return Ok(Err(Error::bad_input(crate::sentences::STILL_WRITTEN)));
    }
    Ok(Ok(()))
}

fn begin(
    connection: &Connection,
    vault: VaultId,
    question: AskedQuestion,
    answer: Answer,
) -> rusqlite::Result<Result<ConversationId>> {
    let (conversation, asked) = match question {
        AskedQuestion::New { conversation, title, message } => {
            let conversation = match conversation {
                Some(id) => id,
                None => {
                    let id = insert_conversation(connection, vault, &title, &message)?;
                    conversation_settings::take_over(connection, vault, id)?;
                    id
                }
            };
            let leaf = branches::leaf(connection, conversation)?;
            let id = message.id;
            insert(connection, conversation, leaf, &message.into())?;
            (conversation, id)
        }
        AskedQuestion::Edited { conversation, instead_of, message } => {
            if !is_question(connection, conversation, instead_of)? {
                return Ok(Err(missing(instead_of)));
            }
            let parent = branches::parent(connection, conversation, instead_of)?.flatten();
            let id = message.id;
            insert(connection, conversation, parent, &message.into())?;
            (conversation, id)
        }
        AskedQuestion::Kept { conversation, message } => {
            if !is_question(connection, conversation, message)? {
                return Ok(Err(missing(message)));
            }
            (conversation, message)
        }
        AskedQuestion::Continued { conversation } => {
            if branches::leaf(connection, conversation)? != Some(answer.id) {
                return Ok(Err(missing(answer.id)));
            }
            // Merge the journal first: new pieces come after it.
            journal::fold(connection, answer.id)?;
            connection.execute(
                "UPDATE messages SET state = ?2, error = NULL WHERE id = ?1",
                params![answer.id, Word(answer.state)],
            )?;
            return Ok(Ok(conversation));
        }
    };
    let (id, created) = (answer.id, answer.created);
    insert(connection, conversation, Some(asked), &answer.into())?;
    connection.execute(
        "UPDATE conversations SET leaf = ?2, updated = ?3 WHERE id = ?1",
        params![conversation, id, Time(created)],
    )?;
    connection.execute(
        "UPDATE vaults SET last_conversation = ?2 WHERE id = ?1",
        params![vault.0, conversation],
    )?;
    Ok(Ok(conversation))
}

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
    first: &Question,
) -> rusqlite::Result<ConversationId> {
    let id = ConversationId::new();
    connection.execute(
        "INSERT INTO conversations (id, vault, title, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
        params![id, vault.0, title, Time(first.created)],
    )?;
    search::put_title(connection, id, title)?;
    Ok(id)
}
