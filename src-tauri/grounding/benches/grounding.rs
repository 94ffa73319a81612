//! What a conversation costs besides its model: reading citations, giving numbers, building the
//! context, and checking an answer. Each beside a baseline that touches the same bytes.
#![allow(clippy::unwrap_used)]

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use conversation::model::Tokens;
use conversation::{CitationMark, MessageId, reference::Number};
use divan::{Bencher, black_box, counter::BytesCount};
use grounding::{
    context::{self, Basis, Earlier, Fit, Input, PastTurn, Progress},
    references::{
        AnswerText, CitationStream, Ledger,
        support::{Source, Vectors, check},
    },
};
use models::TokenCounter;
use notes::ContentHash;

fn main() {
    divan::main();
}

/// About a megabyte of an answer with a citation in every sentence, some of unknown passages, code,
/// and links.
fn answer() -> String {
    let paragraph = "Salt is two per cent of the flour [1], which `arr[0]` says nothing of [2, 3]. \
                     See [the table](a.md) and [[Rye]]; in [2024] it was less [99]. \u{3010}4\u{3011}\n\n\
                     - [ ] weigh it [1-3]\n\n```\nlet x = a[1];\n```\n\n";
    paragraph.repeat(1_000_000 / paragraph.len())
}

fn pieces(text: &str) -> Vec<String> {
    text.chars().collect::<Vec<_>>().chunks(5).map(|piece| piece.iter().collect()).collect()
}

mod citations {
    use super::*;

    #[divan::bench]
    fn baseline_joining_the_pieces(bencher: Bencher) {
        let text = answer();
        let pieces = pieces(&text);
        bencher.counter(BytesCount::new(text.len())).bench(|| {
            let mut joined = String::new();
            for piece in &pieces {
                joined.push_str(black_box(piece));
            }
            joined
        });
    }

    #[divan::bench]
    fn stream(bencher: Bencher) {
        let text = answer();
        let pieces = pieces(&text);
        bencher.counter(BytesCount::new(text.len())).bench(|| {
            let mut stream = CitationStream::new((1..=9).map(Number).collect());
            let mut answer = AnswerText::new();
            for piece in &pieces {
                answer.extend(&stream.push(black_box(piece)));
            }
            answer.extend(&stream.finish().0);
            answer
        });
    }
}

mod numbers {
    use super::*;

    /// Ten thousand passages of a thousand notes, each given three times.
    fn passages() -> (Vec<(String, ContentHash)>, usize) {
        let passages: Vec<_> = (0..10_000)
            .map(|at| {
                let hash = ContentHash::of(format!("passage {at}").as_str());
                (format!("Folder/Note {}.md", at % 1_000), hash)
            })
            .collect();
        let all: Vec<_> = passages.iter().cycle().take(30_000).cloned().collect();
        let bytes = all.iter().map(|(source, _)| source.len() + 32).sum();
        (all, bytes)
    }

    #[divan::bench]
    fn baseline_a_hash_map(bencher: Bencher) {
        let (passages, bytes) = passages();
        bencher.counter(BytesCount::new(bytes)).bench(|| {
            let mut map = HashMap::new();
            for passage in &passages {
                let next = map.len();
                map.entry(passage.clone()).or_insert(next);
            }
            map
        });
    }

    #[divan::bench]
    fn ledger(bencher: Bencher) {
        let (passages, bytes) = passages();
        bencher.counter(BytesCount::new(bytes)).bench(|| {
            let mut ledger = Ledger::default();
            for (source, hash) in &passages {
                black_box(ledger.number(source, *hash));
            }
            ledger
        });
    }
}

mod building {
    use super::*;

    /// A conversation of 200 messages.
    fn history() -> Vec<PastTurn> {
        let turn = |turn| PastTurn {
            question: format!("Question {turn}: how much salt goes into the dough?"),
            answer: Some(format!("{turn}: {}", "Two per cent of the flour [1]. ".repeat(20))),
            ..PastTurn::new(MessageId::new())
        };
        (0..100).map(turn).collect()
    }

