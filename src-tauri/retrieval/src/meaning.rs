//! What a search by meaning needs, and why there may be none.

use std::sync::Arc;

use index::VectorStore;
use models::Embedder;

#[derive(Debug, Clone)]
pub struct Meaning {
    pub embedder: Arc<dyn Embedder>,
    /// Has the passages' vectors, as far as they are made.
    pub store: Arc<dyn VectorStore>,
}

/// What finds passages of attached files by meaning.
#[derive(Debug, Clone)]
pub struct FileMeaning {
    /// Makes the vectors of passages and of questions.
    pub embedder: Arc<dyn Embedder>,
    /// A passage that has none of the question's words and is less like it than this, by the cosine,
    /// is left out.
    pub threshold: f32,
}

/// Why nothing can be found by meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoMeaning {
    /// The reason, as the rest of a sentence.
    pub reason: String,
    /// Whether the user should be told with each search. Whoever turned it off knows.
    pub is_news: bool,
}

impl Meaning {
    /// The same as a search of the index takes it.
    pub fn parts(&self) -> index::Meaning<'_> {
        index::Meaning { embedder: &*self.embedder, store: &*self.store }
    }
}
