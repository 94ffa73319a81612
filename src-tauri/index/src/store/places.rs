//! The notes and the order of all passages, in memory.

use parking_lot::Mutex;
use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};

#[derive(Debug, Clone, Copy)]
struct Place {
    row: i64,
    /// Position among all passages in the order of paths and, within a note, of the text. It breaks
    /// ties, because row ids differ between rebuilds.
    position: u32,
    /// The note's number in the order of paths.
    note: u32,
    /// The note is a template or contains only queries.
    is_secondary: bool,
}

/// The places of all passages at one revision of the index. They are in memory because querying the
/// places of thousands of matches takes longer than ranking the matches.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) revision: i64,
    places: Vec<Place>,
    counts: Mutex<HashMap<(String, u32), u32>>,
}

impl Places {
    /// Takes some 20 ms for 100,000 passages.
    pub(crate) fn load(connection: &Connection, revision: i64) -> rusqlite::Result<Self> {
        let mut select = connection.prepare_cached(
            "SELECT chunks.id, chunks.note, notes.role IS NOT NULL FROM notes JOIN chunks ON chunks.note = notes.id
             ORDER BY notes.path, chunks.ordinal",
        )?;
        let mut rows = select.query([])?;
        let mut places = Vec::new();
        let (mut last, mut note) = (None, 0);
        let mut position = 0;
        while let Some(row) = rows.next()? {
            let note_row: i64 = row.get(1)?;
            if last.is_some_and(|last| last != note_row) {
                note += 1;
            }
            last = Some(note_row);
            places.push(Place { row: row.get(0)?, position, note, is_secondary: row.get(2)? });
            position += 1;
        }
        places.sort_unstable_by_key(|place| place.row);
        Ok(Self { revision, places, counts: Mutex::default() })
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn position(&self, row: i64) -> u32 {
        self.find(row).map_or(u32::MAX, |place| place.position)
    }

    pub(crate) fn note(&self, row: i64) -> Option<u32> {
        self.find(row).map(|place| place.note)
    }

    /// Whether the passage is in a template or a note of queries, which rank below all other notes.
    pub(crate) fn is_secondary(&self, row: i64) -> bool {
        self.find(row).is_some_and(|place| place.is_secondary)
    }

    fn find(&self, row: i64) -> Option<Place> {
        let at = self.places.binary_search_by_key(&row, |place| place.row).ok()?;
        self.places.get(at).copied()
    }

    /// Counts the notes of `rows`.
    pub(crate) fn notes(&self, rows: impl IntoIterator<Item = i64>) -> u32 {
        let mut seen = vec![false; self.places.len()];
        let mut count = 0;
        for note in rows.into_iter().filter_map(|row| self.note(row)) {
            if let Some(seen) = seen.get_mut(note as usize)
                && !*seen
            {
                *seen = true;
                count += 1;
            }
        }
        count
    }

    /// The number of passages with an FTS5 term, at most `most`.
    pub(crate) fn count(
        &self,
        connection: &Connection,
        term: &str,
        most: u32,
    ) -> rusqlite::Result<u32> {
        let key = (term.to_owned(), most);
        if let Some(count) = self.counts.lock().get(&key) {
            return Ok(*count);
        }
        let count = connection
            .prepare_cached(
                "SELECT count(*) FROM (SELECT 1 FROM passages WHERE passages MATCH ?1 LIMIT ?2)",
            )?
            .query_row((term, most), |row| row.get(0))
            .optional()?
            .unwrap_or(0);
        let mut counts = self.counts.lock();
        // Bounds the memory when a user types queries for hours.
        if counts.len() >= 10_000 {
            counts.clear();
        }
        counts.insert(key, count);
        Ok(count)
    }
}
