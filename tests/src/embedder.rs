//! A fake embedding model whose vectors count words.

use parking_lot::Mutex;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use models::{Code, Embedder, EmbeddingModel, Error, Languages, Purpose};

/// Words that the model treats as synonyms.
const MEANINGS: [&[&str]; 6] = [
    &["bread", "loaf", "sourdough"],
    &["oven", "heat", "bake"],
    &["salt", "brine"],
    &["rain", "weather"],
    &["water", "wet"],
    &["rye", "grain", "flour"],
];

#[derive(Debug)]
pub struct WordEmbedder {
    model: EmbeddingModel,
    down: AtomicBool,
    embedded: Mutex<Vec<String>>,
}

impl WordEmbedder {
    pub fn new(id: &str) -> Arc<Self> {
        Arc::new(Self {
            model: EmbeddingModel {
                id: id.to_owned(),
                dimensions: MEANINGS.len() + 1,
                max_tokens: 512,
                languages: Languages::English,
            },
            down: AtomicBool::new(false),
            embedded: Mutex::default(),
        })
    }

    /// Refuses requests, like an unreachable server.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// The passages embedded since the last call.
    pub fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.embedded.lock())
    }
}

impl Embedder for WordEmbedder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        if self.down.load(Ordering::SeqCst) {
            return Err(Error::new(Code::Refused, "Nothing listens there."));
        }
        if purpose == Purpose::Passage {
            let mut embedded = self.embedded.lock();
            embedded.extend(texts.iter().map(|text| (*text).to_owned()));
        }
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|char: char| !char.is_alphanumeric()).collect();
    let mut numbers: Vec<f32> = MEANINGS
        .iter()
        .map(|meanings| words.iter().map(|word| f32::from(u8::from(meanings.contains(word)))).sum())
        .collect();
    numbers.push(0.1);
    let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
    numbers.iter().map(|number| number / length).collect()
}
