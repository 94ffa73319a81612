use conversation::model::Error;

/// The queries to ask a model for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// One query, phrased for a search.
    Rewritten,
    /// Up to three queries, with other words or for parts of the question.
    Several,
    RewrittenAndSeveral,
}

/// An earlier question and its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    pub question: String,
    /// Empty if there is none, or if the app answered by itself.
    pub answer: String,
}

/// Rewrites a question into further queries. Blocks; call it off the async threads.
pub trait Rewriter: Send + Sync + std::fmt::Debug {
    /// The queries, most useful first. Empty if the question needs none. `past` has the newest
    /// exchanges before the question, oldest first.
    fn rewrite(&self, question: &str, past: &[Exchange]) -> Result<Vec<String>, Error>;
}
