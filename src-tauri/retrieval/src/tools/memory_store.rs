use conversation::Result;
use futures::future::BoxFuture;
use jiff::Timestamp;
use notes::Catalog;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    pub text: String,
    pub created: Timestamp,
    /// The title and link of an often cited note.
    pub note: Option<(String, String)>,
}

impl Memory {
    pub fn of(memory: &library::Memory, catalog: &Catalog) -> Self {
        let note = memory.path.as_ref().zip(memory.wikilink.as_ref());
        let note = note.map(|(path, wikilink)| (catalog.title(path), wikilink.clone()));
        Self { text: memory.text.clone(), created: memory.created, note }
    }
}

pub trait Memories: Send + Sync {
    /// At most `limit` memories with any of the words, best first; without words, the newest.
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>>;
}
