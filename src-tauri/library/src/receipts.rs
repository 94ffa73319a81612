//! The record of each request to a model.

use std::collections::{HashMap, HashSet};

use models::{CountReports, Usage};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Library,
    columns::{Json, PackedJson, Time, Word},
    references,
    texts::{self, Piece},
    token_counts,
};
use conversation::{AnswerId, Code, Error, Receipt, Reference, Result, context::ContextView};

#[derive(Debug, Clone, Default)]
pub struct CallReport {
    pub usage: Option<Usage>,
    /// Citation marks of nonexistent passages, removed from the text.
    pub deleted_marks: Vec<String>,
    pub problems: Vec<String>,
    /// The model's calibration from all token counts that its servers reported.
    pub learned: Option<(String, CountReports)>,
}

impl Library {
    /// Stores the receipt of a model call about to be made. `contents` are the request's long texts in any order:
    /// message contents, tool results and descriptions, arguments, and JSON (a tool's parameters) as in the body.
    /// Texts and images shared between requests are stored once. In the same transaction, `references` replace the
    /// answer's references.
    pub async fn begin_receipt(
        &self,
        receipt: Receipt,
        contents: Vec<String>,
        references: Option<Vec<Reference>>,
    ) -> Result<()> {
        self.transact(move |transaction| {
            if let Some(references) = references {
                references::replace(transaction, receipt.answer, &references)?;
            }
            insert(transaction, receipt, &contents)
        })
        .await
    }

    pub async fn receipt(&self, answer: AnswerId) -> Result<Receipt> {
        self.read(move |connection| read(connection, answer, true)).await?.pop().ok_or_else(none)
    }

    pub async fn receipts(&self, answer: AnswerId) -> Result<Vec<Receipt>> {
        let receipts = self.read(move |connection| read(connection, answer, false)).await?;
        if receipts.is_empty() { Err(none()) } else { Ok(receipts) }
    }

    /// Adds the final data to the receipt of an answer's newest call; [`Library::end_turn`] does so for a turn's
    /// last call.
    pub async fn end_receipt(&self, answer: AnswerId, report: CallReport) -> Result<()> {
        self.transact(move |transaction| end(transaction, answer, &report)).await
    }
}

fn none() -> Error {
    Error::new(Code::NotFound, crate::sentences::NO_RECEIPT)
}

pub(super) fn insert(
    connection: &Connection,
    receipt: Receipt,
    contents: &[String],
) -> rusqlite::Result<()> {
    let mut ids = HashMap::new();
    let request = texts::cut_body(connection, &receipt.request, contents, &mut ids)?;
    let context = fold(connection, receipt.context, &ids)?;
    connection.execute(
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
            PackedJson(request),
            PackedJson(context),
            receipt.usage.map(Json),
            Json(receipt.deleted_marks),
            Json(receipt.problems)
        ],
    )?;
    Ok(())
}

