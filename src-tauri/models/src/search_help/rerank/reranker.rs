//! Judging passages against a question, after a search has found them.

use conversation::model::Error;

/// What says how well passages answer a question. Blocks; call it off the async threads.
pub trait Reranker: Send + Sync + std::fmt::Debug {
    /// Which model or server it is, as people know it.
    fn name(&self) -> &str;

    /// One score for each of `passages`, in their order: the larger the more relevant. Scores of
    /// different calls can't be compared.
    ///
    /// # Errors
    /// If it can't be asked, or answers with something else than one score a passage.
    fn rerank(&self, query: &str, passages: &[&str]) -> Result<Vec<f32>, Error>;
}
