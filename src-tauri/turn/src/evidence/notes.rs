//! The notes that the question links, and the passages that match it.

use futures::{FutureExt, future::BoxFuture};

use super::source::{Findings, Query, Source};
use crate::sentences;
use conversation::{Mode, reference::Reference};
use grounding::references::links::direct_references;
use retrieval::{
    blocking,
    sources::{SearchResults, Sources},
};

pub(super) struct Notes;

impl Source for Notes {
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Findings> {
        find(query).boxed()
    }
}

async fn find(query: &Query<'_>) -> Findings {
    let (sources, text, mode) = (query.sources(), query.text.to_owned(), query.mode);
    let links = if query.own.plain { Some(Vec::new()) } else { query.links.clone() };
    let _one_at_a_time = query.searching.lock().await;
    let found = blocking(move || Ok(look(&sources, &text, links, mode))).await;
    found.unwrap_or_else(|error| Findings::notice(sentences::notes_not_read(&error)))
}

fn look(sources: &Sources, text: &str, links: Option<Vec<Reference>>, mode: Mode) -> Findings {
    let mut found = Findings::default();
    for link in links.unwrap_or_else(|| direct_references(text, &sources.catalog)) {
        let (note, notice) = sources.linked(link, text);
        found.linked.push(note);
        found.notices.extend(notice);
    }
    if mode.has_notes() {
        match sources.search(text) {
            Ok(SearchResults { shown, rest, matching, notices }) => {
                found.notices.extend(notices);
                found = Findings { hits: shown, unused: rest, matching, searched: true, ..found };
            }
            Err(error) => found.notices.push(sentences::notes_not_searched(&error)),
        }
    }
    found
}
