use tokio::sync::watch;

use super::{
    records::suffice,
    source::{Findings, Online, Query},
};
use crate::sentences;
use conversation::Mode;
use retrieval::pages;

pub(super) async fn find(query: &Query<'_>) -> Findings {
    let Some(Online { web, query: words, results, cancel, notes_suffice }) =
        query.web.as_ref().filter(|_| query.mode.has_web())
    else {
        return Findings::default();
    };
    let Some(web) = web else { return Findings::notice(sentences::NO_WEB_SEARCH.to_string()) };
    if suffice(query).await && is_true(notes_suffice.clone()).await {
        // A query whose pages can't be used isn't sent.
        return Findings::default();
    }
    match pages::search(*web, words, *results, cancel).await {
        Ok(hits) => Findings { hits, searched: query.mode == Mode::Web, ..Findings::default() },
        Err(error) => Findings::notice(sentences::web_not_searched(&error)),
    }
}

async fn is_true(mut known: watch::Receiver<Option<bool>>) -> bool {
    known.wait_for(Option::is_some).await.is_ok_and(|known| *known == Some(true))
}
