use std::sync::Arc;

use index::VectorStore;
use models::Embedder;

#[derive(Debug, Clone)]
pub struct Meaning {
    pub embedder: Arc<dyn Embedder>,
    pub store: Arc<dyn VectorStore>,
}

#[derive(Debug, Clone)]
pub struct FileMeaning {
    pub embedder: Arc<dyn Embedder>,
    /// Minimum cosine of a passage that shares no words with the question.
    pub threshold: f32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoMeaning {
    pub reason: String,
    /// Whether each search should report it: false if the user turned it off.
    pub is_news: bool,
}

impl Meaning {
    pub fn parts(&self) -> index::Meaning<'_> {
        index::Meaning { embedder: &*self.embedder, store: &*self.store }
    }
}
