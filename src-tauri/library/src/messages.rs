use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;

use super::{
    attachments,
    columns::{Json, Time, Word},
    references, search,
};
use conversation::{
    Answer, Author, Code, ConversationId, Error, Message, MessageId, MessageState, Question,
    message::Head,
};

pub(super) const COLUMNS: &str = "m.id, m.author, m.text, m.citations, m.thinking, m.created, m.state, \
                       m.error, m.mode, m.passages_only, m.model, m.notices, m.steps, m.checks, \
                       m.probably, m.imported, m.scope, m.tokens, m.coverage, \
                       m.survey, m.work, m.remarks, m.routed, m.searched_for";

pub(super) fn missing(id: MessageId) -> Error {
    Error::new(Code::NotFound, || crate::sentences::no_message(id))
}

pub(super) fn insert(
    connection: &Connection,
    conversation: ConversationId,
    parent: Option<MessageId>,
    message: &Message,
) -> rusqlite::Result<()> {
    let blank;
    let (answer, scope, files) = match message {
        Message::Answer(answer) => (&**answer, None, &[][..]),
        Message::Question(question) => {
            blank = Answer::new(message.id, String::new(), message.created);
            let scope = Some(&question.scope).filter(|scope| !scope.is_everything());
            (&blank, scope, &question.attachments[..])
        }
    };
    connection.execute(
        "INSERT INTO messages (id, conversation, parent, depth, author, text, citations, thinking,
             created, state, error, mode, passages_only, model, notices, steps, checks, probably,
             imported, scope, tokens, coverage, survey, work, remarks, routed,
             searched_for)
         VALUES (?1, ?2, ?3, 1 + coalesce((SELECT depth FROM messages WHERE id = ?3), 0),
             ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
             ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)",
        params![
            message.id,
            conversation,
            parent,
            Word(message.author()),
            message.text,
            Json(&answer.citations),
            answer.thinking,
            Time(message.created),
            Word(answer.state),
            answer.error.as_ref().map(Json),
            Word(message.mode),
            answer.passages_only,
            answer.model,
            Json(&answer.notices),
            Json(&answer.steps),
            Json(&answer.checks),
            Json(&answer.probably),
            message.imported,
            scope.map(Json),
            answer.tokens.map(Json),
            answer.coverage.map(Json),
            answer.survey.as_ref().map(Json),
            answer.work.as_ref().map(Json),
            Some(&answer.remarks).filter(|remarks| !remarks.is_empty()).map(Json),
            answer.routed,
            answer.searched_for.as_ref().map(Json)
        ],
    )?;
    attachments::attach(connection, message.id, files)?;
    if message.state() != MessageState::Streaming {
        search::put_message(connection, message.id, &message.text)?;
    }
    references::replace(connection, message.id, &message.references)
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Message> {
    let head = Head {
        id: row.get(0)?,
        text: row.get(2)?,
        created: row.get::<_, Time>(5)?.0,
        mode: row.get::<_, Word<_>>(8)?.0,
        references: Vec::new(),
        imported: row.get(15)?,
        branches: Vec::new(),
    };
    Ok(match row.get::<_, Word<Author>>(1)?.0 {
        Author::User => {
            Question { head, scope: or_default(row, 16), attachments: Vec::new() }.into()
        }
        Author::Assistant => Message::from(Answer {
            head,
            state: row.get::<_, Word<MessageState>>(6)?.0,
            error: or_default(row, 7),
            citations: or_default(row, 3),
            thinking: row.get(4)?,
            steps: or_default(row, 12),
            checks: or_default(row, 13),
            probably: or_default(row, 14),
            passages_only: row.get(9)?,
            model: row.get(10)?,
            notices: or_default(row, 11),
            has_receipt: false,
            tokens: or_default(row, 17),
            coverage: or_default(row, 18),
            survey: or_default(row, 19),
            work: or_default(row, 20),
            remarks: or_default(row, 21),
            routed: row.get(22)?,
            searched_for: or_default(row, 23),
        }),
    })
}

/// A JSON column's value, or the default if it is NULL or unreadable: the message's text is worth more than its
/// details.
fn or_default<T: Default + DeserializeOwned>(row: &Row<'_>, column: usize) -> T {
    match row.get::<_, Option<Json<T>>>(column) {
        Ok(found) => found.map(|Json(found)| found).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, column, "a part of a message can't be read");
            T::default()
        }
    }
}
