//! The table that answers a question about data, and the notes of a period.

use std::collections::HashSet;

use super::source::{Findings, PeriodNotes, Query};
use crate::sentences;
use conversation::{
    Result,
    reference::{Kind, Reference, State},
};
use grounding::references::links::direct_references;
use notes::NotePath;
use retrieval::{Reading, SearchScope, blocking, each_note_first, sources::Sources};

/// Maximum passages of a period's notes.
const PASSAGES: usize = 60;

pub(super) async fn find(query: &Query<'_>) -> Findings {
    let Reading { notes, long, .. } = query.reading;
    let has_period = notes.is_some() || long.is_some();
    if !query.mode.has_notes() || (query.reading.query.is_none() && !has_period) {
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

/// True if the app can answer the question by itself: with a table that has rows, or day by day.
pub(super) async fn suffice(query: &Query<'_>) -> bool {
    let tells_days = query.reading.is_open && query.reading.notes.is_some();
    if query.reading.query.is_none() && !tells_days {
        return false;
    }
    let (sources, reading, text) = (query.sources(), query.reading.clone(), query.text.to_owned());
    let links = if query.own.plain { Some(Vec::new()) } else { query.links.clone() };
    let found = blocking(move || {
        if let Some(read) = &reading.query {
            return Ok(sources.computed(read)?.0.is_some());
        }
        // Days aren't told where the question links a note.
        let links = links.unwrap_or_else(|| direct_references(&text, &sources.catalog));
        let period = PeriodNotes::of(&sources, &reading)?;
        Ok(links.is_empty() && period.is_some_and(|it| it.has_days()))
    });
    found.await.unwrap_or(false)
}

fn look(sources: &Sources, reading: &Reading, text: &str) -> Result<Findings> {
    if let Some(query) = &reading.query {
        let (table, notices) = sources.computed(query)?;
        return Ok(Findings { hits: table.into_iter().collect(), notices, ..Findings::default() });
    }
    let period = PeriodNotes::of(sources, reading)?;
    let Some(notes) = &reading.notes else { return Ok(Findings { period, ..Findings::default() }) };
    let paths: Vec<NotePath> = match &period {
        Some(period) => period.notes().to_vec(),
        None => {
            let table = sources.index.table(&sources.within_scope(notes.clone()))?;
            table.rows.into_iter().map(|row| row.path).collect()
        }
    };
    if paths.is_empty() {
        return Ok(Findings { period, ..Findings::default() });
    }
    let scope = SearchScope { places: &paths, limit: Some(PASSAGES), ..SearchScope::default() };
    let found = sources.hits(text, scope)?;
    let mut hits: Vec<Reference> =
        found.hits.iter().map(|hit| sources.reference_to(hit, State::Used)).collect();
    let mut known: HashSet<_> = hits.iter().filter_map(Reference::key).collect();
    for path in &paths {
        let all = sources.all_of(path, Kind::Search, sentences::OF_THE_PERIOD.text())?;
        // The days of “What did I do last week?” are told by their texts alone.
        let properties = match reading.is_open {
            true => None,
            false => sources.properties_of(path, Kind::Search, sentences::OF_THE_PERIOD.text())?,
        };
        let all = all.into_iter().chain(properties);
        hits.extend(all.filter(|it| it.key().is_some_and(|key| known.insert(key))));
    }
    let period = period.map(|period| period.offered(hits.len()));
    // Passages that don't fit are cut from the end.
    let mut hits = each_note_first(hits, |hit| hit.path.as_ref());
    hits.truncate(PASSAGES);
    Ok(Findings { hits, period, ..Findings::default() })
}
