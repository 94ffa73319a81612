//! Vectors in the index's file, cached in memory for search.

use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use rusqlite::{Connection, params};

use super::{
    cached_vectors::{CachedVectors, ReadState},
    shared::Shared,
};
use crate::{
    Neighbour, Result, TextKey, VectorStore,
    vectors::{
        check,
        codes::{self, Codes},
        matrix::{Matrix, Query},
    },
};

/// Rows loaded at once, so that searches in between don't wait for all.
const AT_A_TIME: usize = 1024;

#[derive(Debug)]
pub(crate) struct EmbeddedVectors {
    shared: Arc<Shared>,
    model: String,
    dimensions: usize,
    held: Arc<CachedVectors>,
}

#[derive(Default)]
struct Batch {
    rows: Vec<(i64, TextKey, f32)>,
    numbers: Vec<u8>,
}

impl EmbeddedVectors {
    pub(crate) fn new(shared: Arc<Shared>, model: &models::EmbeddingModel) -> Self {
        let mut all = shared.vectors.lock();
        let held = all
            .entry(model.id.clone())
            .or_insert_with(|| {
                Arc::new(CachedVectors {
                    matrix: RwLock::new(Matrix::new(model.dimensions)),
                    seen: Mutex::default(),
                    used: Mutex::new(Instant::now()),
                })
            })
            .clone();
        drop(all);
        Self { shared, model: model.id.clone(), dimensions: model.dimensions, held }
    }

    fn matrix(&self) -> RwLockReadGuard<'_, Matrix> {
        self.held.matrix.read()
    }

    fn change<T>(&self, change: impl FnOnce(&mut Matrix) -> T) -> T {
        change(&mut self.held.matrix.write())
    }

    fn refresh(&self) -> Result<()> {
        self.touch();
        self.read(&mut self.held.seen.lock())
    }

    /// For searches: uses the cached rows if another load is running.
    fn glance(&self) -> Result<()> {
        self.touch();
        match self.held.seen.try_lock() {
            Some(mut seen) => self.read(&mut seen),
            None if self.matrix().len() == 0 => self.refresh(),
            None => Ok(()),
        }
    }

    #[cfg(test)]
    pub(super) fn rows_held(&self) -> usize {
        self.matrix().len()
    }

    fn touch(&self) {
        *self.held.used.lock() = Instant::now();
    }

    fn read(&self, seen: &mut ReadState) -> Result<()> {
        // One snapshot: the stamp belongs to the rows.
        self.shared.readers.with(|table| {
            let stamp: i64 = table
                .prepare_cached("SELECT vectors FROM state")?
                .query_row([], |row| row.get(0))?;
            if seen.stamp != Some(stamp) {
                // If the load fails midway, the next one starts over.
                seen.stamp = None;
                seen.last = self.compare(table)?;
            }
            self.add(table, seen)?;
            seen.stamp = Some(stamp);
            Ok(())
        })
    }

    /// Drops cached rows that the table no longer has. Returns the id after which the cache lacks rows.
    fn compare(&self, table: &Connection) -> rusqlite::Result<i64> {
        if self.matrix().len() == 0 {
            let count: u32 = table
                .prepare_cached("SELECT count(*) FROM vectors WHERE model = ?1")?
                .query_row([&self.model], |row| row.get(0))?;
            self.change(|matrix| matrix.reserve(count as usize));
            return Ok(0);
        }
        let rows: HashMap<i64, TextKey> = table
            .prepare_cached("SELECT id, key FROM vectors WHERE model = ?1")?
            .query_map([&self.model], |row| Ok((row.get(0)?, TextKey(row.get(1)?))))?
            .filter(|row| !is_misshapen(row))
            .collect::<rusqlite::Result<_>>()?;
        let (gone, first) = self.matrix().differences(&rows);
        self.change(|matrix| {
            gone.into_iter().for_each(|key| matrix.remove(key));
            matrix.reserve(rows.len().saturating_sub(matrix.len()));
        });
        let last = rows.keys().max().copied().unwrap_or_default();
        Ok(first.map_or(last, |first| first - 1))
    }

    fn add(&self, table: &Connection, seen: &mut ReadState) -> rusqlite::Result<()> {
        let mut statement = table.prepare_cached(
            "SELECT id, key, vector FROM vectors WHERE id > ?1 AND +model = ?2 ORDER BY id",
        )?;
        let mut rows = statement.query(params![seen.last, self.model])?;
        let mut batch = Batch::default();
        loop {
            let row = rows.next()?;
            let ended = row.is_none();
            if let Some(row) = row {
                seen.last = row.get(0)?;
                let (key, vector) = (row.get_ref(1)?, row.get_ref(2)?);
                let key = key.as_blob().ok().and_then(|key| key.try_into().ok());
                let vector = vector.as_blob().ok();
                let vector = vector.and_then(|bytes| codes::read(bytes, self.dimensions));
                // A damaged row counts as missing, so its text is embedded again.
                if let (Some(key), Some((numbers, factor))) = (key, vector) {
                    batch.rows.push((seen.last, TextKey(key), factor));
                    batch.numbers.extend_from_slice(numbers);
                }
            }
            if ended || batch.rows.len() == AT_A_TIME {
                self.change(|matrix| {
                    matrix.reserve(batch.rows.len());
                    let numbers = batch.numbers.chunks_exact(self.dimensions);
                    for ((id, key, factor), numbers) in batch.rows.drain(..).zip(numbers) {
                        matrix.put(id, key, numbers, factor);
                    }
                });
                batch.numbers.clear();
            }
            if ended {
                return Ok(());
            }
        }
    }
}

