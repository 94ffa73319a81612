use conversation::model::Error;

/// Scores how well passages answer a question. Blocks; call it off the async threads.
pub trait Reranker: Send + Sync + std::fmt::Debug {
    fn name(&self) -> &str;

    /// One score for each passage, in their order; larger is more relevant. Scores of different calls can't be
    /// compared.
    ///
    /// # Errors
    /// If the model can't be reached, or doesn't return one score a passage.
    fn rerank(&self, query: &str, passages: &[&str]) -> Result<Vec<f32>, Error>;
}
