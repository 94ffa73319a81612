//! Cached embeddings of texts, for the check of citations.

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use models::{Embedder, Languages};
use support::Vectors;

#[derive(Debug, Default)]
pub struct EmbeddedTexts {
    /// `None` after the first failure.
    embedder: RefCell<Option<Arc<dyn Embedder>>>,
    known: RefCell<HashMap<String, Option<Arc<Vectors>>>>,
}

impl EmbeddedTexts {
    /// Without an embedder, or with one that has no vectors for words, no text has vectors.
    pub fn new(embedder: Option<Arc<dyn Embedder>>) -> Self {
        Self { embedder: RefCell::new(embedder), known: RefCell::default() }
    }

    /// The vectors of a text, if the model knows its language. Blocks.
    pub fn vectors(&self, text: &str) -> Option<Arc<Vectors>> {
        let embedder = self.embedder.borrow().clone()?;
        if let Some(known) = self.known.borrow().get(text) {
            return known.clone();
        }
        let is_foreign = embedder.word_languages() == Languages::English
            && index::is_english(text) == Some(false);
        let made = match is_foreign {
            true => None,
            false => match embedder.embed_words(text) {
                Ok(made) => made,
                Err(_) => {
                    *self.embedder.borrow_mut() = None;
                    return None;
                }
            },
        };
        let vectors = made.map(|made| Arc::new(Vectors { text: made.text, words: made.words }));
        self.known.borrow_mut().insert(text.to_owned(), vectors.clone());
        vectors
    }
}
