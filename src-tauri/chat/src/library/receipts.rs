//! Receipts in the library.

use std::collections::HashSet;

use models::Usage;
use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Library, Receipt,
    columns::{Json, Packed, Time, Word},
    texts::{self, Piece},
};
use crate::{AnswerId, Code, ConversationId, Error, Result, context::ContextView};

impl Library {
    /// Keeps the receipt of a call that is about to be made. `contents` are the contents of the
    /// request's messages in order; what they share with earlier requests is kept once.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn begin_receipt(&self, receipt: Receipt, contents: Vec<String>) -> Result<()> {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let request = texts::cut_body(&transaction, &receipt.request, &contents)?;
            let context = fold(&transaction, receipt.context)?;
            transaction.execute(
                "INSERT INTO receipts (answer, ordinal, created, provider, server, model, request,
                     context, usage, deleted_marks, problems)
                 VALUES (?1, (SELECT count(*) FROM receipts WHERE answer = ?1),
                     ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    receipt.answer,
                    Time(receipt.created),
                    Word(receipt.provider),
                    receipt.server,
                    receipt.model,
                    Packed(request),
                    Packed(context),
                    receipt.usage.map(Json),
                    Json(receipt.deleted_marks),
                    Json(receipt.problems)
                ],
            )?;
            transaction.commit()
        })
        .await
    }

    /// The receipt of an answer's last model call.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it has none, or the library fails.
    pub async fn receipt(&self, answer: AnswerId) -> Result<Receipt> {
        self.run(move |connection| read(connection, answer)).await?.ok_or_else(|| {
            Error::new(
                Code::NotFound,
                "This answer has no receipt: no model was called for it.".to_owned(),
            )
        })
    }
}

/// Adds to the receipt of an answer's last call what became known by its end.
pub(super) fn end(
    connection: &Connection,
    answer: AnswerId,
    usage: Option<Usage>,
    deleted_marks: &[String],
    problems: &[String],
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE receipts SET usage = ?2, deleted_marks = ?3, problems = ?4
         WHERE answer = ?1
           AND ordinal = (SELECT max(ordinal) FROM receipts WHERE answer = ?1)",
        params![answer, usage.map(Json), Json(deleted_marks), Json(problems)],
    )?;
    Ok(())
}

pub(super) fn exists(connection: &Connection, answer: AnswerId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM receipts WHERE answer = ?")?.exists(params![answer])
}

/// The answers of a conversation that have receipts.
pub(super) fn of_conversation(
    connection: &Connection,
    conversation: ConversationId,
) -> rusqlite::Result<HashSet<AnswerId>> {
    connection
        .prepare_cached(
            "SELECT r.answer FROM messages m JOIN receipts r ON r.answer = m.id
             WHERE m.conversation = ?",
        )?
        .query_map(params![conversation], |row| row.get(0))?
        .collect()
}

fn read(connection: &Connection, answer: AnswerId) -> rusqlite::Result<Option<Receipt>> {
    let row = connection
        .query_row(
            "SELECT created, provider, server, model, request, context, usage, deleted_marks,
                 problems
             FROM receipts WHERE answer = ? ORDER BY ordinal DESC LIMIT 1",
            params![answer],
            |row| {
                let Packed(pieces): Packed<Vec<Piece>> = row.get(4)?;
                let Packed(context): Packed<ContextView> = row.get(5)?;
                let receipt = Receipt {
                    answer,
                    created: row.get::<_, Time>(0)?.0,
                    provider: row.get::<_, Word<_>>(1)?.0,
                    server: row.get(2)?,
                    model: row.get(3)?,
                    request: String::new(),
                    context,
                    usage: row.get::<_, Option<Json<_>>>(6)?.map(|Json(usage)| usage),
                    deleted_marks: row.get::<_, Json<_>>(7)?.0,
                    problems: row.get::<_, Json<_>>(8)?.0,
                };
                Ok((receipt, pieces))
            },
        )
        .optional()?;
    let Some((mut receipt, pieces)) = row else { return Ok(None) };
    receipt.request = texts::join_body(connection, pieces)?;
    receipt.context = unfold(connection, receipt.context)?;
    Ok(Some(receipt))
}

/// Puts the id of each part's text in its place and keeps the text by itself.
fn fold(connection: &Connection, mut context: ContextView) -> rusqlite::Result<ContextView> {
    for part in &mut context.parts {
        part.text = texts::put(connection, &part.text)?.to_string();
    }
    Ok(context)
}

fn unfold(connection: &Connection, mut context: ContextView) -> rusqlite::Result<ContextView> {
    for part in &mut context.parts {
        let id =
            part.text.parse().map_err(|_| texts::broken(format!("“{}” is no id", part.text)))?;
        part.text = texts::get(connection, id)?;
    }
    Ok(context)
}
