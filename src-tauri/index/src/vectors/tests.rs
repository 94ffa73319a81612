use std::{collections::HashSet, fs};

use models::{Embedder, EmbeddingModel, Languages, Purpose};
use notes::{ScanOptions, Vault};

use super::*;
use crate::{Index, SyncScope};

/// A model whose vectors count the letters a, b and c.
#[derive(Debug)]
struct Letters(EmbeddingModel);

impl Letters {
    fn new() -> Self {
        Self(EmbeddingModel {
            id: "letters".to_owned(),
            dimensions: 3,
            max_tokens: 512,
            languages: Languages::Many,
        })
    }
}

impl Embedder for Letters {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _purpose: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        let vector = |text: &&str| {
            let counts = ['a', 'b', 'c'].map(|c| text.matches(c).count() as f32 + 0.01);
            let length = counts.iter().map(|n| n * n).sum::<f32>().sqrt();
            counts.map(|n| n / length).to_vec()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

#[test]
fn the_nearest_come_first() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("vault");
    fs::create_dir_all(&root).unwrap();
    fs::create_dir_all(root.join("Again")).unwrap();
    let notes = [("A.md", "aaaa"), ("B.md", "aabb"), ("C.md", "cccc"), ("Again/C.md", "cccc")];
    for (name, text) in notes {
        fs::write(root.join(name), text).unwrap();
    }
    let vault = Vault::open(&root).unwrap();
    let file = home.path().join("index.db");
    let index = Index::open(&file, vault.clone(), ScanOptions::default()).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let embedder = Letters::new();
    assert_eq!(index.embed(&embedder).unwrap(), 3);
    assert_eq!(index.embed(&embedder).unwrap(), 0);

    let check = |index: &Index| {
        let store = index.vectors(embedder.model());
        assert_eq!(store.len().unwrap(), 3);
        let query = embedder.embed(&["aaab"], Purpose::Query).unwrap().remove(0);
        let keys = ["A\naaaa", "B\naabb", "C\ncccc"].map(TextKey::of);
        let near = store.nearest(&query, 2, None).unwrap();
        assert_eq!(near.iter().map(|near| near.key).collect::<Vec<_>>(), keys[..2]);
        let among = HashSet::from([keys[2]]);
        assert_eq!(store.nearest(&query, 2, Some(&among)).unwrap()[0].key, keys[2]);
        assert!(store.nearest(&[1.0], 2, None).is_err());
    };
    check(&index);
    drop(index);
    check(&Index::open(&file, vault, ScanOptions::default()).unwrap());
}

#[test]
fn a_passage_is_embedded_below_the_title_and_headings_that_it_lacks() {
    let mut passage = crate::chunk("It keeps for a week.\n").remove(0);
    passage.heading_path = vec!["Rye".to_owned(), "Storing".to_owned()];
    assert_eq!(embedded_text("Rye", &passage), "Rye\nStoring\nIt keeps for a week.");
    passage.columns = Some("| a |".to_owned());
    assert_eq!(
        embedded_text("Bread", &passage),
        "Bread\nRye\nStoring\n| a |\nIt keeps for a week."
    );
    let with_heading = crate::chunk("# Rye\n\nIt keeps for a week.\n").remove(0);
    assert_eq!(embedded_text("Rye", &with_heading), with_heading.text);
    // A hostile title is truncated.
    assert!(embedded_text(&"é".repeat(5_000), &with_heading).len() < 400);
}
