use std::collections::HashSet;

use notes::NotePath;

use super::{Mode, SearchOptions, meaning, options::DEPTH, query::Query, rank, related::path_of};
use crate::{Index, Neighbour, Result};

impl Index {
    /// All matching notes and files, best first: by words, then by similarity above [`SearchOptions::threshold`].
    /// Ignores `max_k` and `display_k`. Very common words match nothing by themselves in a large vault, as in
    /// [`Index::search`]. Failures of the search by meaning are ignored.
    pub fn matching(&self, query: &str, options: &SearchOptions<'_>) -> Result<Vec<NotePath>> {
        let query = Query::parse(query);
        if query.is_empty() {
            return Ok(Vec::new());
        }
        let near = self.near_enough(&query, options)?;
        self.readers().with(|connection| {
            let places = self.places(connection)?;
            let mut rows = Vec::new();
            if options.mode != Mode::Meaning || near.is_empty() {
                let best = rank::best(connection, &places, &query, usize::MAX)?;
                rows.extend(best.rows.iter().map(|row| row.id));
            }
            rows.extend(meaning::rows(connection, &query, &near)?.iter().map(|(row, _)| *row));
            let mut seen = HashSet::new();
            let mut notes = Vec::new();
            for row in rows {
                if let Some(number) = places.note(row)
                    && seen.insert(number)
                {
                    notes.extend(path_of(connection, row)?);
                }
            }
            Ok(notes)
        })
    }

    fn near_enough(&self, query: &Query, options: &SearchOptions<'_>) -> Result<Vec<Neighbour>> {
        let question = options.question.unwrap_or(&query.plain);
        let Some(meaning) = options.meaning.filter(|_| {
            options.mode != Mode::Keyword && !question.is_empty() && !query.plain.is_empty()
        }) else {
            return Ok(Vec::new());
        };
        let among = self.readers().with(|connection| meaning::among(connection, query))?;
        let asked = meaning.ask(&[question], DEPTH, among.as_ref()).unwrap_or_default();
        Ok(asked
            .into_iter()
            .flat_map(|asked| asked.near)
            .filter(|near| near.similarity >= options.threshold)
            .collect())
    }
}
