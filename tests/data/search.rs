//! Measures each way of searching: finding the note and the passage that answer a question.

use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use index::{Hit, Index, Meaning, Mode, SearchOptions, SyncReport, SyncScope, TextKey};
use library::Library;
use models::{Embedder, EmbeddingModel, LocalEmbedder, LocalModel, Purpose, Resources};
use notes::{ScanOptions, Vault};
use retrieval::{VaultHandle, talk::Exchange};
use tests::floors;

use crate::{data, json_lines};

/// The settings' default.
const THRESHOLD: f32 = 0.25;

/// Results for a set of questions.
#[derive(Debug, Clone, Copy)]
struct Figures {
    /// Mean over all questions; one note is right for each.
    ndcg: f64,
    /// Number of questions with their note in the first ten.
    recall: f64,
    /// Number of questions with their whole answer in the five best passages.
    answered: f64,
    /// Share of the answers' characters inside the five best passages.
    covered: f64,
}

/// The app's built-in model, with vectors cached between runs, because a set takes minutes.
#[derive(Debug)]
pub(crate) struct Kept {
    model: LocalEmbedder,
    folder: PathBuf,
    vectors: Mutex<HashMap<TextKey, Vec<f32>>>,
}

impl Kept {
    pub(crate) fn new(set: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resources");
        let model =
            LocalEmbedder::load(LocalModel::Multilingual, &Resources::under(&root)).unwrap();
        let name = model.model().id.replace(|char: char| !char.is_alphanumeric(), "-");
        let folder = std::env::temp_dir().join("marginalia-vectors").join(name);
        fs::create_dir_all(&folder).unwrap();
        let folder = folder.join(set);
        let row = 16 + 4 * model.model().dimensions;
        let vectors = fs::read(&folder)
            .unwrap_or_default()
            .chunks_exact(row)
            .map(|row| {
                let numbers = row[16..].chunks_exact(4);
                let numbers = numbers.map(|number| f32::from_le_bytes(number.try_into().unwrap()));
                (TextKey(row[..16].try_into().unwrap()), numbers.collect())
            })
            .collect();
        Self { model, folder, vectors: Mutex::new(vectors) }
    }

    pub(crate) fn keep(&self) {
        let vectors = self.vectors.lock();
        let mut bytes = Vec::new();
        for (key, vector) in vectors.iter() {
            bytes.extend_from_slice(&key.0);
            bytes.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
        }
        fs::write(&self.folder, bytes).unwrap();
    }
}

impl Embedder for Kept {
    fn model(&self) -> &EmbeddingModel {
        self.model.model()
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        let mut vectors = self.vectors.lock();
        let unknown: Vec<&str> = texts
            .iter()
            .filter(|text| !vectors.contains_key(&TextKey::of(text)))
            .copied()
            .collect();
        for (text, vector) in unknown.iter().zip(self.model.embed(&unknown, purpose)?) {
            vectors.insert(TextKey::of(text), vector);
        }
        Ok(texts.iter().map(|text| vectors[&TextKey::of(text)].clone()).collect())
    }
}

/// The index of the notes in `vault`, with their vectors, in the folder `home`.
fn index_of(vault: &Path, home: &Path, embedder: &Kept) -> (Index, SyncReport) {
    let vault = Vault::open(vault).unwrap();
    let index = Index::open(&home.join("index.db"), vault, ScanOptions::default()).unwrap();
    let report = index.sync(SyncScope::All, &mut |_| {}).unwrap();
    assert!(report.failed.is_empty(), "{:?}", report.failed);
    index.embed(embedder).unwrap();
    (index, report)
}

/// The figures of each way of searching, for a set.
fn measure(set: &str) -> [Figures; 3] {
    let folder = data().join("retrieval").join(set);
    let home = tempfile::tempdir().unwrap();
    let embedder = Kept::new(set);
    let (index, report) = index_of(&folder.join("vault"), home.path(), &embedder);
    let store = index.vectors(embedder.model());
    let questions = json_lines(&format!("retrieval/{set}/queries.jsonl"));
    let figures = [Mode::Keyword, Mode::Meaning, Mode::Hybrid].map(|mode| {
        let options = SearchOptions {
            mode,
            max_k: 50,
            display_k: 50,
            meaning: Some(Meaning { embedder: &embedder, store: &*store }),
            ..SearchOptions::default()
        };
        let search = |text: &str| index.search(text, &options).unwrap().hits;
        let figures = figures(&folder.join("vault"), &questions, search);
        println!(
            "{set:20} {:8} nDCG@10 {:.4}  recall@10 {:.4}  answered {:.4}  covered {:.4}",
            format!("{mode:?}").to_lowercase(),
            figures.ndcg,
            figures.recall,
            figures.answered,
            figures.covered,
        );
        figures
    });
    println!(
        "{set:20} {} questions, {} notes, {} passages",
        questions.len(),
        report.indexed,
        report.chunks
    );
    embedder.keep();
    figures
}

