//! What every embedding model offers.

use conversation::model::Error;

/// What makes vectors of texts. Blocks; call it off the async threads.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    fn model(&self) -> &EmbeddingModel;

    /// One vector of length 1 for each of `texts`, in their order. What a text has beyond
    /// [`EmbeddingModel::max_tokens`] doesn't count.
    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error>;

    /// The vectors of a text and of its words as it means them, where the model gives such: for comparing texts
    /// word by word.
    fn embed_words(&self, _text: &str) -> Result<Option<WordVectors>, Error> {
        Ok(None)
    }

    /// Gives back the memory that only embedding needs, unless something was embedded within the
    /// last `idle`. The next text takes it again.
    fn rest(&self, _idle: std::time::Duration) {}
}

/// The vectors of a text and of its words. All have the length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct WordVectors {
    /// That of the whole text, as [`Embedder::embed`] gives it.
    pub text: Vec<f32>,
    /// Those of its words, or of their pieces, with their bytes.
    pub words: Vec<(std::ops::Range<usize>, Vec<f32>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingModel {
    /// Its identity: vectors of two models can't be compared, so a change of weights is another
    /// name.
    pub id: String,
    pub dimensions: usize,
    /// How many tokens of a text it reads.
    pub max_tokens: usize,
    pub languages: Languages,
}

/// The languages in which a model knows what texts mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Languages {
    /// English; others only by the words that they share with it.
    English,
    Many,
}

/// What a vector is for: some models embed questions otherwise than passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A text that is to be found.
    Passage,
    Query,
}
