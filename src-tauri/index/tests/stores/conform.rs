use std::{collections::HashSet, sync::Arc};

use index::{Error, TextKey, VectorStore};
use models::{EmbeddingModel, Languages};

pub fn model(id: &str, dimensions: usize) -> EmbeddingModel {
    EmbeddingModel { id: id.to_owned(), dimensions, max_tokens: 512, languages: Languages::Many }
}

fn key(number: usize) -> TextKey {
    TextKey::of(&format!("text {number}"))
}

/// Pseudorandom vectors.
pub fn vector(seed: usize, dimensions: usize) -> Vec<f32> {
    let mut state = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
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

/// Tests everything that a store must do. `open` opens a model's store, new or again.
pub fn all(open: impl Fn(&EmbeddingModel) -> Arc<dyn VectorStore>) {
    const COUNT: usize = 700;
    let small = model("small", 24);
    let store = open(&small);
    assert!(store.is_empty().unwrap());
    assert!(store.nearest(&vector(0, 24), 3, None).unwrap().is_empty());
    assert_eq!(store.get(&[key(0)]).unwrap(), [None]);
    store.keep_only(&HashSet::new()).unwrap();
    store.put(&[]).unwrap();

    // Put, and put again under the same key.
    let keys: Vec<TextKey> = (0..COUNT).map(key).collect();
    let rows: Vec<_> = keys.iter().enumerate().map(|(n, key)| (*key, vector(n, 24))).collect();
    store.put(&[(keys[5], vector(9_999, 24))]).unwrap();
    store.put(&rows).unwrap();
    store.put(&rows[..9]).unwrap();
    assert_eq!(store.len().unwrap(), COUNT);
    let asked = [key(COUNT), keys[3], key(COUNT + 1)];
    assert_eq!(store.missing(&asked).unwrap(), [asked[0], asked[2]]);
    let got = store.get(&[keys[7], key(COUNT)]).unwrap();
    assert!(cosine(got[0].as_deref().unwrap(), &vector(7, 24)) > 0.999);
    assert!(
        (cosine(&vector(5, 24), store.get(&keys[5..6]).unwrap()[0].as_deref().unwrap())) > 0.999
    );
    assert_eq!(got[1], None);

    // The nearest of all, of few and of many.
    let query = vector(4_321, 24);
    let best = |among: &dyn Fn(usize) -> bool| {
        let mut best: Vec<(f32, TextKey)> = rows
            .iter()
            .enumerate()
            .filter(|(n, _)| among(*n))
            .map(|(_, (key, vector))| (cosine(vector, &query), *key))
            .collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        best
    };
    for (step, limit) in [(1, 10), (1, 100), (7, 10), (7, 100), (7, 101), (350, 10)] {
        let of = |n: usize| n.is_multiple_of(step);
        let mut among: HashSet<TextKey> = (0..COUNT).filter(|n| of(*n)).map(key).collect();
        // Foreign keys make no difference.
        among.insert(key(COUNT + 7));
        let among = (step > 1).then_some(&among);
        let near = store.nearest(&query, limit, among).unwrap();
        let exact = best(&of);
        assert_eq!(near.len(), limit.min(exact.len()), "{step} {limit}");
        for (near, (similarity, _)) in near.iter().zip(&exact) {
            assert!((near.similarity - similarity).abs() < 0.01, "{step} {limit} {near:?}");
        }
        let distinct: HashSet<_> = near.iter().map(|near| near.key).collect();
        assert_eq!(distinct.len(), near.len());
        assert!(distinct.iter().all(|key| among.is_none_or(|among| among.contains(key))));
    }
    let most: HashSet<TextKey> = keys[..650].iter().copied().collect();
    let near = store.nearest(&query, 20, Some(&most)).unwrap();
    let exact = best(&|n| n < 650);
    assert_eq!(near.len(), 20);
    assert!((near[19].similarity - exact[19].0).abs() < 0.01);
    assert!(store.nearest(&query, 5, Some(&HashSet::new())).unwrap().is_empty());
    assert!(store.nearest(&query, 0, None).unwrap().is_empty());

    // A rejected call changes nothing.
    let dimensions = store.put(&[(key(1), vector(3, 24)), (key(2), vector(3, 23))]);
    assert!(matches!(dimensions, Err(Error::Dimensions { wanted: 24, got: 23 })), "{dimensions:?}");
    let nothing = store.put(&[(key(1), vector(3, 24)), (key(2), vec![0.0; 24])]);
    assert!(matches!(nothing, Err(Error::NoDirection(_))), "{nothing:?}");
    assert!(store.nearest(&vector(1, 25), 1, None).is_err());
    assert!(store.nearest(&[f32::NAN; 24], 1, None).is_err());
    assert!(cosine(store.get(&keys[1..2]).unwrap()[0].as_deref().unwrap(), &vector(1, 24)) > 0.999);

    // Models have separate vectors, and a reopened store has them all.
    let large = open(&model("large", 1024));
    large.put(&[(key(1), vector(1, 1024))]).unwrap();
    assert_eq!((large.len().unwrap(), open(&small).len().unwrap()), (1, COUNT));
    let kept: HashSet<TextKey> = keys[..3].iter().copied().chain([key(COUNT)]).collect();
    store.keep_only(&kept).unwrap();
    let again = open(&small);
    assert_eq!(again.len().unwrap(), 3);
    assert_eq!(again.missing(&keys[..5]).unwrap(), keys[3..5]);
    assert_eq!(again.nearest(&query, 9, None).unwrap().len(), 3);
    assert_eq!(large.len().unwrap(), 1);
    again.keep_only(&HashSet::new()).unwrap();
    assert!(store.is_empty().unwrap());
    store.put(&rows[..1]).unwrap();
    assert_eq!(again.nearest(&rows[0].1, 1, None).unwrap()[0].key, keys[0]);
}