fn figures(
    vault: &Path,
    questions: &[serde_json::Value],
    search: impl Fn(&str) -> Vec<Hit>,
) -> Figures {
    // Byte offsets of each note's characters, because the answers are given in characters.
    let mut starts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut sum = Figures { ndcg: 0.0, recall: 0.0, answered: 0.0, covered: 0.0 };
    for question in questions {
        let gold = question["note"].as_str().unwrap();
        let hits = search(question["text"].as_str().unwrap());
        if let Some(rank) = note_rank(&hits, gold) {
            sum.ndcg += 1.0 / f64::from(rank + 1).log2();
            sum.recall += 1.0;
        }
        let bytes = starts.entry(gold).or_insert_with(|| {
            let text = fs::read_to_string(vault.join(gold)).unwrap();
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>()
        });
        let best: Vec<&Hit> = hits.iter().take(5).filter(|hit| hit.path.as_str() == gold).collect();
        let (mut whole, mut inside, mut all) = (true, 0, 0);
        for (start, end) in spans(question) {
            let within =
                |hit: &&Hit| hit.range.start <= bytes[start] && bytes[end] <= hit.range.end;
            whole &= best.iter().any(within);
            all += end - start;
            inside += bytes[start..end]
                .iter()
                .filter(|at| best.iter().any(|hit| hit.range.start <= **at && **at < hit.range.end))
                .count();
        }
        sum.answered += f64::from(u8::from(whole));
        sum.covered += inside as f64 / all.max(1) as f64;
    }
    let count = questions.len() as f64;
    Figures {
        ndcg: sum.ndcg / count,
        recall: sum.recall / count,
        answered: sum.answered / count,
        covered: sum.covered / count,
    }
}

/// The rank of a note among the first ten notes.
fn note_rank(hits: &[Hit], gold: &str) -> Option<u32> {
    let mut seen: Vec<&str> = Vec::new();
    for hit in hits {
        if !seen.contains(&hit.path.as_str()) {
            seen.push(hit.path.as_str());
        }
    }
    (1..=10).zip(seen).find(|(_, path)| *path == gold).map(|(rank, _)| rank)
}

/// The answer's ranges, in characters of the note.
fn spans(question: &serde_json::Value) -> Vec<(usize, usize)> {
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    match question.get("spans").and_then(|spans| spans.as_array()) {
        Some(spans) => spans.iter().map(|span| (number(&span[0]), number(&span[1]))).collect(),
        None => vec![(number(&question["start_char"]), number(&question["end_char"]))],
    }
}

/// Combined search is at most a hundredth worse than the better of the two ways.
fn check(set: &str) {
    let [words, meaning, both] = measure(set);
    floors::check(
        set,
        &[
            ("keyword nDCG@10", words.ndcg),
            ("keyword answered", words.answered),
            ("hybrid nDCG@10", both.ndcg),
            ("hybrid answered", both.answered),
        ],
    );
    let better = words.ndcg.max(meaning.ndcg);
    assert!(both.ndcg >= better - 0.01, "{set}: nDCG@10 {:.4} after {better:.4}", both.ndcg);
}

#[test]
fn english_questions_find_their_note() {
    check("xquad-en");
}

#[test]
fn english_questions_find_their_paragraph() {
    check("xquad-en-paragraphs");
}

// B43
#[test]
fn german_questions_find_their_note() {
    check("xquad-de");
}

// B43
#[test]
fn spanish_questions_find_their_note() {
    check("xquad-es");
}

// B43
#[test]
fn chinese_questions_find_their_note() {
    check("xquad-zh");
}

/// nDCG@10 of the English questions over another language's notes, by meaning and by both. The notes lose their
/// titles and names, which are English.
fn measure_across(set: &str) -> [f64; 2] {
    let (home, vault) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut names: HashMap<String, String> = HashMap::new();
    let notes = fs::read_dir(data().join("retrieval").join(set).join("vault")).unwrap();
    let mut notes: Vec<PathBuf> = notes.map(|entry| entry.unwrap().path()).collect();
    notes.sort();
    for (number, path) in notes.iter().enumerate() {
        let text = fs::read_to_string(path).unwrap();
        let body = text.split_once('\n').map_or("", |(_, body)| body);
        let name = format!("n{number}.md");
        fs::write(vault.path().join(&name), body).unwrap();
        names.insert(path.file_name().unwrap().to_string_lossy().into_owned(), name);
    }
    let embedder = Kept::new(&format!("{set}-untitled"));
    let (index, _) = index_of(vault.path(), home.path(), &embedder);
    let store = index.vectors(embedder.model());
    let questions = json_lines("retrieval/xquad-en/queries.jsonl");
    let figures = [Mode::Meaning, Mode::Hybrid].map(|mode| {
        let options = SearchOptions {
            mode,
            max_k: 50,
            display_k: 50,
            meaning: Some(Meaning { embedder: &embedder, store: &*store }),
            ..SearchOptions::default()
        };
        let gains = questions.iter().filter_map(|question| {
            let hits = index.search(question["text"].as_str().unwrap(), &options).unwrap().hits;
            let rank = note_rank(&hits, &names[question["note"].as_str().unwrap()])?;
            Some(1.0 / f64::from(rank + 1).log2())
        });
        gains.sum::<f64>() / questions.len() as f64
    });
    embedder.keep();
    figures
}

