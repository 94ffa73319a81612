use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
    sync::Arc,
};

use models::{EmbeddingModel, Languages};
use notes::{ScanOptions, Vault};
use proptest::prelude::*;
use rusqlite::{Connection, params};
use tempfile::TempDir;

use crate::{
    Error, Index, Neighbour, TextKey, VectorStore,
    error::NoDirection,
    store::EmbeddedVectors,
    vectors::{
        codes,
        scan::{self, Rows},
    },
};

struct Home {
    folder: TempDir,
    vault: Vault,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("vault");
        std::fs::create_dir_all(&root).unwrap();
        Self { vault: Vault::open(&root).unwrap(), folder }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("index.db")
    }

    fn index(&self) -> Index {
        Index::open(&self.file(), self.vault.clone(), ScanOptions::default()).unwrap()
    }
}

fn model(id: &str, dimensions: usize) -> EmbeddingModel {
    EmbeddingModel { id: id.to_owned(), dimensions, max_tokens: 512, languages: Languages::Many }
}

fn key(number: u8) -> TextKey {
    TextKey::of(&number.to_string())
}

/// A pseudorandom vector.
fn vector(seed: u64, dimensions: usize) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..dimensions)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f32 / (1 << 24) as f32 - 0.5
        })
        .collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// The exact result, by comparing all vectors.
fn exact(all: &BTreeMap<TextKey, Vec<f32>>, query: &[f32]) -> Vec<Neighbour> {
    let mut near: Vec<Neighbour> = all
        .iter()
        .map(|(&key, vector)| Neighbour { key, similarity: cosine(vector, query) })
        .collect();
    near.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    near
}

/// Maximum change of a cosine by rounding.
const ROUNDING: f32 = 0.01;

fn agrees(store: &dyn VectorStore, all: &BTreeMap<TextKey, Vec<f32>>, query: &[f32], limit: usize) {
    let (near, exact) = (store.nearest(query, limit, None).unwrap(), exact(all, query));
    assert_eq!(near.len(), limit.min(all.len()));
    for (place, (near, exact)) in near.iter().zip(&exact).enumerate() {
        let really = cosine(&all[&near.key], query);
        assert!((near.similarity - really).abs() < ROUNDING, "{place}: {near:?} {really}");
        assert!(really > exact.similarity - 2.0 * ROUNDING, "{place}: {near:?} {exact:?}");
    }
    assert!(near.windows(2).all(|pair| pair[0].similarity >= pair[1].similarity));
    let distinct: HashSet<TextKey> = near.iter().map(|near| near.key).collect();
    assert_eq!(distinct.len(), near.len());
}

