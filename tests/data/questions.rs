//! Realistic questions to a vault, and the share of the needed notes that is sent to the model.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use conversation::reference::Reference;
use serde::Deserialize;
use tests::{evidence::Asker, floors};

use crate::{data, text};

/// The time at which the life log's questions are asked. The few questions of other times are left out.
const NOW: &str = "2026-03-19T18:00:00";

#[derive(Deserialize)]
struct Question {
    vault: String,
    kind: String,
    /// The local time at which it is asked, if its answer depends on that.
    now: Option<String>,
    /// Earlier questions of the conversation.
    context: Vec<String>,
    text: String,
    notes: BTreeSet<String>,
    /// Alternatives to the needed notes.
    #[serde(default)]
    also: BTreeSet<String>,
}

fn vault(name: &str) -> PathBuf {
    match name {
        "lifelog-dev" => data().join("real-questions").join(name),
        "sample-vault" => Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name),
        _ => data().join("vaults").join(name),
    }
}

/// The share of the needed notes among the sent ones.
fn share(question: &Question, sent: &BTreeSet<String>) -> f64 {
    if !question.also.is_disjoint(sent) {
        return 1.0;
    }
    question.notes.intersection(sent).count() as f64 / question.notes.len() as f64
}

/// The notes of the passages, and of the rows of computed tables.
fn notes(sent: Vec<Reference>) -> BTreeSet<String> {
    let paths = sent.into_iter().flat_map(|reference| {
        let rows = reference.table.into_iter().flat_map(|table| table.rows);
        reference.path.into_iter().chain(rows.map(|row| row.path))
    });
    paths.map(|path| path.as_str().to_owned()).collect()
}

// B124, B125, B127
#[tokio::test]
async fn questions_of_people_are_sent_the_notes_they_need() {
    let now = std::env::var(turn::NOW).unwrap_or_default();
    assert_eq!(now, NOW, "`npm run test:data` sets {} for this test", turn::NOW);
    let lines = text("real-questions/dev.jsonl");
    let all: Vec<Question> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut by_vault: BTreeMap<&str, Vec<&Question>> = BTreeMap::new();
    // Unanswerable questions need no notes.
    let is_asked_now = |question: &&Question| question.now.as_ref().is_none_or(|now| now == NOW);
    let all = all.iter().filter(|question| !question.notes.is_empty());
    for question in all.filter(is_asked_now) {
        by_vault.entry(&question.vault).or_default().push(question);
    }
    let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (name, questions) in by_vault {
        let asker = Asker::over(&vault(name)).await;
        for question in questions {
            let asked = question.context.iter().chain([&question.text]);
            let asked: Vec<&str> = asked.map(String::as_str).collect();
            let sent = notes(asker.sent(&asked).await);
            kinds.entry(&question.kind).or_default().push(share(question, &sent));
        }
    }
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    let whole = |shares: &[f64]| {
        shares.iter().filter(|share| **share >= 1.0).count() as f64 / shares.len() as f64
    };
    println!("kind        n  needed notes sent  all of them sent");
    for (kind, shares) in &kinds {
        let (mean, whole) = (mean(shares), whole(shares));
        println!("{kind:10} {:2}  {mean:.2}               {whole:.2}", shares.len());
    }
    let shares: Vec<f64> = kinds.into_values().flatten().collect();
    floors::check(
        "real-questions",
        &[("needed notes sent", mean(&shares)), ("all needed notes sent", whole(&shares))],
    );
}
