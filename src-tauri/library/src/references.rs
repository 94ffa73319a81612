//! References. Each passage's text is stored once, however many references quote it.

pub(super) mod moved;

use std::collections::BTreeSet;

use jiff::Timestamp;
use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, Row, params};

pub use self::moved::NoteMove;
use super::{
    Library, VaultId,
    columns::{Json, Time, Word, json},
    texts,
};
use conversation::{
    CitationMark, Code, ConversationId, Error, MessageId, ReferenceId, Result,
    reference::{Number, Passage, PassageKey, Reference, State},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceOwner {
    Everybodys,
    Users,
}

/// The question of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredQuestion {
    pub text: String,
    pub answer: MessageId,
    pub answered: Timestamp,
}

impl Library {
    pub async fn reference(&self, id: ReferenceId) -> Result<Reference> {
        self.read(move |connection| {
            let found = connection
                .query_row(
                    "SELECT json, passage, path FROM message_references WHERE id = ?",
                    params![id],
                    read,
                )
                .optional()?;
            found.map(|row| row.whole(connection, &mut texts::Reader::default())).transpose()
        })
        .await?
        .ok_or_else(|| Error::new(Code::NotFound, || crate::sentences::no_reference(id)))
    }

    /// The question whose answer has the reference. `None` for a reference of a question.
    pub async fn answered_question(&self, id: ReferenceId) -> Result<Option<AnsweredQuestion>> {
        self.read(move |connection| {
            connection
                .query_row(
                    "SELECT q.text, a.id, a.created FROM message_references r
                     JOIN messages a ON a.id = r.message AND a.author = 'assistant'
                     JOIN messages q ON q.id = a.parent
                     WHERE r.id = ?",
                    params![id],
                    |row| {
                        Ok(AnsweredQuestion {
                            text: row.get(0)?,
                            answer: row.get(1)?,
                            answered: row.get::<_, Time>(2)?.0,
                        })
                    },
                )
                .optional()
        })
        .await
    }

    pub async fn numbered(
        &self,
        conversation: ConversationId,
        numbers: Vec<Number>,
    ) -> Result<Vec<Reference>> {
        self.read(move |connection| {
            let mut texts = texts::Reader::default();
            let mut found = Vec::new();
            for number in numbers {
                found.extend(latest(connection, conversation, number, &mut texts)?);
            }
            Ok(found)
        })
        .await
    }

    pub async fn passages_of(
        &self,
        vault: VaultId,
        path: NotePath,
    ) -> Result<Vec<(ReferenceId, Passage)>> {
        self.read(move |connection| {
            let mut texts = texts::Reader::default();
            let rows: Vec<ReferenceRow> = connection
                .prepare_cached(
                    "SELECT json, passage, path FROM message_references
                     WHERE path = ?1 AND passage IS NOT NULL
                       AND conversation IN (SELECT id FROM conversations WHERE vault = ?2)",
                )?
                .query_map(params![path.as_str(), vault.0], read)?
                .collect::<rusqlite::Result<_>>()?;
            let mut found = Vec::new();
            for row in rows {
                let reference = row.whole(connection, &mut texts)?;
                found.extend(reference.passage.map(|passage| (reference.id, passage)));
            }
            Ok(found)
        })
        .await
    }

