//! What a conversation costs besides its model: reading citations, giving numbers, building the
//! context, and checking an answer. Each beside a baseline that touches the same bytes.
#![allow(clippy::unwrap_used)]

use conversation::model::Tokens;
use conversation::{CitationMark, reference::Number};
use divan::{Bencher, black_box, counter::BytesCount};
use grounding::{
    context::{self, Input, PastTurn},
    references::{
        AnswerText, CitationStream, Ledger,
        support::{Source, check},
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

/// Cut as models send it.
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
            let mut map = std::collections::HashMap::new();
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
    fn input() -> Input {
        let mut input = Input::new(Tokens(128_000), Tokens(1_024));
        input.question = "And what about rye?".to_owned();
        input.history = (0..100)
            .map(|turn| PastTurn {
                question: format!("Question {turn}: how much salt goes into the dough?"),
                references: Vec::new(),
                attachments: Vec::new(),
                steps: Vec::new(),
                answer: Some(format!("{turn}: {}", "Two per cent of the flour [1]. ".repeat(20))),
                found: Vec::new(),
            })
            .collect();
        input
    }

    #[divan::bench]
    fn baseline_hashing_the_texts(bencher: Bencher) {
        let input = input();
        bencher.bench(|| {
            let texts = input.history.iter().flat_map(|turn| {
                [turn.question.as_str(), turn.answer.as_deref().unwrap_or_default()]
            });
            texts.map(|text| ContentHash::of(black_box(text))).collect::<Vec<_>>()
        });
    }

    #[divan::bench]
    fn two_hundred_messages(bencher: Bencher) {
        let input = input();
        let counter = TokenCounter::for_model("gpt-4o");
        context::build(&input, &counter);
        bencher.bench(|| context::build(black_box(&input), &counter));
    }
}

mod checking {
    use super::*;

    const PASSAGE: &str = "Salt is 2% of the weight of the flour: 10 g for 500 g of flour, 20 g for \
                           a kilo. It slows the yeast and makes the gluten tighter, so that the \
                           dough holds its shape. Weigh it; spoons differ by half.";

    /// Ten sentences, each citing a passage.
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
        bencher.bench(|| check(&text, &marks, &sources, "How much salt?", &|_, _| None));
    }
}
