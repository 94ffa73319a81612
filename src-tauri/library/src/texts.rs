use std::collections::{HashMap, hash_map::Entry};

use base64::{Engine, engine::general_purpose::STANDARD};
use notes::ContentHash;
use rusqlite::{Connection, OptionalExtension, Row, params, types::FromSqlError};
use serde::{Deserialize, Serialize};

use super::columns::{Word, compress, json};

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

pub(super) fn get(connection: &Connection, id: i64) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE id = ?")?
        .query_row(params![id], read)
}

pub(super) fn get_bytes(connection: &Connection, id: i64) -> rusqlite::Result<Vec<u8>> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE id = ?")?
        .query_row(params![id], read_bytes)
}

pub(super) fn of_hash(connection: &Connection, hash: ContentHash) -> rusqlite::Result<String> {
    connection
        .prepare_cached("SELECT hash, bytes, zstd FROM texts WHERE hash = ?")?
        .query_row(params![Word(hash)], read)
}

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

#[derive(Default)]
pub(super) struct Reader {
    read: HashMap<i64, String>,
}

impl Reader {
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

/// Minimum bytes of a separate text: a row costs its hash twice and the compression's frame.
pub(super) const WORTH_KEEPING: usize = 256;

/// Minimum base64 characters of an image that is stored separately.
const SHORTEST_IMAGE: usize = 1024;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Piece {
    Literal(String),
    Kept { text: i64 },
    Raw { raw: i64 },
    Base64 { base64: i64 },
}

impl Piece {
    pub(super) fn kept(&self) -> Option<i64> {
        match self {
            Self::Literal(_) => None,
            Self::Kept { text: id } | Self::Raw { raw: id } | Self::Base64 { base64: id } => {
                Some(*id)
            }
        }
    }
}

/// Splits a request's body at its long `contents`, which it has as JSON strings or verbatim, and at images, so that
/// requests share them. Contents that aren't found stay literal; the ids of the others are added to `ids`.
pub(super) fn cut_body<'a>(
    connection: &Connection,
    body: &str,
    contents: &'a [String],
    ids: &mut HashMap<&'a str, i64>,
) -> rusqlite::Result<Vec<Piece>> {
    // The literal stretches in order, each with the stored text that follows it. The body isn't copied before all
    // cuts are known: a long conversation has a thousand of them.
    let mut cut: Vec<(&str, Option<Piece>)> = vec![(body, None)];
    // Contents are mostly in the order of the body, so each search starts at the last hit.
    let mut from = 0;
    for content in contents.iter().filter(|content| content.len() >= WORTH_KEEPING) {
        let find = |form: &str| {
            let mut places = (from..cut.len()).chain(0..from);
            places.find_map(|place| Some((place, cut.get(place)?.0.find(form)?, form.len())))
        };
        let quoted = find(&json(content)?);
        let Some((place, at, length)) = quoted.or_else(|| find(content)) else { continue };
        let id = match ids.entry(content) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(put(connection, content)?),
        };
        let Some((text, next)) = cut.get_mut(place) else { continue };
        let after = (&text[at + length..], next.take());
        *text = &text[..at];
        *next = Some(match quoted {
            Some(_) => Piece::Kept { text: id },
            None => Piece::Raw { raw: id },
        });
        cut.insert(place + 1, after);
        from = place + 1;
    }
    let mut pieces = Vec::new();
    for (text, kept) in cut {
        cut_images(connection, text, &mut pieces)?;
        pieces.extend(kept);
    }
    Ok(pieces)
}

fn cut_images(
    connection: &Connection,
    text: &str,
    pieces: &mut Vec<Piece>,
) -> rusqlite::Result<()> {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let (mut rest, mut from) = (text, 0);
    while let Some(start) = rest.as_bytes()[from..].iter().position(|byte| is_base64(*byte)) {
        let start = from + start;
        let length = rest.as_bytes()[start..].iter().take_while(|byte| is_base64(**byte)).count();
        let end = start + length;
        let stretch = &rest[start..end];
        let bytes = if length >= SHORTEST_IMAGE { STANDARD.decode(stretch).ok() } else { None };
        match bytes.filter(|bytes| STANDARD.encode(bytes) == stretch) {
            Some(bytes) => {
                pieces.push(Piece::Literal(rest[..start].to_owned()));
                pieces.push(Piece::Base64 { base64: put(connection, &bytes)? });
                (rest, from) = (&rest[end..], 0);
            }
            None => from = end,
        }
    }
    pieces.push(Piece::Literal(rest.to_owned()));
    Ok(())
}

pub(super) fn join_body(connection: &Connection, pieces: Vec<Piece>) -> rusqlite::Result<String> {
    let mut body = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => body.push_str(&text),
            Piece::Kept { text } => body.push_str(&json(&get(connection, text)?)?),
            Piece::Raw { raw } => body.push_str(&get(connection, raw)?),
            Piece::Base64 { base64 } => {
                body.push_str(&STANDARD.encode(get_bytes(connection, base64)?))
            }
        }
    }
    Ok(body)
}
