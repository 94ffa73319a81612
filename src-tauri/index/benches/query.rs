//! Times to search 1,000, 10,000 and 100,000 passages by words, and by words and meaning, without embedding the
//! query: median and 95th percentile of 100 runs in milliseconds. `cargo bench -p index --bench query -- 100000`
//! runs one size.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it prints what it measured")]

use std::{fs, path::Path, time::Instant};

use index::{Index, Meaning, Mode, SearchOptions, SyncScope};
use models::{Embedder, EmbeddingModel, Languages, Purpose};
use notes::{ScanOptions, Vault};
use tempfile::TempDir;

/// Number of distinct words; the n-th is n times as rare as the first.
const WORDS: f64 = 60_000.0;
const LENGTH: usize = 120;
const PASSAGES: usize = 20;
const QUERIES: usize = 200;
const DIMENSIONS: usize = 384;

/// The same random numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A word with the distribution of real text.
    fn word(&mut self) -> String {
        // The inverse of the distribution in which the n-th word has a share of 1/n.
        word(WORDS.powf(self.share()) as usize)
    }

    fn vector(&mut self) -> Vec<f32> {
        let vector: Vec<f32> = (0..DIMENSIONS).map(|_| self.share() as f32 - 0.5).collect();
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        vector.iter().map(|number| number / length).collect()
    }
}

/// The n-th word, in letters, so that no two share a stem.
fn word(mut number: usize) -> String {
    let mut word = String::from("q");
    while number > 0 {
        word.push(char::from(b'a' + u8::try_from(number % 13).unwrap()));
        word.push(char::from(b'n' + u8::try_from(number / 13 % 13).unwrap()));
        number /= 169;
    }
    word
}

/// An instant model. Each passage has its own vector, far from all others.
#[derive(Debug)]
struct Numbers(EmbeddingModel);

impl Embedder for Numbers {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed(&self, texts: &[&str], _purpose: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        let seed = |text: &&str| {
            text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |seed, byte| {
                (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
        };
        Ok(texts.iter().map(|text| Random(seed(text) | 1).vector()).collect())
    }
}

fn write_notes(folder: &Path, passages: usize, random: &mut Random) {
    fs::create_dir_all(folder).unwrap();
    for note in 0..passages / PASSAGES {
        let mut text = String::new();
        for _ in 0..PASSAGES {
            text.push_str(&format!("# {} {}\n\n", random.word(), random.word()));
            // Long enough that each is a passage of its own.
            for _ in 0..LENGTH {
                text.push_str(&random.word());
                text.push(' ');
            }
            text.push_str("\n\n");
        }
        fs::write(folder.join(format!("Note {note}.md")), text).unwrap();
    }
}

/// Typical queries: one to three words, and whole questions with common words.
fn queries(random: &mut Random) -> Vec<String> {
    (0..QUERIES)
        .map(|at| {
            let count = [1, 2, 3, 6, 9, 12][at % 6];
            (0..count).map(|_| random.word()).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn main() {
    let wanted: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    for size in [1_000, 10_000, 100_000] {
        if !wanted.is_empty() && !wanted.contains(&size) {
            continue;
        }
        let home = TempDir::new().unwrap();
        let root = home.path().join("vault");
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        write_notes(&root, size, &mut random);
        let vault = Vault::open(&root).unwrap();
        let index =
            Index::open(&home.path().join("index.db"), vault, ScanOptions::default()).unwrap();
        let report = index.sync(SyncScope::All, &mut |_| {}).unwrap();
        let model = Numbers(EmbeddingModel {
            id: "numbers".to_owned(),
            dimensions: DIMENSIONS,
            max_tokens: 512,
            languages: Languages::English,
        });
        index.embed(&model).unwrap();
        let store = index.vectors(&model.0);
        let meaning = Meaning { embedder: &model, store: &*store };
        let queries = queries(&mut random);
        for mode in [Mode::Keyword, Mode::Hybrid] {
            let options =
                SearchOptions { mode, meaning: Some(meaning), ..SearchOptions::default() };
            // The first query loads the vectors.
            index.search("warm", &options).unwrap();
            let mut times: Vec<f64> = queries
                .iter()
                .map(|query| {
                    let began = Instant::now();
                    std::hint::black_box(index.search(query, &options).unwrap());
                    began.elapsed().as_secs_f64() * 1000.0
                })
                .collect();
            times.sort_by(f64::total_cmp);
            println!(
                "{:7} passages {:8} p50 {:7.2} ms  p95 {:7.2} ms",
                report.chunks,
                format!("{mode:?}").to_lowercase(),
                times[times.len() / 2],
                times[times.len() * 95 / 100],
            );
        }
    }
}
