mod chroma;
pub(crate) mod codes;
pub(crate) mod matrix;
pub(crate) mod scan;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, collections::HashSet, iter, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{Chunk, Error, Result};
pub use chroma::{ChromaServer, ChromaVectors};

/// Identifies a vector by its embedded text (the first half of the BLAKE3 hash). Notes that move to another folder keep
/// their vectors, and equal passages of notes with one title share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TextKey(pub [u8; 16]);

impl TextKey {
    pub fn of(text: &str) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
        Self(key)
    }
}

/// The passage as passed to the embedding model: below the title of its note, and below the headings that it lacks.
pub fn embedded_text<'a>(title: &str, chunk: &'a Chunk) -> Cow<'a, str> {
    below(title, &chunk.heading_path, chunk.columns.as_deref(), &chunk.text)
}

/// A passage's text below the title, the headings and the table's head that it lacks.
pub fn below<'a>(
    title: &str,
    headings: &[String],
    columns: Option<&str>,
    text: &'a str,
) -> Cow<'a, str> {
    /// Maximum bytes of a title.
    const MOST: usize = 300;
    let title = &title[..title.floor_char_boundary(MOST)];
    let mut above: Vec<&str> = Vec::new();
    for line in iter::once(title).chain(headings.iter().map(String::as_str)) {
        if !text.contains(line) && !above.contains(&line) {
            above.push(line);
        }
    }
    above.extend(columns);
    if above.is_empty() {
        return Cow::Borrowed(text);
    }
    above.push(text);
    above.join("\n").into()
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    pub key: TextKey,
    /// The cosine: 1 for the same direction.
    pub similarity: f32,
}

/// The unit vectors of one embedding model. Its methods block.
pub trait VectorStore: Send + Sync + std::fmt::Debug {
    fn missing(&self, keys: &[TextKey]) -> Result<Vec<TextKey>>;

    /// Stores or replaces all vectors, or none. Fails for a vector of the wrong size or without direction.
    fn put(&self, vectors: &[(TextKey, Vec<f32>)]) -> Result<()>;

    fn keep_only(&self, keys: &HashSet<TextKey>) -> Result<()>;

    /// The vectors, at the store's precision.
    fn get(&self, keys: &[TextKey]) -> Result<Vec<Option<Vec<f32>>>>;

    /// The `limit` nearest vectors, nearest first; only of `among` if given.
    fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<Neighbour>>;

    /// Frees the memory for searching, unless it was used within `idle`.
    fn free_if_idle(&self, _idle: Duration) {}

    fn len(&self) -> Result<usize>;

    fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }
}

pub(crate) fn check(vector: &[f32], dimensions: usize) -> Result<Vec<f32>> {
    if vector.len() != dimensions {
        return Err(Error::Dimensions { wanted: dimensions, got: vector.len() });
    }
    Ok(codes::unit(vector)?)
}
