//! Models that help to search: they rank passages, rewrite questions, and write queries.

mod line;
mod rerank;
mod rewrite;
mod short_answer;

pub use line::LineWriter;
pub use rerank::{ChatReranker, EndpointReranker, Reranker};
pub use rewrite::{ChatRewriter, Exchange, Rewriter, Wording};
pub use short_answer::ChatModel;
