use conversation::model::Error;

/// Computes vectors of texts. Blocks; call it off the async threads.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    fn model(&self) -> &EmbeddingModel;

    /// One vector of length 1 for each text, in order. Text beyond [`EmbeddingModel::max_tokens`] doesn't count.
    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error>;

    /// The languages of [`Self::embed_words`].
    fn word_languages(&self) -> Languages {
        self.model().languages
    }

    /// Vectors of a text and of its words in context, if the model supports it, for comparing texts word by word.
    fn embed_words(&self, _text: &str) -> Result<Option<WordVectors>, Error> {
        Ok(None)
    }

    /// Frees the memory that only embedding needs, unless something was embedded within `idle`. The next text
    /// allocates it again.
    fn free_if_idle(&self, _idle: std::time::Duration) {}
}

/// All vectors have length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct WordVectors {
    pub text: Vec<f32>,
    /// Words or pieces of words, with their byte ranges.
    pub words: Vec<(std::ops::Range<usize>, Vec<f32>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingModel {
    /// Vectors of two models can't be compared, so changed weights need another id.
    pub id: String,
    pub dimensions: usize,
    pub max_tokens: usize,
    pub languages: Languages,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Languages {
    /// Texts in other languages match only by words that they share with English.
    English,
    Many,
}

/// Some models embed questions differently from passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Passage,
    Query,
}
