//! The journal of a streaming answer: each piece is appended, and merged into the message when the answer ends.
//! Rewriting the whole text for each piece would write an answer of 30,000 characters several times over, as the
//! test in `tests/journal.rs` shows.

use rusqlite::{Connection, params};

use super::columns::Json;
use conversation::{Answer, CitationMark, Message, MessageId, MessageState};

pub(super) fn append(
    connection: &Connection,
    message: MessageId,
    text: &str,
    citations: &[CitationMark],
    thinking: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO journal (message, text, citations, thinking) VALUES (?, ?, ?, ?)",
        )?
        .execute(params![message, text, Json(citations), thinking])?;
    Ok(())
}

pub(super) fn join(connection: &Connection, message: &mut Message) -> rusqlite::Result<()> {
    if !matches!(message.state(), MessageState::Streaming | MessageState::Interrupted) {
        return Ok(());
    }
    let Some(Answer { head, citations, thinking, .. }) = message.answer_mut() else {
        return Ok(());
    };
    join_parts(connection, head.id, &mut head.text, citations, thinking)
}

fn join_parts(
    connection: &Connection,
    id: MessageId,
    text: &mut String,
    citations: &mut Vec<CitationMark>,
    thinking: &mut String,
) -> rusqlite::Result<()> {
    let mut pieces = connection.prepare_cached(
        "SELECT text, citations, thinking FROM journal WHERE message = ? ORDER BY id",
    )?;
    let mut pieces = pieces.query(params![id])?;
    while let Some(piece) = pieces.next()? {
        text.push_str(piece.get_ref(0)?.as_str()?);
        let Json(marks): Json<Vec<CitationMark>> = piece.get(1)?;
        // If damage took an earlier piece, later marks don't match their positions.
        citations.extend(marks.into_iter().filter(|mark| {
            text.get(mark.start as usize..mark.end as usize)
                == Some(format!("[{}]", mark.number).as_str())
        }));
        thinking.push_str(piece.get_ref(2)?.as_str()?);
    }
    Ok(())
}

pub(super) fn fold(connection: &Connection, id: MessageId) -> rusqlite::Result<String> {
    let (mut text, citations, mut thinking) = connection
        .prepare_cached("SELECT text, citations, thinking FROM messages WHERE id = ?")?
        .query_row(params![id], |row| {
            Ok((row.get(0)?, row.get::<_, Json<Vec<CitationMark>>>(1), row.get(2)?))
        })?;
    // The text is worth more than its marks.
    let mut citations = citations.map(|Json(marks)| marks).unwrap_or_default();
    join_parts(connection, id, &mut text, &mut citations, &mut thinking)?;
    if clear(connection, id)? > 0 {
        connection
            .prepare_cached(
                "UPDATE messages SET text = ?2, citations = ?3, thinking = ?4 WHERE id = ?1",
            )?
            .execute(params![id, text, Json(citations), thinking])?;
    }
    Ok(text)
}

pub(super) fn fold_all(connection: &Connection) -> rusqlite::Result<()> {
    let messages: Vec<MessageId> = connection
        .prepare("SELECT DISTINCT message FROM journal")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    messages.into_iter().try_for_each(|message| fold(connection, message).map(drop))
}

/// Deletes an answer's pieces after its row got the whole text. Returns their number.
pub(super) fn clear(connection: &Connection, message: MessageId) -> rusqlite::Result<usize> {
    connection.prepare_cached("DELETE FROM journal WHERE message = ?")?.execute(params![message])
}
