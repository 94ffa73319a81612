//! Caches the vectors of queries: a question is searched while it is typed, and again when it is sent.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{collections::VecDeque, sync::Arc, time::Duration};

use conversation::model::Error;

use super::{Embedder, EmbeddingModel, Languages, Purpose, WordVectors};

/// Maximum cached queries.
const MOST: usize = 64;

#[derive(Debug)]
pub struct QueryCache {
    model: Arc<dyn Embedder>,
    /// The newest last.
    known: Mutex<VecDeque<(String, Vec<f32>)>>,
}

impl QueryCache {
    pub fn new(model: Arc<dyn Embedder>) -> Self {
        Self { model, known: Mutex::default() }
    }

    fn known(&self, text: &str) -> Option<Vec<f32>> {
        let mut known = self.known.lock();
        let at = known.iter().position(|(query, _)| query == text)?;
        let found = known.remove(at)?;
        let vector = found.1.clone();
        known.push_back(found);
        Some(vector)
    }

    fn remember(&self, text: &str, vector: &[f32]) {
        let mut known = self.known.lock();
        known.retain(|(query, _)| query != text);
        known.push_back((text.to_owned(), vector.to_vec()));
        if known.len() > MOST {
            known.pop_front();
        }
    }
}

impl Embedder for QueryCache {
    fn model(&self) -> &EmbeddingModel {
        self.model.model()
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        if purpose == Purpose::Passage {
            return self.model.embed(texts, purpose);
        }
        let mut vectors: Vec<_> = texts.iter().map(|text| self.known(text)).collect();
        let unknown = texts.iter().zip(&vectors).filter(|(_, known)| known.is_none());
        let unknown: Vec<&str> = unknown.map(|(text, _)| *text).collect();
        if !unknown.is_empty() {
            let made = self.model.embed(&unknown, purpose)?;
            let places = vectors.iter_mut().filter(|known| known.is_none());
            for ((place, text), vector) in places.zip(unknown).zip(made) {
                self.remember(text, &vector);
                *place = Some(vector);
            }
        }
        Ok(vectors.into_iter().flatten().collect())
    }

    fn word_languages(&self) -> Languages {
        self.model.word_languages()
    }

    fn embed_words(&self, text: &str) -> Result<Option<WordVectors>, Error> {
        self.model.embed_words(text)
    }

    fn free_if_idle(&self, idle: Duration) {
        self.model.free_if_idle(idle);
    }
}
