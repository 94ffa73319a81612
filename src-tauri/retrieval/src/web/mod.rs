//! What is found on the web. Who finds it, the user chooses; nothing is asked of anybody else.

#[cfg(test)]
mod tests;

use futures::future::BoxFuture;
use models::Tokens;
use notes::ContentHash;
use tokio_util::sync::CancellationToken;

use crate::sentences;
use conversation::{
    Result,
    reference::{Kind, Passage, Reference, State},
};
use grounding::references::snippet;

/// Maximum number of passages taken from one page.
const PASSAGES_OF_A_PAGE: usize = 4;

/// A page that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Its text, or the part of it that matters.
    pub text: String,
    /// When it was published, as the provider says it.
    pub published: Option<String>,
}

/// Who searches the web.
pub trait WebSearch: Send + Sync {
    /// The pages that match `query` best, the best first, `limit` of them at most. Cancelling closes
    /// the connection.
    fn search(
        &self,
        query: &str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'_, Result<Vec<Page>>>;
}

impl Page {
    /// The page's passages as references. Their source for the ledger is the page's address. A page
    /// without text gives none.
    pub fn references(&self) -> Vec<Reference> {
        // What is no front matter must not look like it.
        let text = format!("\n{}", self.text.trim());
        let when = self.published.as_ref().map(|when| sentences::on_the_web_of(when));
        let title = if self.title.trim().is_empty() { &self.url } else { &self.title };
        let chunks = index::chunk(&text).into_iter().take(PASSAGES_OF_A_PAGE);
        chunks
            .map(|chunk| Reference {
                wikilink: self.url.clone(),
                url: Some(self.url.clone()),
                title: title.trim().to_owned(),
                snippet: snippet(&chunk.text),
                passage: Some(Passage {
                    lines: chunk.lines,
                    range: chunk.range,
                    hash: ContentHash::of(&chunk.text),
                    text: chunk.text,
                    heading_path: chunk.heading_path,
                    part: None,
                    tokens: Tokens(chunk.tokens),
                }),
                match_reason: when.clone().unwrap_or_else(|| sentences::ON_THE_WEB.to_owned()),
                ..Reference::new(Kind::Web, State::Used)
            })
            .collect()
    }
}

/// The passages of the pages that match `query` best, in the provider's order: the best page's
/// first.
///
/// # Errors
/// If the search fails or is cancelled.
pub async fn search(
    web: &dyn WebSearch,
    query: &str,
    limit: u32,
    cancel: &CancellationToken,
) -> Result<Vec<Reference>> {
    let pages = web.search(query, limit, cancel.clone()).await?;
    Ok(pages.iter().take(limit as usize).flat_map(Page::references).collect())
}
