//! An embedding model whose vectors count words, and that does as it is told.

use parking_lot::Mutex;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use models::{Code, Embedder, EmbeddingModel, Error, Languages, Purpose};

/// Words that mean the same to the model.
const MEANINGS: [&[&str]; 6] = [
    &["bread", "loaf", "sourdough"],
    &["oven", "heat", "bake"],
    &["salt", "brine"],
    &["rain", "weather"],
    &["water", "wet"],
    &["rye", "grain", "flour"],
];

/// The model.
#[derive(Debug)]
pub struct WordEmbedder {
    model: EmbeddingModel,
    down: AtomicBool,
    embedded: Mutex<Vec<String>>,
}

impl WordEmbedder {
    /// A model of this name.
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

    /// Has it refuse, as a server that isn't there.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// The passages that were embedded since this was last asked.
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
