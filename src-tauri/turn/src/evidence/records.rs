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
use records::RecordKind;
use retrieval::{Reading, SearchScope, blocking, each_note_first, sources::Sources};

/// Maximum passages of a period's notes.
const PASSAGES: usize = 60;

/// Maximum notes of the kind that a question asks about.
const OF_KIND: usize = 40;

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

/// The notes of the kind that the question asks about, the nearest first.
pub(super) async fn of_kind(query: &Query<'_>) -> Findings {
    let Some(kind) = query.reading.kind.clone().filter(|_| query.mode.has_notes()) else {
        return Findings::default();
    };
    let (sources, text) = (query.sources(), query.searched().to_owned());
    let _one_at_a_time = query.searching.lock().await;
    let found = blocking(move || nearest_of(&sources, kind, &text)).await;
    found.unwrap_or_else(|error| Findings::notice(sentences::notes_not_searched(&error)))
}

fn nearest_of(sources: &Sources, kind: records::Query, text: &str) -> Result<Findings> {
    let is_of_tasks = kind.of == RecordKind::Task;
    let rows = sources.index.table(&sources.within_scope(kind))?.rows;
    let paths: Vec<NotePath> = rows.iter().map(|row| row.path.clone()).collect();
    if paths.is_empty() {
        return Ok(Findings::default());
    }
    let scope = SearchScope { places: &paths, limit: Some(paths.len()), ..SearchScope::default() };
    let nearest = sources.hits(text, scope)?.hits.into_iter().map(|hit| hit.path);
    let mut known = HashSet::new();
    let notes = nearest.chain(paths.iter().cloned()).filter(|path| known.insert(path.clone()));
    let reason = sentences::OF_THE_KIND.text();
    let mut hits = Vec::new();
    for path in notes.take(OF_KIND) {
        // A note may be gone since it was indexed.
        let Ok(all) = sources.all_of(&path, Kind::Search, reason) else { continue };
        if is_of_tasks {
            let of_note = rows.iter().filter(|row| row.path == path);
            let lines: Vec<u32> = of_note.map(|row| row.line).collect();
            let has_task = |it: &Reference| {
                let range = it.passage.as_ref().map(|it| it.lines.start..=it.lines.end);
                range.is_some_and(|range| lines.iter().any(|line| range.contains(line)))
            };
            hits.extend(all.into_iter().filter(has_task));
        } else {
            let properties = sources.properties_of(&path, Kind::Search, reason).ok().flatten();
            hits.extend(properties.or_else(|| all.into_iter().next()));
        }
    }
    Ok(Findings { hits, ..Findings::default() })
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
