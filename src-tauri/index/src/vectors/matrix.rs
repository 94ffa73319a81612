//! The vectors of a model in memory, behind each other.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

use super::{
    Neighbour, TextKey,
    codes::{self, Codes},
    scan::{self, Rows},
};

/// How many more than wanted are compared exactly with the query, since the quick comparison may
/// swap neighbours. On 9,169 real passages and 500 questions 10 do as much as 200, and both leave
/// 0.997 of the 10 nearest, and of the 100 nearest, that 32 bits find.
const SPARE: usize = 20;

/// Rows of whole numbers with their keys, in no order.
#[derive(Debug, Default)]
pub(crate) struct Matrix {
    dimensions: usize,
    keys: Vec<TextKey>,
    /// The row in the table that each came from.
    ids: Vec<i64>,
    factors: Vec<f32>,
    numbers: Vec<i8>,
    places: HashMap<TextKey, u32, BuildHasherDefault<FirstBytes>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Query {
    unit: Vec<f32>,
    wide: Vec<i16>,
}

impl Query {
    /// Of a vector of length 1.
    pub(crate) fn of(unit: Vec<f32>) -> Self {
        let wide = Codes::of(&unit).numbers.into_iter().map(i16::from).collect();
        Self { unit, wide }
    }
}

impl Matrix {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self { dimensions, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn contains(&self, key: TextKey) -> bool {
        self.places.contains_key(&key)
    }

    /// Makes room for `more` rows. A vector that grows doubles itself otherwise, and with 100,000
    /// rows that is 40 MB for nothing.
    pub(crate) fn reserve(&mut self, more: usize) {
        if self.keys.capacity() - self.keys.len() >= more {
            return;
        }
        let more = more.max(self.keys.len() / 8);
        self.keys.reserve_exact(more);
        self.ids.reserve_exact(more);
        self.factors.reserve_exact(more);
        self.numbers.reserve_exact(more * self.dimensions);
        self.places.reserve(more);
    }

    /// Puts a row in, in place of the one with the same key. Its numbers are as many as the
    /// matrix's dimensions.
    pub(crate) fn put(&mut self, id: i64, key: TextKey, numbers: &[u8], factor: f32) {
        let numbers = numbers.iter().map(|number| number.cast_signed());
        match self.places.get(&key) {
            Some(&place) => {
                let place = place as usize;
                let row = &mut self.numbers[place * self.dimensions..][..self.dimensions];
                row.iter_mut().zip(numbers).for_each(|(old, new)| *old = new);
                (self.ids[place], self.factors[place]) = (id, factor);
            }
            None => {
                self.places.insert(key, self.keys.len() as u32);
                self.keys.push(key);
                self.ids.push(id);
                self.factors.push(factor);
                self.numbers.extend(numbers);
            }
        }
    }

    /// What of this the `table` doesn't have under the same number, and the first number of the
    /// table that isn't here.
    pub(crate) fn differences(&self, table: &HashMap<i64, TextKey>) -> (Vec<TextKey>, Option<i64>) {
        let mut held = HashSet::with_capacity(self.len());
        let mut gone = Vec::new();
        for (id, key) in self.ids.iter().zip(&self.keys) {
            if table.get(id) == Some(key) {
                held.insert(*id);
            } else {
                gone.push(*key);
            }
        }
        (gone, table.keys().filter(|id| !held.contains(id)).min().copied())
    }

    /// Takes a row out; the last one takes its place.
    pub(crate) fn remove(&mut self, key: TextKey) {
        let Some(place) = self.places.remove(&key) else { return };
        let place = place as usize;
        self.keys.swap_remove(place);
        self.ids.swap_remove(place);
        self.factors.swap_remove(place);
        let last = self.numbers.len() - self.dimensions;
        self.numbers.copy_within(last.., place * self.dimensions);
        self.numbers.truncate(last);
        if let Some(moved) = self.keys.get(place) {
            self.places.insert(*moved, place as u32);
        }
    }

    /// The vector of a key, at length 1.
    pub(crate) fn get(&self, key: TextKey) -> Option<Vec<f32>> {
        let place = *self.places.get(&key)? as usize;
        let row = self.numbers.get(place * self.dimensions..)?.get(..self.dimensions)?;
        let vector: Vec<f32> = row.iter().map(|&number| f32::from(number)).collect();
        codes::unit(&vector).ok()
    }

    /// The `limit` nearest to `query`, the nearest first; of equally near ones the smaller key.
    ///
    /// All are compared quickly, in whole numbers, and the best of them once more with the query as
    /// it is: the rounding of the query would cost more than that of the rows.
    pub(crate) fn nearest(
        &self,
        query: &Query,
        limit: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Vec<Neighbour> {
        if limit == 0 || query.wide.len() != self.dimensions {
            return Vec::new();
        }
        let rows =
            Rows { numbers: &self.numbers, factors: &self.factors, dimensions: self.dimensions };
        let most = limit.saturating_add(SPARE).min(self.len());
        let best = match among {
            None => scan::best(rows, &query.wide, most),
            Some(among) => {
                let mut places: Vec<u32> =
                    among.iter().filter_map(|key| self.places.get(key).copied()).collect();
                // In order, so that memory is read forwards.
                places.sort_unstable();
                scan::best_among(rows, &query.wide, most, &places)
            }
        };
        let mut near: Vec<Neighbour> = best
            .into_iter()
            .map(|scored| {
                let place = scored.row as usize;
                let row = &self.numbers[place * self.dimensions..][..self.dimensions];
                let product: f32 =
                    row.iter().zip(&query.unit).map(|(&a, b)| f32::from(a) * b).sum();
                let similarity = (product * self.factors[place]).clamp(-1.0, 1.0);
                Neighbour { key: self.keys[place], similarity }
            })
            .collect();
        near.sort_unstable_by(|a, b| {
            b.similarity.total_cmp(&a.similarity).then_with(|| a.key.cmp(&b.key))
        });
        near.truncate(limit);
        near
    }
}

/// A key is a hash already: its first bytes are as good as any other hash of it.
#[derive(Debug, Default)]
struct FirstBytes(u64);

impl Hasher for FirstBytes {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(first) = bytes.first_chunk::<8>() {
            self.0 = u64::from_le_bytes(*first);
        }
    }

    /// The length of an array comes first, and is always the same.
    fn write_usize(&mut self, _: usize) {}
}
