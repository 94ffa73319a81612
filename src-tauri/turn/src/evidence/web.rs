//! Pages of the web.

use futures::{FutureExt, future::BoxFuture};

use super::source::{Found, Online, Query, Source};
use crate::sentences;
use conversation::Mode;
use retrieval::pages;

pub(super) struct Pages;

impl Source for Pages {
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Found> {
        find(query).boxed()
    }
}

async fn find(query: &Query<'_>) -> Found {
    let Some(Online { web, query: words, results, cancel }) =
        query.web.as_ref().filter(|_| query.mode.has_web())
    else {
        return Found::default();
    };
    let Some(web) = web else { return Found::notice(sentences::NO_WEB_SEARCH.to_string()) };
    match pages::search(*web, words, *results, cancel).await {
        Ok(hits) => Found { hits, searched: query.mode == Mode::Web, ..Found::default() },
        Err(error) => Found::notice(sentences::web_not_searched(&error)),
    }
}
