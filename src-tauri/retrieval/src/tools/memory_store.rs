//! Where memories are kept.

use conversation::Result;
use futures::future::BoxFuture;
use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    pub text: String,
    pub created: Timestamp,
}

/// Where memories of a vault are kept.
pub trait Memories: Send + Sync {
    /// The memories that have any of the words, the best first, `limit` of them at most; without
    /// words the newest.
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>>;
}
