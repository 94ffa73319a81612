#[cfg(test)]
mod tests;

use rusqlite::{Connection, OptionalExtension, params};

use super::search;
use conversation::{Answer, ConversationId, Number, Title, title::of_note};

/// Replaces the title of a conversation that began without a topic: by that of the answered question, or by the note
/// that the answer cites most. A title that the user gave stays.
pub(super) fn improve(connection: &Connection, answer: &Answer) -> rusqlite::Result<()> {
    let found: Option<(ConversationId, String, String)> = connection
        .prepare_cached(
            "SELECT c.id, c.title, q.text FROM messages a
             JOIN conversations c ON c.id = a.conversation
             JOIN messages q ON q.id = a.parent
             WHERE a.id = ?",
        )?
        .query_row(params![answer.id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((id, title, question)) = found else { return Ok(()) };
    let first = first_question(connection, id)?;
    let is_own = first.is_none_or(|first| Title::of(&first).text != title);
    if Title::of(&title).has_topic || is_own {
        return Ok(());
    }
    let question = Title::of(&question);
    let better = if question.has_topic { Some(question.text) } else { most_cited(answer) };
    let Some(better) = better else { return Ok(()) };
    connection
        .prepare_cached("UPDATE conversations SET title = ?2 WHERE id = ?1")?
        .execute(params![id, better])?;
    search::put_title(connection, id, &better)
}

/// `None` in a damaged library, in which each message follows another. An error would lose the answer.
fn first_question(connection: &Connection, id: ConversationId) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached(
            "SELECT text FROM messages WHERE conversation = ? AND parent IS NULL
             ORDER BY created, id LIMIT 1",
        )?
        .query_row(params![id], |row| row.get(0))
        .optional()
}

fn most_cited(answer: &Answer) -> Option<String> {
    let note = |number: Number| {
        let mut references = answer.references.iter();
        let cited = references.find(|reference| reference.number == Some(number))?;
        cited.path.as_ref().map(|_| cited.title.as_str())
    };
    let cited: Vec<&str> = answer.citations.iter().filter_map(|mark| note(mark.number)).collect();
    let count = |note: &str| cited.iter().filter(|other| **other == note).count();
    // The last maximum from behind is the first one.
    cited.iter().rev().max_by_key(|note| count(note)).map(|note| of_note(note))
}