    /// The distinct passages of the note at `path` that a vault's answers cite, with the number of citing answers.
    pub async fn cited_passages(
        &self,
        vault: VaultId,
        path: NotePath,
    ) -> Result<Vec<(Passage, u32)>> {
        self.read(move |connection| {
            let mut texts = texts::Reader::default();
            let rows: Vec<(ReferenceRow, u32)> = connection
                .prepare_cached(
                    "SELECT r.json, r.passage, r.path, count(DISTINCT r.message)
                     FROM message_references r JOIN conversations c ON c.id = r.conversation
                     JOIN messages m ON m.id = r.message AND m.author = 'assistant'
                     WHERE r.path = ?1 AND r.passage IS NOT NULL AND c.vault = ?2
                       AND c.deleted IS NULL AND json_valid(r.json)
                       AND r.json ->> '$.state' = 'cited'
                     GROUP BY r.hash ORDER BY max(r.id)",
                )?
                .query_map(params![path.as_str(), vault.0], |row| Ok((read(row)?, row.get(3)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let mut found = Vec::new();
            for (row, answers) in rows {
                let reference = row.whole(connection, &mut texts)?;
                found.extend(reference.passage.map(|passage| (passage, answers)));
            }
            Ok(found)
        })
        .await
    }

    pub async fn numbers(&self, id: ConversationId) -> Result<Vec<(PassageKey, Number)>> {
        self.read(move |connection| numbers(connection, id, None)).await
    }
}

/// The passage numbers of a conversation over all branches: all, or those since a message, inclusive. Message ids
/// sort by time.
pub(super) fn numbers(
    connection: &Connection,
    id: ConversationId,
    since: Option<MessageId>,
) -> rusqlite::Result<Vec<(PassageKey, Number)>> {
    // With `since`, the index by messages selects few rows; without, the index by numbers covers the query.
    let mut select = connection.prepare_cached(match since {
        Some(_) => {
            "SELECT DISTINCT source, hash, number FROM message_references
             WHERE +conversation = ?1 AND message >= ?2
               AND number IS NOT NULL AND source IS NOT NULL AND hash IS NOT NULL"
        }
        None => {
            "SELECT DISTINCT source, hash, number FROM message_references
             WHERE conversation = ?1 AND ?2 IS NULL
               AND number IS NOT NULL AND source IS NOT NULL AND hash IS NOT NULL"
        }
    })?;
    select
        .query_map(params![id, since], |row| {
            let source: String = row.get(0)?;
            let Word(hash) = row.get(1)?;
            Ok(((source, hash), Number(row.get(2)?)))
        })?
        .collect()
}

/// Replaces a message's references. If the ids are the same, only changed rows are written: each row is in six
/// indexes.
pub(super) fn replace(
    connection: &Connection,
    message: MessageId,
    references: &[Reference],
) -> rusqlite::Result<()> {
    let kept: Vec<(ReferenceId, String)> = connection
        .prepare_cached(
            "SELECT id, json FROM message_references WHERE message = ? ORDER BY ordinal",
        )?
        .query_map(params![message], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let are_kept = kept.len() == references.len()
        && kept.iter().zip(references).all(|((id, _), reference)| *id == reference.id);
    let places = moved::Places::of(connection, message)?;
    let mut write = if are_kept {
        connection.prepare_cached(
            "UPDATE message_references SET number = ?4, source = ?5, path = ?6, hash = ?7,
                 passage = ?8, json = ?9
             WHERE id = ?1 AND message = ?2 AND ordinal = ?3",
        )?
    } else {
        connection
            .prepare_cached("DELETE FROM message_references WHERE message = ?")?
            .execute(params![message])?;
        connection.prepare_cached(
            "INSERT INTO message_references
                 (id, conversation, message, ordinal, number, source, path, hash, passage, json)
             VALUES (?1, (SELECT conversation FROM messages WHERE id = ?2), ?2, ?3, ?4, ?5, ?6, ?7,
                 ?8, ?9)",
        )?
    };
    for (ordinal, reference) in references.iter().enumerate() {
        let mut bare = reference.clone();
        let passage = bare.passage.as_mut();
        let passage = passage.map(|passage| (passage.hash, std::mem::take(&mut passage.text)));
        let json = json(&bare)?;
        // The JSON has the hash of the passage's text, so equal JSON means equal text.
        if are_kept && kept.get(ordinal).is_some_and(|(_, kept)| *kept == json) {
            continue;
        }
        let path = match &reference.path {
            Some(path) => Some(places.now(connection, reference.id, path)?),
            None => None,
        };
        let source = path.clone().or_else(|| reference.source());
        let (hash, text) = match passage {
            Some((hash, text)) => (Some(Word(hash)), Some(texts::put(connection, &text)?)),
            None => (None, None),
        };
        write.execute(params![
            reference.id,
            message,
            ordinal as i64,
            reference.number.map(|number| number.0),
            source,
            path,
            hash,
            text,
            json
        ])?;
    }
    Ok(())
}

fn latest(
    connection: &Connection,
    conversation: ConversationId,
    number: Number,
    texts: &mut texts::Reader,
) -> rusqlite::Result<Option<Reference>> {
    let row = connection
        .prepare_cached(
            "SELECT json, passage, path FROM message_references
             WHERE conversation = ? AND number = ? ORDER BY id DESC LIMIT 1",
        )?
        .query_row(params![conversation, number.0], read)
        .optional()?;
    row.map(|row| row.whole(connection, texts)).transpose()
}

/// Marks the citations of a cut-off answer, which a turn does only at its end, and adds cited references of earlier
/// answers.
pub(super) fn cite(connection: &Connection, message: MessageId) -> rusqlite::Result<()> {
    let (conversation, citations): (ConversationId, rusqlite::Result<Json<Vec<CitationMark>>>) =
        connection
            .prepare_cached("SELECT conversation, citations FROM messages WHERE id = ?")?
            .query_row(params![message], |row| Ok((row.get(0)?, row.get(1))))?;
    let citations = citations.map(|Json(marks)| marks).unwrap_or_default();
    let mut cited: BTreeSet<Number> = citations.iter().map(|mark| mark.number).collect();
    if cited.is_empty() {
        return Ok(());
    }
    let mut texts = texts::Reader::default();
    let mut references = of_message(connection, message, &mut texts)?;
    for reference in &mut references {
        if reference.number.is_some_and(|number| cited.remove(&number)) {
            reference.state = State::Cited;
        }
    }
    for number in cited {
        let earlier = latest(connection, conversation, number, &mut texts)?;
        references.extend(earlier.map(|earlier| Reference {
            id: ReferenceId::new(),
            state: State::Cited,
            ..earlier
        }));
    }
    replace(connection, message, &references)
}

pub(super) fn of_message(
    connection: &Connection,
    message: MessageId,
    texts: &mut texts::Reader,
) -> rusqlite::Result<Vec<Reference>> {
    connection
        .prepare_cached(
            "SELECT json, passage, path FROM message_references WHERE message = ? ORDER BY ordinal",
        )?
        .query_map(params![message], read)?
        .map(|row| row?.whole(connection, texts))
        .collect()
}

pub(super) fn check(row: &Row<'_>) -> rusqlite::Result<()> {
    read(row).map(drop)
}

struct ReferenceRow {
    reference: Reference,
    passage: Option<i64>,
}

/// Reads a row of JSON, passage and path. The JSON has the original path, the column the current one.
fn read(row: &Row<'_>) -> rusqlite::Result<ReferenceRow> {
    let mut reference: Reference = row.get::<_, Json<_>>(0)?.0;
    if let Some(Word(path)) = row.get(2)? {
        reference.path = Some(path);
    }
    Ok(ReferenceRow { reference, passage: row.get(1)? })
}

impl ReferenceRow {
    fn whole(
        self,
        connection: &Connection,
        texts: &mut texts::Reader,
    ) -> rusqlite::Result<Reference> {
        let mut reference = self.reference;
        if let (Some(passage), Some(id)) = (&mut reference.passage, self.passage) {
            passage.text = texts.get(connection, id)?;
        }
        Ok(reference)
    }
}
