//! Web pages as passages.

#[cfg(test)]
mod tests;

use conversation::{
    Result,
    reference::{Kind, Reference, State},
};
use tokio_util::sync::CancellationToken;
use web::{Page, Web};

use crate::{sentences, whole::passage};

/// Maximum passages of each page in a web search.
const PASSAGES_OF_A_PAGE: usize = 4;

/// The page's text as a note's text, which its passages quote.
pub fn text_of(page: &Page) -> String {
    // The leading newline keeps `---` from being read as front matter.
    format!("\n{}", page.text.trim())
}

/// A page's passages, limited like a note's. The ledger uses the page's address as their source.
pub fn references(page: &Page) -> Vec<Reference> {
    let when = page.published.as_ref().map(|when| sentences::on_the_web_of(when));
    let title = if page.title.trim().is_empty() { &page.url } else { &page.title };
    index::chunk(&text_of(page))
        .into_iter()
        .take(index::MAX_PASSAGES)
        .map(passage)
        .map(|(passage, snippet)| Reference {
            wikilink: page.url.clone(),
            url: Some(page.url.clone()),
            title: title.trim().to_owned(),
            snippet,
            passage: Some(passage),
            match_reason: when.clone().unwrap_or_else(|| sentences::ON_THE_WEB.to_string()),
            ..Reference::new(Kind::Web, State::Used)
        })
        .collect()
}

pub async fn search(
    web: &dyn Web,
    query: &str,
    limit: u32,
    cancel: &CancellationToken,
) -> Result<Vec<Reference>> {
    let pages = web.search(query, limit, cancel.clone()).await?;
    let passages = |page: &Page| references(page).into_iter().take(PASSAGES_OF_A_PAGE);
    Ok(pages.iter().take(limit as usize).flat_map(passages).collect())
}