fn check_across(set: &str) {
    let [meaning, both] = measure_across(set);
    let figures = [("meaning nDCG@10", meaning), ("hybrid nDCG@10", both)];
    floors::check(&format!("{set}-asked-in-english"), &figures);
}

// B132
#[test]
fn english_questions_find_german_notes() {
    check_across("xquad-de");
}

// B132
#[test]
fn english_questions_find_spanish_notes() {
    check_across("xquad-es");
}

// B132
#[test]
fn english_questions_find_chinese_notes() {
    check_across("xquad-zh");
}

#[test]
fn questions_about_long_texts_find_their_passages() {
    check("chunking-eval");
}

/// The earlier questions of a conversation, with their answers.
fn exchanges(history: &serde_json::Value) -> Vec<Exchange> {
    let mut found: Vec<Exchange> = Vec::new();
    for said in history.as_array().unwrap() {
        let text = said["text"].as_str().unwrap().to_owned();
        match (said["role"].as_str().unwrap(), found.last_mut()) {
            ("assistant", Some(last)) => last.answer = text,
            _ => found.push(Exchange { question: text, ..Exchange::default() }),
        }
    }
    found
}

/// The last questions of conversations, searched with and without their conversations, against passages marked by
/// people.
// B119
#[tokio::test]
async fn questions_of_talks_find_their_notes() {
    let set = "mtrag-un-dev";
    let folder = data().join("retrieval").join(set);
    let mut gold: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for line in fs::read_to_string(folder.join("qrels.tsv")).unwrap().lines().skip(1) {
        let [question, note, grade] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let grades = gold.entry(question.to_owned()).or_default();
        grades.insert(note.to_owned(), grade.parse().unwrap());
    }
    let home = tempfile::tempdir().unwrap();
    let vault = Vault::open(&folder.join("vault")).unwrap();
    let path = home.path().join("index.db");
    let index = Index::open(&path, vault.clone(), ScanOptions::default()).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let embedder = Arc::new(Kept::new(set));
    index.embed(&*embedder).unwrap();
    let store = index.vectors(embedder.model());
    let (library, _) = Library::open(&home.path().join("library.db")).unwrap();
    let handle = VaultHandle {
        id: library.open_vault(vault.root()).await.unwrap(),
        vault,
        index,
        listed: None,
        whole: Arc::default(),
        meaning: Some(retrieval::Meaning { embedder: embedder.clone(), store }),
        no_meaning: None,
        is_synced: true,
    };
    let (mut first, mut alone, mut later) = (Vec::new(), Vec::new(), Vec::new());
    for question in json_lines(&format!("retrieval/{set}/queries.jsonl")) {
        let Some(grades) = gold.get(question["id"].as_str().unwrap()) else { continue };
        let found = |past: &[Exchange]| {
            let text = question["text"].as_str().unwrap();
            let found = handle.search_in_talk(text, past, Mode::Hybrid, 50, THRESHOLD);
            graded_ndcg(&found.unwrap().0.hits, grades)
        };
        let past = exchanges(&question["history"]);
        if past.is_empty() {
            first.push(found(&[]));
        } else {
            alone.push(found(&[]));
            later.push(found(&past));
        }
    }
    embedder.keep();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    println!("{set}: {} first questions, {} later ones", first.len(), later.len());
    let figures = [
        ("first questions nDCG@10", mean(&first)),
        ("later questions alone nDCG@10", mean(&alone)),
        ("later questions nDCG@10", mean(&later)),
    ];
    floors::check(set, &figures);
}

/// nDCG@10 over graded notes.
fn graded_ndcg(hits: &[Hit], grades: &HashMap<String, f64>) -> f64 {
    let mut found: Vec<&str> = Vec::new();
    for hit in hits {
        if !found.contains(&hit.path.as_str()) {
            found.push(hit.path.as_str());
        }
    }
    let gain = |grade: f64, at: usize| (grade.exp2() - 1.0) / (at as f64 + 2.0).log2();
    let reached = found.iter().take(10).enumerate();
    let reached: f64 =
        reached.map(|(at, note)| gain(grades.get(*note).copied().unwrap_or(0.0), at)).sum();
    let mut best: Vec<f64> = grades.values().copied().collect();
    best.sort_by(|one, other| other.total_cmp(one));
    let best: f64 = best.into_iter().take(10).enumerate().map(|(at, grade)| gain(grade, at)).sum();
    reached / best
}
