//! Stored messages that must be of one kind.

use crate::sentences;
use conversation::{Answer, ConversationId, Error, MessageId, Question, Result};
use library::Library;

pub async fn question(library: &Library, id: MessageId) -> Result<(ConversationId, Question)> {
    let (conversation, message) = library.message(id).await?;
    let question = message.into_question();
    let question = question.ok_or_else(|| Error::bad_input(sentences::NOT_A_QUESTION))?;
    Ok((conversation, question))
}

pub async fn answer(library: &Library, id: MessageId) -> Result<Answer> {
    let (_, message) = library.message(id).await?;
    let answer = message.into_answer();
    answer.ok_or_else(|| Error::bad_input(sentences::changes::NOT_AN_ANSWER))
}
