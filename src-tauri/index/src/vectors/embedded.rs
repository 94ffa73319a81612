//! Vectors in the index's own file, and in memory for searching.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::params;

use super::{Near, TextKey, VectorStore};
use crate::{Error, Result, store::Shared};

/// A model's vectors in an index.
#[derive(Debug)]
pub(crate) struct EmbeddedVectors {
    shared: Arc<Shared>,
    model: String,
    dimensions: usize,
    held: Arc<Mutex<Held>>,
}

/// What of the table is in memory.
#[derive(Debug, Default)]
pub(crate) struct Held {
    places: HashMap<TextKey, usize>,
    keys: Vec<TextKey>,
    numbers: Vec<f32>,
    /// The last row of the table that was read.
    last: i64,
}

impl EmbeddedVectors {
    pub(crate) fn new(shared: Arc<Shared>, model: &models::EmbeddingModel) -> Self {
        let mut all = shared.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        let held = all.entry(model.id.clone()).or_default().clone();
        drop(all);
        Self { shared, model: model.id.clone(), dimensions: model.dimensions, held }
    }

    fn held(&self) -> Result<MutexGuard<'_, Held>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, model) = (held.last, self.model.clone());
        let rows = self.shared.readers.with(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, key, vector FROM vectors WHERE model = ?1 AND id > ?2 ORDER BY id",
                )?
                .query_map(params![model, last], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
                })?
                .collect::<rusqlite::Result<Vec<(i64, [u8; 16], Vec<u8>)>>>()
        })?;
        for (id, key, vector) in rows {
            held.last = id;
            held.put(TextKey(key), &numbers(&vector), self.dimensions);
        }
        Ok(held)
    }

    fn check(&self, vector: &[f32]) -> Result<()> {
        match vector.len() == self.dimensions {
            true => Ok(()),
            false => Err(Error::Dimensions { wanted: self.dimensions, got: vector.len() }),
        }
    }
}

impl Held {
    fn put(&mut self, key: TextKey, vector: &[f32], dimensions: usize) {
        if vector.len() != dimensions {
            return;
        }
        match self.places.get(&key) {
            Some(&place) => {
                self.numbers[place * dimensions..][..dimensions].copy_from_slice(vector);
            }
            None => {
                self.places.insert(key, self.keys.len());
                self.keys.push(key);
                self.numbers.extend_from_slice(vector);
            }
        }
    }
}

impl VectorStore for EmbeddedVectors {
    fn missing(&self, keys: &[TextKey]) -> Result<Vec<TextKey>> {
        let held = self.held()?;
        Ok(keys.iter().filter(|key| !held.places.contains_key(key)).copied().collect())
    }

    fn put(&self, vectors: &[(TextKey, Vec<f32>)]) -> Result<()> {
        let mut rows = Vec::with_capacity(vectors.len());
        for (key, vector) in vectors {
            self.check(vector)?;
            rows.push((*key, vector.iter().flat_map(|number| number.to_le_bytes()).collect()));
        }
        self.shared.writer.vectors(self.model.clone(), rows)?.wait()?;
        Ok(())
    }

    fn keep_only(&self, keys: &HashSet<TextKey>) -> Result<()> {
        let gone: Vec<TextKey> = {
            let held = self.held()?;
            held.keys.iter().filter(|key| !keys.contains(key)).copied().collect()
        };
        self.shared.writer.forget_vectors(self.model.clone(), gone)?.wait()?;
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Held::default();
        Ok(())
    }

    fn get(&self, keys: &[TextKey]) -> Result<Vec<Option<Vec<f32>>>> {
        let held = self.held()?;
        let vector =
            |place: &usize| held.numbers[place * self.dimensions..][..self.dimensions].to_vec();
        Ok(keys.iter().map(|key| held.places.get(key).map(vector)).collect())
    }

    fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<Near>> {
        self.check(query)?;
        let held = self.held()?;
        let mut near: Vec<Near> = held
            .keys
            .iter()
            .zip(held.numbers.chunks_exact(self.dimensions))
            .filter(|(key, _)| among.is_none_or(|among| among.contains(key)))
            .map(|(&key, vector)| Near {
                key,
                similarity: vector.iter().zip(query).map(|(a, b)| a * b).sum(),
            })
            .collect();
        near.sort_unstable_by(|a, b| {
            b.similarity.total_cmp(&a.similarity).then_with(|| a.key.cmp(&b.key))
        });
        near.truncate(limit);
        Ok(near)
    }

    fn len(&self) -> Result<usize> {
        Ok(self.held()?.keys.len())
    }
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}
