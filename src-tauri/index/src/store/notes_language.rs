//! Detects the language of the vault's notes.

use std::collections::HashMap;

use language::{NaturalLanguage, detect};

use super::{Index, text_of};
use crate::Result;

/// Maximum notes that are read, spread over the vault: they take some milliseconds.
const SAMPLE: usize = 60;

impl Index {
    /// The language of more than half of the notes whose language is clear; `None` if no language has so many.
    pub fn language(&self) -> Result<Option<NaturalLanguage>> {
        self.shared.readers.with(|connection| {
            let notes: Vec<i64> = connection
                .prepare_cached("SELECT id FROM notes WHERE kind IS NULL ORDER BY path")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let mut counts: HashMap<NaturalLanguage, usize> = HashMap::new();
            for note in notes.iter().step_by(notes.len().div_ceil(SAMPLE).max(1)) {
                if let Some(language) = detect(&text_of(connection, *note)?) {
                    *counts.entry(language).or_default() += 1;
                }
            }
            let clear: usize = counts.values().sum();
            let most = counts.into_iter().find(|(_, count)| count * 2 > clear);
            Ok(most.map(|(language, _)| language))
        })
    }
}
