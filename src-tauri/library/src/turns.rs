//! The steps in which a turn writes its messages.

use std::path::Path;

use rusqlite::{Connection, params};

use super::{
    Library, VaultId, branches,
    columns::{Json, Time, Word},
    conversations, journal,
    messages::{insert, missing},
    own,
    receipts::{self, CallReport},
    references, search, writers,
};
use conversation::{
    Answer, CitationMark, Code, ConversationId, Error, MessageId, Question, Result,
    reference::Reference,
};

/// The question of a turn that begins.
#[derive(Debug, Clone)]
pub enum AskedQuestion {
    /// A new message, in a conversation or beginning one with this title.
    New {
        /// The conversation, if there is one already.
        conversation: Option<ConversationId>,
        title: String,
        message: Question,
    },
    /// A new message in the place of a kept one, which stays, with what followed it, as another
    /// branch.
    Edited {
        conversation: ConversationId,
        /// The user's message at whose place it stands.
        instead_of: MessageId,
        message: Question,
    },
    /// The last answer of the branch that is shown, which goes on where it stopped.
    Continued { conversation: ConversationId },
    /// A message of the user's that is kept already, wherever it is: its earlier answers, and what
    /// followed them, stay as other branches.
    Kept { conversation: ConversationId, message: MessageId },
}

impl AskedQuestion {
    /// Its conversation, unless it begins one.
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
    /// Begins a turn: keeps the question with its references and files, and the place of its
    /// answer. When this returns, both are on the disk.
    ///
    /// # Errors
    /// If the conversation or the kept question isn't there, the conversation is deleted or of
    /// another vault, an answer is still being written in it, or the library fails.
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
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            references::replace(&transaction, answer, &references)?;
            transaction.commit()
        })
        .await
    }

    /// Appends to an answer that is being written what is new of its text, the marks in that (with
    /// their places in the whole text) and its thinking.
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
    pub async fn end_turn(&self, answer: Answer, report: CallReport) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = ?2, citations = ?3, thinking = ?4, state = ?5,
                     error = ?6, passages_only = ?7, model = ?8, notices = ?9, steps = ?10,
                     checks = ?11, probably = ?12, tokens = ?13, coverage = ?14,
                     survey = ?15, work = ?16, routed = ?17
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
                    answer.routed
                ])?;
            journal::clear(&transaction, answer.id)?;
            references::replace(&transaction, answer.id, &answer.references)?;
            receipts::end(&transaction, answer.id, &report)?;
            search::put_message(&transaction, answer.id, &answer.text)?;
            transaction.commit()
        })
        .await
    }
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
        return Ok(Err(Error::new(Code::BadInput, crate::sentences::STILL_WRITTEN)));
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
                    own::take_over(connection, vault, id)?;
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
            // What the journal may still have of it goes into it first: new pieces come after it.
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
