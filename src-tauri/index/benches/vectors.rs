//! Times to find the nearest vectors, beside comparing plain 32-bit vectors one by one, and to load them from the
//! index's file.
//!
//! The vectors are random, in clusters like real ones; recall is measured with real vectors elsewhere.
#![allow(clippy::unwrap_used)]

use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};

use divan::{Bencher, black_box};
use index::{Index, TextKey, VectorStore};
use models::{EmbeddingModel, Languages};
use notes::{ScanOptions, Vault};
use tempfile::TempDir;

fn main() {
    divan::main();
}

const COUNT: usize = 100_000;
const DIMENSIONS: usize = 384;

fn model() -> EmbeddingModel {
    EmbeddingModel {
        id: "bench".to_owned(),
        dimensions: DIMENSIONS,
        max_tokens: 512,
        languages: Languages::Many,
    }
}

struct Chance(u64);

impl Chance {
    fn number(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn vector(&mut self, near: Option<&[f32]>) -> Vec<f32> {
        let vector: Vec<f32> = (0..DIMENSIONS)
            .map(|place| self.number() * 0.7 + near.map_or(0.0, |near| near[place] * 20.0))
            .collect();
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        vector.into_iter().map(|number| number / length).collect()
    }
}

struct Fixture {
    folder: TempDir,
    vault: Vault,
    store: Arc<dyn VectorStore>,
    keys: Vec<TextKey>,
    plain: Vec<f32>,
    queries: Vec<Vec<f32>>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("vault");
    std::fs::create_dir_all(&root).unwrap();
    let vault = Vault::open(&root).unwrap();
    let index = Index::open(&folder.path().join("index.db"), vault.clone(), ScanOptions::default())
        .unwrap();
    let store = index.vectors(&model());
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let centres: Vec<Vec<f32>> = (0..300).map(|_| chance.vector(None)).collect();
    let keys: Vec<TextKey> = (0..COUNT).map(|n| TextKey::of(&n.to_string())).collect();
    let mut plain = Vec::with_capacity(COUNT * DIMENSIONS);
    for some in keys.chunks(5_000) {
        let rows: Vec<_> = some
            .iter()
            .enumerate()
            .map(|(n, key)| (*key, chance.vector(Some(&centres[n % centres.len()]))))
            .collect();
        plain.extend(rows.iter().flat_map(|(_, vector)| vector));
        store.put(&rows).unwrap();
    }
    let queries = centres[..16].iter().map(|centre| chance.vector(Some(centre))).collect();
    Fixture { folder, vault, store, keys, plain, queries }
});

fn nearest(bencher: Bencher<'_, '_>, limit: usize, among: Option<&HashSet<TextKey>>) {
    let mut queries = FIXTURE.queries.iter().cycle();
    bencher.bench_local(|| {
        FIXTURE.store.nearest(black_box(queries.next().unwrap()), limit, among).unwrap().len()
    });
}

#[divan::bench(args = [10, 100], sample_count = 100, sample_size = 1)]
fn baseline_plain_f32(bencher: Bencher<'_, '_>, limit: usize) {
    let mut queries = FIXTURE.queries.iter().cycle();
    bencher.bench_local(|| {
        let query = black_box(queries.next().unwrap());
        let mut near: Vec<(f32, usize)> = FIXTURE
            .plain
            .chunks_exact(DIMENSIONS)
            .enumerate()
            .map(|(row, vector)| (vector.iter().zip(query).map(|(a, b)| a * b).sum(), row))
            .collect();
        near.select_nth_unstable_by(limit, |a, b| b.0.total_cmp(&a.0));
        near.truncate(limit);
        near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        near
    });
}

#[divan::bench(args = [10, 100], sample_count = 100, sample_size = 1)]
fn nearest_of_all(bencher: Bencher<'_, '_>, limit: usize) {
    nearest(bencher, limit, None);
}

/// The ten nearest of every hundredth, tenth or second vector.
#[divan::bench(args = [100, 10, 2], sample_count = 100, sample_size = 1)]
fn nearest_among_each(bencher: Bencher<'_, '_>, step: usize) {
    let among: HashSet<TextKey> = FIXTURE.keys.iter().step_by(step).copied().collect();
    nearest(bencher, 10, Some(&among));
}

/// The first search after a start loads all vectors.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn load(bencher: Bencher<'_, '_>) {
    let file = FIXTURE.folder.path().join("index.db");
    bencher
        .with_inputs(|| Index::open(&file, FIXTURE.vault.clone(), ScanOptions::default()).unwrap())
        .bench_local_refs(|index| index.vectors(&model()).len().unwrap());
}

/// A batch of 32 more, and the next search.
#[divan::bench(sample_count = 30, sample_size = 1)]
fn put_and_find(bencher: Bencher<'_, '_>) {
    let mut chance = Chance(77);
    bencher
        .with_inputs(|| {
            let rows = (0..32).map(|_| chance.vector(None));
            FIXTURE.keys.iter().copied().zip(rows).collect::<Vec<_>>()
        })
        .bench_local_values(|rows| {
            FIXTURE.store.put(&rows).unwrap();
            FIXTURE.store.nearest(&rows[0].1, 10, None).unwrap().len()
        });
}
