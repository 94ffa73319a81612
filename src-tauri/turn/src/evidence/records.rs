//! The table that answers a question about data, and the notes of a period.

use std::collections::HashSet;

use futures::{FutureExt, future::BoxFuture};

use super::source::{Findings, PeriodNotes, Query, Source};
use crate::sentences;
use conversation::{
    Result,
    reference::{Kind, Reference, State},
};
use retrieval::{Reading, SearchScope, blocking, sources::Sources, table_reference};

pub(super) struct Records;

/// Maximum passages of a period's notes.
const PASSAGES: usize = 60;

impl Source for Records {
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Findings> {
        find(query).boxed()
    }
}

async fn find(query: &Query<'_>) -> Findings {
    if !query.mode.has_notes() || (query.reading.query.is_none() && query.reading.notes.is_none()) {
        return Findings::default();
    }
    let (sources, reading) = (query.sources(), query.reading.clone());
    let text = query.searched().to_owned();
    let _one_at_a_time = query.searching.lock().await;
    let found = blocking(move || look(&sources, &reading, &text)).await;
    match found {
        Ok(found) => Findings { searched: true, ..found },
        Err(error) => Findings::notice(sentences::notes_not_searched(&error)),
    }
}

fn look(sources: &Sources, reading: &Reading, text: &str) -> Result<Findings> {
    if let Some(query) = &reading.query {
        let table = sources.within_scope(sources.index.table(query)?);
        let has_rows = !table.rows.is_empty();
        let hits = has_rows.then(|| table_reference(table)).into_iter().collect();
        return Ok(Findings { hits, ..Findings::default() });
    }
    let Some(notes) = &reading.notes else { return Ok(Findings::default()) };
    let table = sources.within_scope(sources.index.table(notes)?);
    let period = reading.period.map(|period| PeriodNotes::new(period, &table));
    let paths: Vec<_> = table.rows.into_iter().map(|row| row.path).collect();
    let scope = SearchScope { places: &paths, limit: Some(PASSAGES), ..SearchScope::default() };
    let found = sources.hits(text, scope)?;
    let mut hits: Vec<Reference> =
        found.hits.iter().map(|hit| sources.reference_to(hit, State::Used)).collect();
    let mut known: HashSet<_> = hits.iter().filter_map(Reference::key).collect();
    for path in &paths {
        let all = sources.all_of(path, Kind::Search, sentences::OF_THE_PERIOD.text())?;
        hits.extend(all.into_iter().filter(|it| it.key().is_some_and(|key| known.insert(key))));
    }
    hits.truncate(PASSAGES);
    Ok(Findings { hits, period, ..Findings::default() })
}
