//! The table that answers a question about data, and the notes of a period.

use std::collections::HashSet;

use futures::{FutureExt, future::BoxFuture};

use super::source::{Findings, Query, Source};
use crate::sentences;
use conversation::{
    Result,
    reference::{Kind, Reference, State, Table},
};
use retrieval::{Reading, SearchScope, blocking, sources::Sources};

pub(super) struct Records;

/// Maximum rows of a table that are stored with an answer. The total and the result are of all.
const ROWS: usize = 1_000;

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
        Ok(hits) => Findings { hits, searched: true, ..Findings::default() },
        Err(error) => Findings::notice(sentences::notes_not_searched(&error)),
    }
}

fn look(sources: &Sources, reading: &Reading, text: &str) -> Result<Vec<Reference>> {
    if let Some(query) = &reading.query {
        let mut table = sources.within_scope(sources.index.table(query)?);
        table.rows.truncate(ROWS);
        return Ok(if table.rows.is_empty() { Vec::new() } else { vec![reference(table)] });
    }
    let Some(notes) = &reading.notes else { return Ok(Vec::new()) };
    let table = sources.within_scope(sources.index.table(notes)?);
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
    Ok(hits)
}

fn reference(table: Table) -> Reference {
    let title = sentences::TABLE_TITLE.to_string();
    Reference {
        title,
        match_reason: table.query.clone(),
        snippet: sentences::records(table.total),
        passage: Some(retrieval::table_passage(&table)),
        table: Some(table),
        ..Reference::new(Kind::Table, State::Used)
    }
}
