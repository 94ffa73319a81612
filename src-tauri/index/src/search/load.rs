use std::collections::{HashMap, hash_map::Entry};

use notes::{ContentHash, NotePath};
use rusqlite::{Connection, types::Type};

use super::results::{Hit, Why};
use crate::{
    TextKey,
    store::{chunk_from, text_of},
};

pub(super) struct PassageRow {
    pub(super) hit: Hit,
    pub(super) tags: String,
    pub(super) key: TextKey,
}

pub(super) struct Loader<'a> {
    connection: &'a Connection,
    texts: HashMap<i64, String>,
}

impl<'a> Loader<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection, texts: HashMap::new() }
    }

    pub(super) fn passage(&mut self, row: i64) -> rusqlite::Result<PassageRow> {
        let mut select = self.connection.prepare_cached(
            "SELECT chunks.note, notes.path, notes.title,
                    (SELECT group_concat(tag, ' / ') FROM tags WHERE tags.note = notes.id),
                    chunks.key, chunks.ordinal, chunks.headings, chunks.first_line,
                    chunks.last_line, chunks.start_byte, chunks.end_byte, chunks.tokens, chunks.part,
                    chunks.columns
             FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.id = ?1",
        )?;
        select.query_row([row], |columns| {
            let text = match self.texts.entry(columns.get(0)?) {
                Entry::Occupied(text) => text.into_mut(),
                Entry::Vacant(place) => {
                    let text = text_of(self.connection, *place.key())?;
                    place.insert(text)
                }
            };
            let chunk = chunk_from(columns, 5, text)?;
            let path: String = columns.get(1)?;
            let hit = Hit {
                rank: 0,
                path: NotePath::new(&path).map_err(|error| {
                    rusqlite::Error::FromSqlConversionFailure(1, Type::Text, Box::new(error))
                })?,
                title: columns.get(2)?,
                ordinal: chunk.ordinal,
                heading_path: chunk.heading_path,
                columns: chunk.columns,
                part: chunk.part,
                lines: chunk.lines,
                range: chunk.range,
                hash: ContentHash::of(&chunk.text),
                text: chunk.text,
                tokens: chunk.tokens,
                score: 0.0,
                why: Why::default(),
            };
            Ok(PassageRow {
                hit,
                tags: columns.get::<_, Option<String>>(3)?.unwrap_or_default(),
                key: TextKey(columns.get(4)?),
            })
        })
    }
}
