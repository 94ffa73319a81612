//! Other ways to ask a question, for finding what its own words miss.

mod chat;
mod rewriter;

pub use chat::ChatRewriter;
pub use rewriter::{Rewriter, Wording};
