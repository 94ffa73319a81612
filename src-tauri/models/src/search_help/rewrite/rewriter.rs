//! Other ways to ask a question, for finding what its own words miss.

use conversation::model::Error;

/// Which other ways to ask are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// One: the question as one would look for its answer.
    Rewritten,
    /// Up to three: with other words, or for a part of it each.
    Several,
    RewrittenAndSeveral,
}

/// What rewrites a question into further queries. Blocks; call it off the async threads.
pub trait Rewriter: Send + Sync + std::fmt::Debug {
    /// Further queries for `question`, the most useful first; none if it is fine as it is.
    fn rewrite(&self, question: &str) -> Result<Vec<String>, Error>;
}
