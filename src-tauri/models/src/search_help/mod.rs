//! What models do for search: they judge passages, and find other words for a question.

mod rerank;
mod rewrite;
mod short_answer;

pub use rerank::{ChatReranker, EndpointReranker, Reranker};
pub use rewrite::{ChatRewriter, Rewriter, Wording};
