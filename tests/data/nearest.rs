//! Measures two cases: the sentence shown as nearest to an unanswered question contains the answer, and a slow
//! model's share of the passages contains it.

use std::{path::Path, sync::Arc};

use conversation::Number;
use index::{Hit, Index, Meaning, Mode, SearchOptions, SyncScope};
use models::{Embedder, LocalEmbedder, LocalModel, Resources};
use notes::{ScanOptions, Vault};
use support::{Source, excerpt, nearest};
use turn::EmbeddedTexts;

use crate::{data, json_lines, search::Kept};

/// Number of passages that a small model gets.
const PASSAGES: usize = 3;

/// Bytes of an excerpt: about 60 tokens of English.
const EXCERPT: usize = 250;

/// Words only: case and punctuation don't matter for finding an answer.
fn plain(text: &str) -> String {
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

fn golds(question: &serde_json::Value) -> Vec<String> {
    let excerpts = question["excerpts"].as_array().cloned().unwrap_or_default();
    let answer = question["answer"].as_str().map(str::to_owned);
    excerpts.iter().filter_map(|it| it.as_str().map(str::to_owned)).chain(answer).collect()
}

/// The sentence shown for a question that the model left unanswered.
fn shown(question: &str, hits: &[Hit], meanings: &EmbeddedTexts) -> Option<String> {
    let abouts: Vec<Vec<&str>> = hits
        .iter()
        .map(|hit| {
            let headings = hit.heading_path.iter().map(String::as_str);
            [hit.title.as_str(), hit.path.as_str()].into_iter().chain(headings).collect()
        })
        .collect();
    let sources: Vec<Source<'_>> = (1..)
        .zip(hits.iter().zip(&abouts))
        .map(|(number, (hit, about))| Source { number: Number(number), text: &hit.text, about })
        .collect();
    let meaning = |text: &str| meanings.vectors(text);
    let found = nearest("The notes don't say.", &[], &sources, question, &meaning)?;
    let source = sources.iter().find(|source| source.number == found.number)?;
    Some(source.text[found.sentence].to_owned())
}

/// The passages for a slow model: the best in full, excerpts of the others.
fn shortened(question: &str, hits: &[Hit], meanings: &EmbeddedTexts) -> String {
    let meaning = |text: &str| meanings.vectors(text);
    let of = |(at, hit): (usize, &Hit)| match at {
        0 => hit.text.clone(),
        _ => hit.text[excerpt(&hit.text, &[&hit.title], question, EXCERPT, &meaning)].to_owned(),
    };
    hits.iter().enumerate().map(of).collect::<Vec<_>>().join("\n")
}

fn measure(set: &str, most: usize) -> [f64; 2] {
    let folder = data().join("retrieval").join(set);
    let home = tempfile::tempdir().unwrap();
    let vault = Vault::open(&folder.join("vault")).unwrap();
    let index = Index::open(&home.path().join("index.db"), vault, ScanOptions::default()).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let embedder = Kept::new(set);
    index.embed(&embedder).unwrap();
    let store = index.vectors(embedder.model());
    let options = SearchOptions {
        mode: Mode::Hybrid,
        max_k: 50,
        display_k: 50,
        meaning: Some(Meaning { embedder: &embedder, store: &*store }),
        ..SearchOptions::default()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resources");
    let model = LocalEmbedder::load(LocalModel::English, &Resources::under(&root)).unwrap();
    let meanings = EmbeddedTexts::new(Some(Arc::new(model)));
    let questions = json_lines(&format!("retrieval/{set}/queries.jsonl"));
    let step = questions.len().div_ceil(most);
    let (mut holds, mut shown_without, mut asked) = (0, 0, 0);
    let (mut in_whole, mut in_short, mut bytes) = (0, 0, [0, 0]);
    for question in questions.iter().step_by(step) {
        let text = question["text"].as_str().unwrap();
        let note = question["note"].as_str().unwrap();
        let hits = index.search(text, &options).unwrap().hits;
        let sentence = shown(text, &hits[..hits.len().min(PASSAGES)], &meanings);
        let has =
            |gold: &String| sentence.as_ref().is_some_and(|it| plain(it).contains(&plain(gold)));
        holds += usize::from(golds(question).iter().any(has));
        let best = &hits[..hits.len().min(PASSAGES)];
        let whole = best.iter().map(|hit| hit.text.as_str()).collect::<Vec<_>>().join("\n");
        let short = shortened(text, best, &meanings);
        let tells =
            |all: &str| golds(question).iter().any(|gold| plain(all).contains(&plain(gold)));
        in_whole += usize::from(tells(&whole));
        in_short += usize::from(tells(&short));
        bytes = [bytes[0] + whole.len(), bytes[1] + short.len()];
        // The same without the note that has the answer.
        let others: Vec<Hit> =
            hits.into_iter().filter(|hit| hit.path.as_str() != note).take(PASSAGES).collect();
        shown_without += usize::from(shown(text, &others, &meanings).is_some());
        asked += 1;
    }
    embedder.keep();
    let share = |count: usize| count as f64 / f64::from(asked);
    println!(
        "{set:20} {asked} questions: the sentence holds the answer {:.3}; one is shown where none tells {:.3}",
        share(holds),
        share(shown_without)
    );
    println!(
        "{set:20} passages that hold it: whole {:.3}, with excerpts {:.3}, in {:.2} of the bytes",
        share(in_whole),
        share(in_short),
        bytes[1] as f64 / bytes[0] as f64
    );
    [share(holds), share(in_short) / share(in_whole).max(f64::EPSILON)]
}

// B101 B103
#[test]
fn the_sentence_nearest_to_a_question_mostly_holds_its_answer() {
    for (set, least) in [("xquad-en-paragraphs", 0.6), ("xquad-de", 0.5)] {
        let [holds, kept] = measure(set, 150);
        assert!(holds >= least && kept >= 0.95, "{set}");
    }
}
