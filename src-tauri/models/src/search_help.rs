//! Models that help to search: they rank passages and rewrite questions.

mod rerank;
mod rewrite;
mod short_answer;

pub use rerank::{ChatReranker, EndpointReranker, Reranker};
pub use rewrite::{ChatRewriter, Exchange, Rewriter, Wording};
