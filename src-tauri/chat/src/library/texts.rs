//! Long texts, each kept once and compressed.

use std::collections::{HashMap, hash_map::Entry};

use notes::ContentHash;
use rusqlite::{Connection, OptionalExtension, Row, params, types::FromSqlError};
use serde::{Deserialize, Serialize};

use super::columns::{Word, compress};

/// Keeps `text`, or whatever bytes, if it isn't there yet, and returns its id.
pub(super) fn put(
    connection: &Connection,
    text: &(impl AsRef<[u8]> + ?Sized),
) -> rusqlite::Result<i64> {
    let text = text.as_ref();
    let hash = ContentHash::of(text);
    let known = connection
        .prepare_cached("SELECT id FROM texts WHERE hash = ?")?
        .query_row(params![Word(hash)], |row| row.get(0))
        .optional()?;
    match known {
        Some(id) => Ok(id),
        None => {
            connection
                .prepare_cached("INSERT INTO texts (hash, bytes, zstd) VALUES (?, ?, ?)")?
                .execute(params![Word(hash), text.len() as i64, compress(text)?])?;
            Ok(connection.last_insert_rowid())
        }
    }
}

/// A kept text.
///
/// # Errors
/// If it isn't kept, or isn't the text that was kept.
pub(super) fn get(connection: &Connection, id: i64) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE id = ?")?
        .query_row(params![id], read)
}

/// The kept text with this hash.
///
/// # Errors
/// As [`get`].
pub(super) fn of_hash(connection: &Connection, hash: ContentHash) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE hash = ?")?
        .query_row(params![Word(hash)], read)
}

/// The kept bytes with this hash.
///
/// # Errors
/// If they aren't kept, or aren't those that were kept.
pub(super) fn bytes_of_hash(
    connection: &Connection,
    hash: ContentHash,
) -> rusqlite::Result<Vec<u8>> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE hash = ?")?
        .query_row(params![Word(hash)], read_bytes)
}

fn read(row: &Row<'_>) -> rusqlite::Result<String> {
    String::from_utf8(read_bytes(row)?).map_err(|error| broken(format!("a kept text: {error}")))
}

fn read_bytes(row: &Row<'_>) -> rusqlite::Result<Vec<u8>> {
    let Word(hash): Word<ContentHash> = row.get(0)?;
    let bytes: i64 = row.get(1)?;
    let packed = row.get_ref(2)?.as_blob()?;
    zstd::bulk::decompress(packed, usize::try_from(bytes).unwrap_or(0))
        .ok()
        .filter(|bytes| ContentHash::of(bytes) == hash)
        .ok_or_else(|| broken(format!("the kept text {hash} is damaged")))
}

/// Kept texts that are read more than once.
#[derive(Default)]
pub(super) struct Reader {
    read: HashMap<i64, String>,
}

impl Reader {
    /// As [`get`].
    pub(super) fn get(&mut self, connection: &Connection, id: i64) -> rusqlite::Result<String> {
        match self.read.entry(id) {
            Entry::Occupied(known) => Ok(known.get().clone()),
            Entry::Vacant(place) => Ok(place.insert(get(connection, id)?).clone()),
        }
    }
}

pub(super) fn broken(what: String) -> rusqlite::Error {
    FromSqlError::Other(what.into()).into()
}

/// A piece of a request's body.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Piece {
    /// These very characters.
    Literal(String),
    /// A kept text, written as a JSON string.
    Kept {
        /// The text's id.
        text: i64,
    },
}

/// Cuts the body of a request at the `contents` of its messages, which are in it as JSON strings,
/// so that what consecutive requests share is kept once. Contents that aren't found stay literal.
pub(super) fn cut_body(
    connection: &Connection,
    body: &str,
    contents: &[String],
) -> rusqlite::Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = body;
    for content in contents {
        let written = as_json(content)?;
        if let Some((before, after)) = rest.split_once(&written) {
            pieces.push(Piece::Literal(before.to_owned()));
            pieces.push(Piece::Kept { text: put(connection, content)? });
            rest = after;
        }
    }
    pieces.push(Piece::Literal(rest.to_owned()));
    Ok(pieces)
}

/// The body again, byte for byte.
pub(super) fn join_body(connection: &Connection, pieces: Vec<Piece>) -> rusqlite::Result<String> {
    let mut body = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => body.push_str(&text),
            Piece::Kept { text } => body.push_str(&as_json(&get(connection, text)?)?),
        }
    }
    Ok(body)
}

fn as_json(text: &str) -> rusqlite::Result<String> {
    serde_json::to_string(text)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}
