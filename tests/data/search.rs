//! How well keyword search finds the note that answers a question.

use std::collections::HashMap;

use index::{Hit, Index, SearchOptions, SyncScope};
use notes::{ScanOptions, Vault};

use crate::{data, json_lines};

/// What a set of questions reached.
struct Figures {
    questions: usize,
    /// The mean over all questions; one note is right for each.
    ndcg: f64,
    /// How many questions have their answer in one of the five best passages.
    answered: f64,
}

fn measure(set: &str) -> Figures {
    let folder = data().join("retrieval").join(set);
    let home = tempfile::tempdir().unwrap();
    let vault = Vault::open(&folder.join("vault")).unwrap();
    let index = Index::open(&home.path().join("index.db"), vault, ScanOptions::default()).unwrap();
    let report = index.sync(SyncScope::All, &mut |_| {}).unwrap();
    assert!(report.failed.is_empty(), "{set}: {:?}", report.failed);

    let questions = json_lines(&format!("retrieval/{set}/queries.jsonl"));
    // Where each character of a note begins: the answers are given in characters.
    let mut starts: HashMap<&str, Vec<usize>> = HashMap::new();
    let (mut gain, mut answered) = (0.0, 0);
    for question in &questions {
        let gold = question["note"].as_str().unwrap();
        let hits = index
            .search(question["text"].as_str().unwrap(), &SearchOptions::keyword(50))
            .unwrap()
            .hits;
        gain += note_rank(&hits, gold).map_or(0.0, |rank| 1.0 / f64::from(rank + 1).log2());
        let spans = spans(question);
        let bytes = starts.entry(gold).or_insert_with(|| {
            let text = std::fs::read_to_string(folder.join("vault").join(gold)).unwrap();
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>()
        });
        let found = spans.iter().all(|(start, end)| {
            hits.iter().take(5).any(|hit| {
                let within = hit.range.start <= bytes[*start] && bytes[*end] <= hit.range.end;
                hit.path.as_str() == gold && within
            })
        });
        answered += usize::from(found);
    }
    let count = questions.len() as f64;
    let figures = Figures {
        questions: questions.len(),
        ndcg: gain / count,
        answered: answered as f64 / count,
    };
    println!(
        "{set}: nDCG@10 {:.4}, answer among the five best passages {:.4}; {} questions, {} notes, {} passages",
        figures.ndcg, figures.answered, figures.questions, report.indexed, report.chunks,
    );
    figures
}

/// The place of a note among the first ten notes.
fn note_rank(hits: &[Hit], gold: &str) -> Option<u32> {
    let mut seen: Vec<&str> = Vec::new();
    for hit in hits {
        if !seen.contains(&hit.path.as_str()) {
            seen.push(hit.path.as_str());
        }
    }
    (1..=10).zip(seen).find(|(_, path)| *path == gold).map(|(rank, _)| rank)
}

/// Where the answer stands, in characters of the note.
fn spans(question: &serde_json::Value) -> Vec<(usize, usize)> {
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    match question.get("spans").and_then(|spans| spans.as_array()) {
        Some(spans) => spans.iter().map(|span| (number(&span[0]), number(&span[1]))).collect(),
        None => vec![(number(&question["start_char"]), number(&question["end_char"]))],
    }
}

fn check(set: &str, least_ndcg: f64, least_answered: f64) {
    let Figures { ndcg, answered, .. } = measure(set);
    assert!(ndcg >= least_ndcg, "{set}: nDCG@10 {ndcg:.4} is under {least_ndcg}");
    assert!(answered >= least_answered, "{set}: {answered:.4} is under {least_answered}");
}

#[test]
fn english_questions_find_their_note() {
    check("xquad-en", 0.98, 0.985);
}

#[test]
fn english_questions_find_their_paragraph() {
    check("xquad-en-paragraphs", 0.96, 0.985);
}

// B43
#[test]
fn german_questions_find_their_note() {
    check("xquad-de", 0.945, 0.955);
}

// B43
#[test]
fn spanish_questions_find_their_note() {
    check("xquad-es", 0.975, 0.975);
}

// B43
#[test]
fn chinese_questions_find_their_note() {
    check("xquad-zh", 0.98, 0.98);
}

#[test]
fn questions_about_long_texts_find_their_passages() {
    check("chunking-eval", 0.99, 0.885);
}