/// Whether a single value is damaged; other rows are fine.
fn is_misshapen<T>(row: &rusqlite::Result<T>) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, InvalidColumnType};
    matches!(row, Err(FromSqlConversionFailure(..) | InvalidColumnType(..)))
}

impl VectorStore for EmbeddedVectors {
    fn missing(&self, keys: &[TextKey]) -> Result<Vec<TextKey>> {
        self.refresh()?;
        let matrix = self.matrix();
        Ok(keys.iter().filter(|key| !matrix.contains(**key)).copied().collect())
    }

    fn put(&self, vectors: &[(TextKey, Vec<f32>)]) -> Result<()> {
        if vectors.is_empty() {
            return Ok(());
        }
        let mut rows = Vec::with_capacity(vectors.len());
        for (key, vector) in vectors {
            rows.push((*key, Codes::of(&check(vector, self.dimensions)?).to_bytes()));
        }
        self.shared.writer.vectors(self.model.clone(), rows)?.wait()?;
        self.refresh()
    }

    fn keep_only(&self, keys: &HashSet<TextKey>) -> Result<()> {
        // Queries the table, so that damaged rows go, too.
        let gone: Vec<TextKey> = self.shared.readers.with(|connection| {
            connection
                .prepare_cached("SELECT key FROM vectors WHERE model = ?1")?
                .query_map([&self.model], |row| row.get(0).map(TextKey))?
                .filter(|row| !is_misshapen(row))
                .filter(|key| key.as_ref().map_or(true, |key| !keys.contains(key)))
                .collect()
        })?;
        if !gone.is_empty() {
            self.shared.writer.forget_vectors(self.model.clone(), gone)?.wait()?;
        }
        self.refresh()
    }

    fn get(&self, keys: &[TextKey]) -> Result<Vec<Option<Vec<f32>>>> {
        self.glance()?;
        let matrix = self.matrix();
        Ok(keys.iter().map(|key| matrix.get(*key)).collect())
    }

    fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<Neighbour>> {
        let query = Query::of(check(query, self.dimensions)?);
        self.glance()?;
        Ok(self.matrix().nearest(&query, limit, among))
    }

    fn free_if_idle(&self, idle: Duration) {
        // A running load means that it is in use.
        let Some(mut seen) = self.held.seen.try_lock() else { return };
        if self.held.used.lock().elapsed() >= idle {
            *seen = ReadState::default();
            self.change(|matrix| *matrix = Matrix::new(self.dimensions));
        }
    }

    fn len(&self) -> Result<usize> {
        self.glance()?;
        Ok(self.matrix().len())
    }
}
