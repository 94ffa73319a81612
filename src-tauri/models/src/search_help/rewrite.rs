//! Rewrites a question into further queries, to find notes that its own words miss.

mod chat;
mod rewriter;

pub use chat::ChatRewriter;
pub use rewriter::{Exchange, Rewriter, Wording};
