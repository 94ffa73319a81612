use conversation::Result;
use futures::future::BoxFuture;
use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    pub text: String,
    pub created: Timestamp,
}

pub trait Memories: Send + Sync {
    /// At most `limit` memories with any of the words, best first; without words, the newest.
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>>;
}
