//! Measures the cost of a conversation without its model: reading citations, numbering passages, building the
//! context. Each bench has a baseline that touches the same bytes.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use conversation::model::Tokens;
use conversation::{MessageId, reference::Number};
use divan::{Bencher, black_box, counter::BytesCount};
use grounding::{
    context::{self, Basis, Fit, Input, PastTalk, PastTurn, Progress},
    references::{AnswerText, CitationStream, Ledger},
};
use models::TokenCounter;
use notes::ContentHash;

fn main() {
    divan::main();
}

/// About a megabyte of an answer, with a citation in every sentence, some of them unknown, code and links.
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

    /// Ten thousand passages of a thousand notes, three times each.
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
        let earlier = PastTalk { turns: history(), ..PastTalk::default() };
        let progress = Progress { earlier, ..Progress::default() };
        let input = Input { basis: &basis, fit: &fit, progress: &progress };
        let counter = TokenCounter::for_model("gpt-4o");
        context::build(input, &counter);
        bencher.bench(|| context::build(black_box(input), &counter));
    }
}