    #[divan::bench]
    fn baseline_hashing_the_texts(bencher: Bencher) {
        let history = history();
        bencher.bench(|| {
            let texts = history.iter().flat_map(|turn| {
                [turn.question.as_str(), turn.answer.as_deref().unwrap_or_default()]
            });
            texts.map(|text| ContentHash::of(black_box(text))).collect::<Vec<_>>()
        });
    }

    #[divan::bench]
    fn two_hundred_messages(bencher: Bencher) {
        let question = "And what about rye?".to_owned();
        let basis = Basis { question, ..Basis::default() };
        let fit = Fit::new(Tokens(128_000), Tokens(1_024));
        let earlier = Earlier { turns: history(), ..Earlier::default() };
        let progress = Progress { earlier, ..Progress::default() };
        let input = Input { basis: &basis, fit: &fit, progress: &progress };
        let counter = TokenCounter::for_model("gpt-4o");
        context::build(input, &counter);
        bencher.bench(|| context::build(black_box(input), &counter));
    }
}

mod checking {
    use super::*;

    const PASSAGE: &str = "Salt is 2% of the weight of the flour: 10 g for 500 g of flour, 20 g for \
                           a kilo. It slows the yeast and makes the gluten tighter, so that the \
                           dough holds its shape. Weigh it; spoons differ by half.";

    fn answer() -> (String, Vec<CitationMark>) {
        let mut stream = CitationStream::new((1..=9).map(Number).collect());
        let mut answer = AnswerText::new();
        let text = "Salt is 2% of the flour, so 500 g of flour take 10 g [1]. ".repeat(10);
        answer.extend(&stream.push(&text));
        answer.extend(&stream.finish().0);
        answer.into_parts()
    }

    #[divan::bench]
    fn baseline_lowering_the_texts(bencher: Bencher) {
        let (text, _) = answer();
        bencher.bench(|| {
            (0..10).map(|_| format!("{text}{PASSAGE}").to_lowercase().len()).sum::<usize>()
        });
    }

    #[divan::bench]
    fn ten_sentences(bencher: Bencher) {
        let (text, marks) = answer();
        let sources = [Source { number: Number(1), text: PASSAGE, about: &["Salt"] }];
        bencher.bench(|| check(&text, &marks, &sources, "How much salt?", &|_| None));
    }

    /// Vectors as an embedding model gives them, of any numbers.
    fn vectors(text: &str) -> Arc<Vectors> {
        let vector = |seed: usize| {
            let raw: Vec<f32> =
                (0..384).map(|at| ((seed * 31 + at * 17) % 97) as f32 - 48.0).collect();
            let length = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
            raw.into_iter().map(|value| value / length).collect::<Vec<f32>>()
        };
        let words = text.split_ascii_whitespace().map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            (start..start + word.len(), vector(word.len() * 7 + start))
        });
        Arc::new(Vectors { text: vector(text.len()), words: words.collect() })
    }

    /// Ten sentences of which each cites the same ten passages of about 350 tokens, whose vectors are known. The first has a name that
    /// is in none of them, which decides early.
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
        let text = format!("Salt slows the yeast and gives the dough its shape, {end} {cited}. ")
            .repeat(10);
        let mut stream = CitationStream::new((1..=10).map(Number).collect());
        let mut answer = AnswerText::new();
        answer.extend(&stream.push(&text));
        answer.extend(&stream.finish().0);
        let (text, marks) = answer.into_parts();
        let known: RefCell<HashMap<String, Arc<Vectors>>> = RefCell::default();
        let meaning = |text: &str| {
            let mut known = known.borrow_mut();
            Some(known.entry(text.to_owned()).or_insert_with(|| vectors(text)).clone())
        };
        bencher.bench_local(|| check(&text, &marks, &sources, "How much salt?", &meaning));
    }
}
