//! Vectors of passages, and which of them are nearest to another one.

mod chroma;
pub(crate) mod codes;
pub(crate) mod matrix;
pub(crate) mod scan;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, collections::HashSet, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{Chunk, Error, Result};
pub use chroma::{ChromaServer, ChromaVectors};

/// What a vector belongs to: the text that was embedded, whatever note it stands in. So a note that
/// is moved or renamed keeps its vectors, and equal passages share one.
///
/// It is the first half of the text's BLAKE3 hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TextKey(pub [u8; 16]);

impl TextKey {
    /// The key of a text as it is given to the embedding model.
    pub fn of(text: &str) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
        Self(key)
    }
}

/// A passage as the embedding model gets it.
pub fn embedded_text(chunk: &Chunk) -> Cow<'_, str> {
    Cow::Borrowed(&chunk.text)
}

/// A vector that is near another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    pub key: TextKey,
    /// The cosine of the angle between the two: 1 for the same direction.
    pub similarity: f32,
}

/// The vectors of one embedding model. Only their direction counts: they are kept and given at
/// length 1. Its methods block.
pub trait VectorStore: Send + Sync + std::fmt::Debug {
    /// Those of `keys` that have no vector yet, in their order.
    fn missing(&self, keys: &[TextKey]) -> Result<Vec<TextKey>>;

    /// Keeps vectors; one that is there already is replaced. All of them, or none.
    ///
    /// # Errors
    /// If the store refuses, or a vector is of another size than the model's, or has no direction.
    fn put(&self, vectors: &[(TextKey, Vec<f32>)]) -> Result<()>;

    /// Deletes the vectors of all other texts than `keys`.
    fn keep_only(&self, keys: &HashSet<TextKey>) -> Result<()>;

    /// The vectors of `keys`, as near as the store keeps them; `None` for what it doesn't have.
    fn get(&self, keys: &[TextKey]) -> Result<Vec<Option<Vec<f32>>>>;

    /// The `limit` nearest to `query`, the nearest first; only of `among`, if that is given.
    ///
    /// # Errors
    /// If the store can't be asked, or `query` is of another size than the model's vectors, or has
    /// no direction.
    fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<Neighbour>>;

    /// Gives back the memory that only searching needs, unless something was asked for within the
    /// last `idle`. The next question takes it again.
    fn rest(&self, _idle: Duration) {}

    fn len(&self) -> Result<usize>;

    fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }
}

/// `vector` at length 1, if it has this number of dimensions.
pub(crate) fn check(vector: &[f32], dimensions: usize) -> Result<Vec<f32>> {
    if vector.len() != dimensions {
        return Err(Error::Dimensions { wanted: dimensions, got: vector.len() });
    }
    Ok(codes::unit(vector)?)
}