#[derive(Debug, Clone)]
enum Step {
    Put(Vec<(u8, u64)>),
    KeepOnly(Vec<u8>),
    Elsewhere(u8, u64),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => prop::collection::vec((0_u8..40, any::<u64>()), 1..12).prop_map(Step::Put),
        2 => prop::collection::vec(0_u8..40, 0..30).prop_map(Step::KeepOnly),
        2 => (0_u8..40, any::<u64>()).prop_map(|(key, seed)| Step::Elsewhere(key, seed)),
        1 => Just(Step::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_store_has_all_vectors_after_any_steps(
        steps in prop::collection::vec(step(), 1..12),
        dimensions in prop_oneof![Just(1_usize), Just(3), Just(31), Just(384), Just(1024)],
        query in any::<u64>(),
    ) {
        let home = Home::new();
        let mut index = home.index();
        let mut all: BTreeMap<TextKey, Vec<f32>> = BTreeMap::new();
        for step in steps {
            let store = index.vectors(&model("m", dimensions));
            match step {
                Step::Put(rows) => {
                    let rows: Vec<_> =
                        rows.into_iter().map(|(k, seed)| (key(k), vector(seed, dimensions))).collect();
                    store.put(&rows).unwrap();
                    all.extend(rows);
                }
                Step::KeepOnly(keys) => {
                    let keys: HashSet<TextKey> = keys.into_iter().map(key).collect();
                    store.keep_only(&keys).unwrap();
                    all.retain(|key, _| keys.contains(key));
                }
                // Another process with the same index.
                Step::Elsewhere(k, seed) => {
                    let other = home.index().vectors(&model("m", dimensions));
                    if seed % 2 == 0 {
                        other.put(&[(key(k), vector(seed, dimensions))]).unwrap();
                        all.insert(key(k), vector(seed, dimensions));
                    } else {
                        all.remove(&key(k));
                        other.keep_only(&all.keys().copied().collect()).unwrap();
                    }
                }
                Step::Reopen => {
                    drop(store);
                    drop(index);
                    index = home.index();
                }
            }
            let store = index.vectors(&model("m", dimensions));
            prop_assert_eq!(store.len().unwrap(), all.len());
            let keys: Vec<TextKey> = (0..40).map(key).collect();
            let missing: Vec<TextKey> =
                keys.iter().filter(|key| !all.contains_key(key)).copied().collect();
            prop_assert_eq!(store.missing(&keys).unwrap(), missing);
            for (key, got) in keys.iter().zip(store.get(&keys).unwrap()) {
                prop_assert_eq!(got.is_some(), all.contains_key(key));
                if let Some(got) = got {
                    prop_assert!(cosine(&got, &all[key]) > 1.0 - ROUNDING);
                    prop_assert!((cosine(&got, &got).sqrt() - 1.0).abs() < 1e-3);
                }
            }
            agrees(&*store, &all, &vector(query, dimensions), 7);
        }
    }
}

/// More rows than one comparison step.
#[test]
fn many_rows_are_compared_like_few() {
    let home = Home::new();
    let index = home.index();
    let store = index.vectors(&model("m", 96));
    let all: BTreeMap<TextKey, Vec<f32>> =
        (0..2_000_u64).map(|n| (TextKey::of(&n.to_string()), vector(n + 1, 96))).collect();
    let rows: Vec<_> = all.iter().map(|(key, vector)| (*key, vector.clone())).collect();
    store.put(&rows).unwrap();
    let query = vector(77_777, 96);
    agrees(&*store, &all, &query, 10);
    // A stored vector is nearest to itself, at any place.
    for number in [0_u64, 511, 512, 1_000, 1_999] {
        let near = store.nearest(&vector(number + 1, 96), 1, None).unwrap();
        assert_eq!(near[0].key, TextKey::of(&number.to_string()), "{number}");
        assert!(near[0].similarity > 0.999);
    }
    let among: HashSet<TextKey> = all.keys().take(50).copied().collect();
    let some: BTreeMap<_, _> = all.into_iter().take(50).collect();
    let near = store.nearest(&query, 7, Some(&among)).unwrap();
    let wanted: Vec<TextKey> =
        exact(&some, &query).into_iter().take(10).map(|near| near.key).collect();
    assert_eq!(near.len(), 7);
    assert!(near.iter().all(|near| wanted.contains(&near.key)));
    let nobody = HashSet::from([TextKey([9; 16])]);
    assert!(store.nearest(&query, 7, Some(&nobody)).unwrap().is_empty());
    assert!(store.nearest(&query, 0, None).unwrap().is_empty());
}

#[test]
fn threads_make_no_difference() {
    let numbers: Vec<i8> = vector(5, 40_000).iter().map(|number| (number * 254.0) as i8).collect();
    let query: Vec<i16> = numbers[320..352].iter().map(|&number| number.into()).collect();
    for count in [0, 1, 2, 3, 511, 513, 1_250] {
        let factors = vec![0.001; count];
        let rows = Rows { numbers: &numbers[..count * 32], factors: &factors, dimensions: 32 };
        let found = |threads, most| {
            let mut found = scan::best_by(threads, rows, &query, most);
            found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
            assert_eq!(found.len(), count.min(most));
            found.iter().map(|found| found.score).collect::<Vec<_>>()
        };
        for (threads, most) in [(2, 1), (2, 10), (3, 10), (4, 100), (4, 2_000)] {
            assert_eq!(found(1, most), found(threads, most), "{count} {threads} {most}");
        }
    }
}

#[test]
fn a_vector_without_direction_is_refused() {
    let home = Home::new();
    let index = home.index();
    let store = index.vectors(&model("m", 3));
    let good = (key(1), vec![1.0, 2.0, 2.0]);
    for (bad, why) in [
        (vec![0.0, f32::NAN, 1.0], NoDirection::NotNumbers),
        (vec![0.0, f32::INFINITY, 1.0], NoDirection::NotNumbers),
        (vec![0.0; 3], NoDirection::Zero),
        (vec![f32::MIN_POSITIVE / 2.0, 0.0, -1e-40], NoDirection::Zero),
    ] {
        let put = store.put(&[good.clone(), (key(2), bad.clone())]);
        assert!(matches!(put, Err(Error::NoDirection(said)) if said == why), "{bad:?}: {put:?}");
        assert!(store.nearest(&bad, 1, None).is_err());
    }
    assert!(matches!(
        store.put(&[(key(2), vec![1.0; 4])]),
        Err(Error::Dimensions { wanted: 3, got: 4 })
    ));
    assert!(store.is_empty().unwrap(), "all of a batch or none");
    // Any other length is valid.
    store.put(&[(key(1), vec![3e38, 3e38, 0.0]), (key(2), vec![1e-5, 0.0, 0.0])]).unwrap();
    let near = store.nearest(&[2.0, 2.0, 0.0], 1, None).unwrap();
    assert_eq!(near[0].key, key(1));
    assert!(near[0].similarity > 0.999);
}

fn spoil(file: &Path, sql: &str, key: TextKey) {
    let connection = Connection::open(file).unwrap();
    assert_eq!(connection.execute(sql, params![key.0]).unwrap(), 1);
}

#[test]
fn a_damaged_row_is_missing_until_it_is_put_again() {
    for sql in [
        "UPDATE vectors SET vector = x'00' WHERE key = ?1",
        "UPDATE vectors SET vector = zeroblob(7) WHERE key = ?1",
        "UPDATE vectors SET key = x'0102' WHERE key = ?1",
    ] {
        let home = Home::new();
        let store = home.index().vectors(&model("m", 3));
        let rows: Vec<_> = (1..4).map(|n| (key(n), vector(n.into(), 3))).collect();
        store.put(&rows).unwrap();
        drop(store);
        spoil(&home.file(), sql, key(2));
        let index = home.index();
        let store = index.vectors(&model("m", 3));
        assert_eq!(store.missing(&[key(1), key(2), key(3)]).unwrap(), [key(2)], "{sql}");
        assert_eq!(store.nearest(&rows[1].1, 3, None).unwrap().len(), 2);
        store.put(&rows[1..2]).unwrap();
        assert_eq!(store.nearest(&rows[1].1, 1, None).unwrap()[0].key, key(2));
        store.keep_only(&HashSet::from([key(2)])).unwrap();
        assert_eq!(store.len().unwrap(), 1);
    }
}

#[test]
fn models_do_not_see_each_other() {
    let home = Home::new();
    let index = home.index();
    let (small, large) = (index.vectors(&model("small", 3)), index.vectors(&model("large", 8)));
    small.put(&[(key(1), vector(1, 3)), (key(2), vector(2, 3))]).unwrap();
    large.put(&[(key(2), vector(5, 8))]).unwrap();
    assert_eq!(small.missing(&[key(1), key(2)]).unwrap(), []);
    assert_eq!(large.missing(&[key(1), key(2)]).unwrap(), [key(1)]);
    small.keep_only(&HashSet::new()).unwrap();
    assert_eq!((small.len().unwrap(), large.len().unwrap()), (0, 1));
    assert_eq!(large.nearest(&vector(5, 8), 3, None).unwrap().len(), 1);
}

/// Searches continue during writes and deletions; at the end all agree.
#[test]
fn searches_go_on_while_vectors_come_and_go() {
    let home = Home::new();
    let index = home.index();
    let store: Arc<dyn VectorStore> = index.vectors(&model("m", 64));
    store.put(&[(key(0), vector(1, 64))]).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for round in 0..30_u8 {
                let rows: Vec<_> =
                    (0..20).map(|n| (key(1 + round * 4 + n % 4), vector(n.into(), 64))).collect();
                store.put(&rows).unwrap();
                if round % 7 == 6 {
                    let kept = (0..=round * 2).map(key).collect();
                    store.keep_only(&kept).unwrap();
                }
            }
        });
        let mut looked = 0;
        while !writer.is_finished() || looked == 0 {
            let near = store.nearest(&vector(1, 64), 5, None).unwrap();
            assert_eq!(near[0].key, key(0));
            looked += 1;
        }
        writer.join().unwrap();
    });
    let again = home.index().vectors(&model("m", 64));
    assert_eq!(again.len().unwrap(), store.len().unwrap());
    let query = vector(3, 64);
    assert_eq!(again.nearest(&query, 9, None).unwrap(), store.nearest(&query, 9, None).unwrap());
}

