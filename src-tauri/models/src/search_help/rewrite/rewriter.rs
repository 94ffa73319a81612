use conversation::model::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// One query, phrased for a search.
    Rewritten,
    /// Up to three, with other words or for parts of the question.
    Several,
    RewrittenAndSeveral,
}

/// Rewrites a question into further queries. Blocks; call it off the async threads.
pub trait Rewriter: Send + Sync + std::fmt::Debug {
    /// Most useful first; empty if the question is fine as it is.
    fn rewrite(&self, question: &str) -> Result<Vec<String>, Error>;
}