/// Adds the final data to the receipt of an answer's last call. Data from an earlier call of this function stays.
pub(super) fn end(
    connection: &Connection,
    answer: AnswerId,
    report: &CallReport,
) -> rusqlite::Result<()> {
    if let Some((model, learned)) = &report.learned {
        token_counts::put(connection, model, learned)?;
    }
    let kept = connection
        .prepare_cached(
            "SELECT _rowid_, deleted_marks, problems FROM receipts WHERE answer = ?
             ORDER BY ordinal DESC LIMIT 1",
        )?
        .query_row(params![answer], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((row, Json(marks_before), Json(problems_before))) = kept else { return Ok(()) };
    connection.execute(
        "UPDATE receipts SET usage = coalesce(?2, usage), deleted_marks = ?3, problems = ?4
         WHERE _rowid_ = ?1",
        params![
            row,
            report.usage.map(Json),
            Json(joined(marks_before, &report.deleted_marks)),
            Json(joined(problems_before, &report.problems))
        ],
    )?;
    Ok(())
}

fn joined(mut kept: Vec<String>, more: &[String]) -> Vec<String> {
    let new: Vec<_> = more.iter().filter(|one| !kept.contains(one)).cloned().collect();
    kept.extend(new);
    kept
}

pub(super) fn exists(connection: &Connection, answer: AnswerId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM receipts WHERE answer = ?")?.exists(params![answer])
}

/// The columns of [`read_row`], and the `ordinal`.
pub(super) const COLUMNS: &str = "created, provider, server, model, request, context, usage, \
                                  deleted_marks, problems, answer, ordinal";

pub(super) fn check(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<()> {
    let _: i64 = row.get(10)?;
    let (receipt, pieces) = read_row(row)?;
    texts::join_body(connection, pieces)?;
    unfold(connection, receipt.context).map(drop)
}

pub(super) fn read(
    connection: &Connection,
    answer: AnswerId,
    newest_only: bool,
) -> rusqlite::Result<Vec<Receipt>> {
    let order = if newest_only { "DESC LIMIT 1" } else { "ASC" };
    let rows: Vec<(Receipt, Vec<Piece>)> = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM receipts WHERE answer = ? ORDER BY ordinal {order}"
        ))?
        .query_map(params![answer], read_row)?
        .collect::<rusqlite::Result<_>>()?;
    let imported = connection
        .prepare_cached("SELECT imported FROM messages WHERE id = ?")?
        .query_row(params![answer], |row| row.get(0))
        .optional()?
        .unwrap_or_default();
    rows.into_iter()
        .map(|(mut receipt, pieces)| {
            receipt.imported = imported;
            receipt.cost = receipt
                .usage
                .and_then(|usage| models::cost(&receipt.server, &receipt.model, usage));
            receipt.request = texts::join_body(connection, pieces)?;
            receipt.context = unfold(connection, receipt.context)?;
            Ok(receipt)
        })
        .collect()
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<(Receipt, Vec<Piece>)> {
    let PackedJson(pieces): PackedJson<Vec<Piece>> = row.get(4)?;
    let PackedJson(context): PackedJson<ContextView> = row.get(5)?;
    let receipt = Receipt {
        answer: row.get(9)?,
        created: row.get::<_, Time>(0)?.0,
        provider: row.get::<_, Word<_>>(1)?.0,
        server: row.get(2)?,
        model: row.get(3)?,
        request: String::new(),
        context,
        usage: row.get::<_, Option<Json<_>>>(6)?.map(|Json(usage)| usage),
        deleted_marks: row.get::<_, Json<_>>(7)?.0,
        problems: row.get::<_, Json<_>>(8)?.0,
        imported: false,
        cost: None,
    };
    Ok((receipt, pieces))
}

/// Adds to `used` the texts of the next `limit` receipts after the row `after`. Returns the last row read; `None` at
/// the end.
pub(super) fn texts_in_use(
    connection: &Connection,
    after: i64,
    limit: u32,
    used: &mut HashSet<i64>,
) -> rusqlite::Result<Option<i64>> {
    let mut statement = connection.prepare_cached(
        "SELECT request, context, _rowid_ FROM receipts WHERE _rowid_ > ? ORDER BY _rowid_ LIMIT ?",
    )?;
    let mut rows = statement.query(params![after, limit])?;
    let mut last = None;
    while let Some(row) = rows.next()? {
        let PackedJson(pieces): PackedJson<Vec<Piece>> = row.get(0)?;
        let PackedJson(context): PackedJson<ContextView> = row.get(1)?;
        used.extend(pieces.iter().filter_map(Piece::kept));
        used.extend(context.parts.iter().filter_map(|part| part.text.parse::<i64>().ok()));
        last = Some(row.get(2)?);
    }
    Ok(last)
}

/// Prefix of a text that is stored inline; otherwise the field is a text's id.
const INLINE: char = '=';

/// Stores long parts' texts separately and replaces them with their ids. `ids` are those of the request's texts,
/// which most parts share.
fn fold(
    connection: &Connection,
    mut context: ContextView,
    ids: &HashMap<&str, i64>,
) -> rusqlite::Result<ContextView> {
    for part in &mut context.parts {
        part.text = if part.text.len() < texts::WORTH_KEEPING {
            format!("{INLINE}{}", part.text)
        } else {
            let id = match ids.get(part.text.as_str()) {
                Some(id) => *id,
                None => texts::put(connection, &part.text)?,
            };
            id.to_string()
        };
    }
    Ok(context)
}

fn unfold(connection: &Connection, mut context: ContextView) -> rusqlite::Result<ContextView> {
    for part in &mut context.parts {
        part.text = match part.text.strip_prefix(INLINE) {
            Some(text) => text.to_owned(),
            None => {
                let id = part
                    .text
                    .parse()
                    .map_err(|_| texts::broken(format!("“{}” is no id", part.text)))?;
                texts::get(connection, id)?
            }
        };
    }
    Ok(context)
}
