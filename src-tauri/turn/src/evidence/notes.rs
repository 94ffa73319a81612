//! The notes that the question links, and the passages that match it.

use super::source::{Findings, PeriodNotes, Query};
use crate::{in_talk::InTalk, sentences};
use conversation::{Mode, Result, reference::Reference};
use grounding::references::links::direct_references;
use retrieval::{
    Matching, Reading, blocking,
    sources::{SearchResults, Sources},
};

pub(super) async fn find(query: &Query<'_>) -> Findings {
    let (sources, text, mode) = (query.sources(), query.text.to_owned(), query.mode);
    let (in_talk, files) = (query.in_talk.clone(), query.files.clone());
    let chosen = query.reading.chosen.is_some().then(|| query.reading.clone());
    let links = if query.own.plain { Some(Vec::new()) } else { query.links.clone() };
    let keys = query.reading.keys.clone();
    let _one_at_a_time = query.searching.lock().await;
    let found = blocking(move || {
        if let Some(reading) = chosen {
            return in_period(sources, &reading, &text, links, (mode, &in_talk));
        }
        let mut found = look(&sources, &text, links, mode, &in_talk);
        let is_follow_up = in_talk.follow_up.is_some() && mode.has_notes();
        if in_talk.needs_no_search() || (is_follow_up && found.hits.is_empty()) {
            found.hits = in_talk.shown_again(&sources, &files);
        }
        let reason = sentences::HAS_PROPERTY.text();
        found.hits = sources.with_properties(found.hits, &keys, reason);
        Ok(found)
    })
    .await;
    found.unwrap_or_else(|error| Findings::notice(sentences::notes_not_read(&error)))
}

/// The linked notes, and passages of the period that the user chose.
fn in_period(
    sources: Sources,
    reading: &Reading,
    text: &str,
    links: Option<Vec<Reference>>,
    (mode, in_talk): (Mode, &InTalk),
) -> Result<Findings> {
    let notes = PeriodNotes::of(&sources, reading)?.map(|it| it.notes().to_vec());
    let notes = notes.filter(|notes| !notes.is_empty() && mode.has_notes());
    let mode = if notes.is_some() { Mode::Notes } else { Mode::None };
    let sources = sources.only(notes.unwrap_or_default());
    // The other wordings of a follow-up question may be about another time.
    let alone = InTalk { own: Some(in_talk.text(text).to_owned()), ..InTalk::default() };
    let found = look(&sources, text, links, mode, &alone);
    // The notes to read all are those of the period.
    Ok(Findings { matching: Matching::default(), ..found })
}

fn look(
    sources: &Sources,
    text: &str,
    links: Option<Vec<Reference>>,
    mode: Mode,
    in_talk: &InTalk,
) -> Findings {
    let mut found = Findings::default();
    for link in links.unwrap_or_else(|| direct_references(text, &sources.catalog)) {
        let (note, notice) = sources.linked(link, text);
        found.linked.push(note);
        found.notices.extend(notice);
    }
    if mode.has_notes() {
        let (follow_up, cited) = (in_talk.follow_up.as_ref(), in_talk.candidates(sources));
        let text = in_talk.own.as_deref().unwrap_or(text);
        match sources.search_in_talk(text, follow_up, &cited) {
            Ok(SearchResults { shown, rest, matching, notices, with_topic }) => {
                found.notices.extend(notices);
                found = Findings {
                    hits: shown,
                    unused: rest,
                    matching,
                    searched: true,
                    with_topic,
                    ..found
                };
            }
            Err(error) => found.notices.push(sentences::notes_not_searched(&error)),
        }
    }
    found
}
