//! Searching the open vault, as people type it.

use conversation::Result;
use index::{Mode, RelatedNote, SearchResults, WhyNot};
use notes::NotePath;
use retrieval::blocking;

use crate::App;

impl App {
    /// The passages that match `query` best, `limit` of them at most.
    ///
    /// # Errors
    /// If no vault is open or the index fails. What else fails is a notice.
    pub async fn search(&self, query: &str, mode: Mode, limit: usize) -> Result<SearchResults> {
        let vault = self.open_vault_now()?.handle();
        let (query, threshold) = (query.to_owned(), self.settings().search.threshold);
        blocking(move || vault.search(&query, mode, limit, threshold)).await
    }

    /// What became of a note in the search that [`App::search`] does with the same arguments.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        mode: Mode,
        limit: usize,
    ) -> Result<WhyNot> {
        let vault = self.open_vault_now()?.handle();
        let (query, path) = (query.to_owned(), path.clone());
        let threshold = self.settings().search.threshold;
        blocking(move || vault.why_not(&query, &path, mode, limit, threshold)).await
    }

    /// Notes that have to do with a note, the nearest first, `limit` of them at most.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn related(&self, path: &NotePath, limit: usize) -> Result<Vec<RelatedNote>> {
        let (vault, path) = (self.open_vault_now()?.handle(), path.clone());
        blocking(move || vault.related(&path, limit)).await
    }
}
