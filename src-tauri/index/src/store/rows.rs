use conversation::FilePart;
use notes::{ByteRange, LineRange, Note, NotePath};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::packed::{unpack, unpack_outline};
use crate::Chunk;
pub(super) use crate::error::damaged;

pub(super) fn chunks_of(connection: &Connection, note: i64) -> rusqlite::Result<Vec<(i64, Chunk)>> {
    let text = text_of(connection, note)?;
    connection
        .prepare_cached(
            "SELECT id, ordinal, headings, first_line, last_line, start_byte, end_byte, tokens,
                    part, columns
             FROM chunks WHERE note = ?1 ORDER BY ordinal",
        )?
        .query_map([note], |row| Ok((row.get(0)?, chunk_from(row, 1, &text)?)))?
        .collect()
}

pub(crate) fn text_of(connection: &Connection, note: i64) -> rusqlite::Result<String> {
    let packed: Vec<u8> = connection
        .prepare_cached("SELECT text FROM texts WHERE note = ?1")?
        .query_row([note], |row| row.get(0))?;
    unpack(&packed)
}

/// Reads nine columns from `first` on: ordinal, headings, first and last line, first byte and end, tokens, part, the
/// table's columns.
pub(crate) fn chunk_from(row: &Row<'_>, first: usize, text: &str) -> rusqlite::Result<Chunk> {
    let offset = |column| row.get::<_, u32>(column).map(|offset| offset as usize);
    let range = ByteRange { start: offset(first + 4)?, end: offset(first + 5)? };
    Ok(Chunk {
        ordinal: row.get(first)?,
        heading_path: headings_of(&row.get::<_, String>(first + 1)?),
        part: part_of(row.get::<_, Option<String>>(first + 7)?.as_deref())?,
        columns: row.get(first + 8)?,
        lines: LineRange { start: row.get(first + 2)?, end: row.get(first + 3)? },
        range,
        tokens: row.get(first + 6)?,
        text: range.of(text).ok_or_else(|| damaged("a chunk is outside its note"))?.to_owned(),
    })
}

pub(crate) fn outline_at(
    connection: &Connection,
    path: &NotePath,
) -> rusqlite::Result<Option<Note>> {
    connection
        .prepare_cached("SELECT outline FROM texts JOIN notes ON id = note WHERE path = ?1")?
        .query_row([path.as_str()], |row| row.get::<_, Vec<u8>>(0))
        .optional()?
        .map(|packed| unpack_outline(&packed))
        .transpose()
}

/// Deletes the summary of note `id` before the note is deleted, unless the note's next version has
/// the same content, whose hash is `next`. Summaries are stored by content, so another note with
/// this content loses its summary, too, until a model writes a new one.
pub(super) fn forget_summary(
    transaction: &Transaction<'_>,
    id: i64,
    next: Option<&str>,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "DELETE FROM summaries
             WHERE hash = (SELECT hash FROM notes WHERE id = ?1) AND hash IS NOT ?2",
        )?
        .execute(params![id, next])?;
    Ok(())
}

pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn part_of(text: Option<&str>) -> rusqlite::Result<Option<FilePart>> {
    text.map(serde_json::from_str).transpose().map_err(|_| damaged("a chunk's page can't be read"))
}

pub(super) fn part_text(part: Option<&FilePart>) -> Option<String> {
    part.and_then(|part| serde_json::to_string(part).ok())
}

pub(crate) fn headings_of(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_default()
}
