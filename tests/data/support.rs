//! Agreement of the citation check with people. `npm run eval` prints more figures over all pairs.

use std::{path::Path, sync::Arc};

use conversation::Support;
use models::{LocalEmbedder, LocalModel, Resources};
use serde_json::Value as Json;
use support::check_claim;
use tests::floors;
use turn::EmbeddedTexts;

use crate::json_lines;

/// Maximum number of pairs from a large set, evenly spread.
const MOST: usize = 330;

/// The share of correct decisions about showing a claim as supported: over true claims, and over all others.
fn measure(set: &str) -> [f64; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resources");
    let embedder =
        Arc::new(LocalEmbedder::load(LocalModel::English, &Resources::under(&root)).unwrap());
    let pairs = json_lines(&format!("support/{set}.jsonl"));
    let pairs: Vec<&Json> = pairs.iter().step_by(pairs.len().div_ceil(MOST)).collect();
    let (mut supported, mut right) = ([0; 2], [0; 2]);
    for pair in pairs {
        let meanings = EmbeddedTexts::new(Some(embedder.clone()));
        let meaning = |text: &str| meanings.vectors(text);
        let word = |name: &str| pair[name].as_str().unwrap().to_owned();
        let claim = check_claim(&word("claim"), &word("text"), &[], &meaning).0;
        let is_true = pair["label"] == "supported";
        let of = usize::from(!is_true);
        supported[of] += 1;
        right[of] += usize::from((claim.support == Support::Supported) == is_true);
    }
    [0, 1].map(|of| right[of] as f64 / supported[of] as f64)
}

fn check(set: &str) {
    let [passed, blocked] = measure(set);
    let figures = [("true claims supported", passed), ("other claims not supported", blocked)];
    floors::check(set, &figures);
}

#[test]
fn claims_about_notes_agree_with_their_labels() {
    check("subjects-dev");
}

#[test]
fn claims_of_wikipedia_agree_with_their_labels() {
    check("wice-dev");
}

#[test]
fn claims_of_experts_agree_with_their_labels() {
    check("expertqa-val");
}

#[test]
fn claims_that_a_negation_decides_agree_with_their_labels() {
    check("negation-rte");
    check("negation-snli");
}