#[test]
fn stored_vectors_are_read_back_with_small_errors() {
    let unit = codes::unit(&vector(9, 384)).unwrap();
    let made = codes::Codes::of(&unit);
    let bytes = made.to_bytes();
    assert_eq!(bytes.len(), 388);
    let (numbers, factor) = codes::read(&bytes, 384).unwrap();
    assert_eq!(factor, made.factor);
    assert!(numbers.iter().zip(&made.numbers).all(|(a, b)| a.cast_signed() == *b));
    let worst = unit
        .iter()
        .zip(&made.numbers)
        .map(|(exact, &number)| (exact - f32::from(number) * factor).abs())
        .fold(0.0, f32::max);
    assert!(worst < 0.0006, "{worst}");
    for dimensions in [383, 385, 0] {
        assert!(codes::read(&bytes, dimensions).is_none());
    }
    assert!(codes::read(&[0; 388], 384).is_none());
    assert!(codes::read(&[], 0).is_none());
}

#[test]
fn vectors_that_rest_leave_the_memory_and_are_found_as_before() {
    use std::time::Duration;
    let home = Home::new();
    let index = home.index();
    let store = EmbeddedVectors::new(index.shared().clone(), &model("m", 8));
    let rows: Vec<_> = (0..50).map(|at| (key(at), vector(u64::from(at), 8))).collect();
    store.put(&rows).unwrap();
    let nearest = || store.nearest(&vector(7, 8), 5, None).unwrap();
    let before = nearest();
    store.free_if_idle(Duration::from_secs(3600));
    assert_eq!(store.rows_held(), 50, "they were asked for a moment ago");
    store.free_if_idle(Duration::ZERO);
    assert_eq!(store.rows_held(), 0);
    assert_eq!(nearest(), before);
    store.free_if_idle(Duration::ZERO);
    assert_eq!(
        (store.len().unwrap(), store.missing(&[key(3), key(200)]).unwrap()),
        (50, vec![key(200)])
    );
}
