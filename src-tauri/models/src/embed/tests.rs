use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use proptest::prelude::*;
use serde::Deserialize;

use super::{Embedder, LocalEmbedder, Purpose, Resources, batch::by_length};
use crate::Code;

fn resources() -> Resources {
    Resources::under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../resources"))
}

/// A text with the vector that the same weights give in 32 bits; made by `scripts/embedding`.
#[derive(Deserialize)]
struct Reference {
    text: String,
    vector: String,
}

impl Reference {
    fn all() -> serde_json::Result<Vec<Self>> {
        serde_json::from_str(include_str!("reference.json"))
    }

    fn vector(&self) -> Vec<f32> {
        let bytes = BASE64_STANDARD.decode(&self.vector).unwrap_or_default();
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn eight_bits_say_what_thirty_two_say() {
    let embedder = LocalEmbedder::load(&resources()).unwrap();
    let references = Reference::all().unwrap();
    let texts: Vec<&str> = references.iter().map(|reference| &*reference.text).collect();
    let together = embedder.embed(&texts, Purpose::Passage).unwrap();
    let mut sum = 0.0;
    for (reference, vector) in references.iter().zip(&together) {
        assert_eq!(vector.len(), embedder.model().dimensions);
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-3, "{}", reference.text);
        let alike = cosine(vector, &reference.vector());
        println!("{alike:.4} {:.40}", reference.text);
        assert!(alike > 0.97, "{alike}: {}", reference.text);
        sum += alike;
    }
    let mean = sum / references.len() as f32;
    println!("mean {mean}");
    assert!(mean >= 0.99, "{mean}");
    for (text, in_batch) in texts.iter().zip(&together) {
        let alone = embedder.embed(&[text], Purpose::Passage).unwrap();
        println!("{} {text:.30}", cosine(&alone[0], in_batch));
    }
}
