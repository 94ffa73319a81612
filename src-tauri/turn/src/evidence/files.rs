//! Attached files that are too long to send and are searched instead.

use super::source::{Findings, Query};
use crate::sentences;
use retrieval::{blocking, files};

pub(super) async fn find(query: &Query<'_>) -> Findings {
    let (cut, text, setup) =
        (query.files.clone(), query.searched().to_owned(), query.setup.clone());
    if query.in_talk.needs_no_search() {
        return Findings::default();
    }
    let _one_at_a_time = query.searching.lock().await;
    let found = blocking(move || Ok(files::found(&cut, &text, &setup))).await;
    match found {
        Ok((hits, notices)) => Findings { hits, notices, ..Findings::default() },
        Err(error) => Findings::notice(sentences::files_not_read(&error)),
    }
}
