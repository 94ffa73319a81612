//! Measures the check of an answer, beside a baseline that touches the same bytes.

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use conversation::{CitationMark, Number};
use divan::Bencher;
use support::{Source, Vectors, check};

fn main() {
    divan::main();
}

const PASSAGE: &str = "Salt is 2% of the weight of the flour: 10 g for 500 g of flour, 20 g for \
                       a kilo. It slows the yeast and makes the gluten tighter, so that the \
                       dough holds its shape. Weigh it; spoons differ by half.";

fn marks(answer: &str) -> Vec<CitationMark> {
    let marks = answer.match_indices('[').filter_map(|(start, _)| {
        let (number, _) = answer[start + 1..].split_once(']')?;
        let end = start + number.len() + 2;
        let number = Number(number.parse().ok()?);
        Some(CitationMark::new(start as u32, end as u32, number))
    });
    marks.collect()
}

fn answer() -> (String, Vec<CitationMark>) {
    let text = "Salt is 2% of the flour, so 500 g of flour take 10 g [1]. ".repeat(10);
    let marks = marks(&text);
    (text, marks)
}

#[divan::bench]
fn baseline_lowering_the_texts(bencher: Bencher) {
    let (text, _) = answer();
    bencher
        .bench(|| (0..10).map(|_| format!("{text}{PASSAGE}").to_lowercase().len()).sum::<usize>());
}

#[divan::bench]
fn ten_sentences(bencher: Bencher) {
    let (text, marks) = answer();
    let sources = [Source { number: Number(1), text: PASSAGE, about: &["Salt"] }];
    bencher.bench(|| check(&text, &marks, &sources, "How much salt?", &|_| None));
}

/// Arbitrary vectors in the form that an embedding model gives.
fn vectors(text: &str) -> Arc<Vectors> {
    let vector = |seed: usize| {
        let raw: Vec<f32> = (0..384).map(|at| ((seed * 31 + at * 17) % 97) as f32 - 48.0).collect();
        let length = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
        raw.into_iter().map(|value| value / length).collect::<Vec<f32>>()
    };
    let words = text.split_ascii_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), vector(word.len() * 7 + start))
    });
    Arc::new(Vectors { text: vector(text.len()), words: words.collect() })
}

/// Each of ten sentences cites the same ten passages of about 350 tokens with known vectors. One variant names a
/// person who is in no passage, which decides the check early.
#[divan::bench(args = ["says Anna Berg in her book", "as is known from her book"])]
fn ten_sentences_against_ten_passages(bencher: Bencher, end: &str) {
    let texts: Vec<String> =
        (0..10).map(|at| format!("{at}. {}", format!("{PASSAGE} ").repeat(6))).collect();
    let sources: Vec<Source<'_>> = texts
        .iter()
        .zip(1..)
        .map(|(text, number)| Source { number: Number(number), text, about: &["Salt"] })
        .collect();
    let cited: String = (1..=10).map(|number| format!("[{number}]")).collect();
    let text =
        format!("Salt slows the yeast and gives the dough its shape, {end} {cited}. ").repeat(10);
    let marks = marks(&text);
    let known: RefCell<HashMap<String, Arc<Vectors>>> = RefCell::default();
    let meaning = |text: &str| {
        let mut known = known.borrow_mut();
        Some(known.entry(text.to_owned()).or_insert_with(|| vectors(text)).clone())
    };
    bencher.bench_local(|| check(&text, &marks, &sources, "How much salt?", &meaning));
}
