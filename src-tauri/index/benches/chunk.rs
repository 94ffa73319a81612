//! Parsing and chunking 10,000 notes, beside reading and hashing the same bytes: the ratio of figures from one run
//! is comparable between machines.

#[path = "../../notes/benches/shared/corpus.rs"]
mod corpus;

use std::fs;

use divan::{Bencher, counter::BytesCount};
use notes::{ContentHash, parse};

use crate::corpus::corpus;

fn main() -> std::io::Result<()> {
    corpus::with(divan::main)
}

#[divan::bench_group(sample_count = 5, sample_size = 1)]
mod ten_thousand_notes {
    use super::*;

    #[divan::bench]
    fn baseline_read_and_hash(bencher: Bencher<'_, '_>) {
        bencher.counter(bytes()).bench(|| {
            let read = |full: &std::path::PathBuf| fs::read(full).ok().map(ContentHash::of);
            corpus().files.iter().filter_map(read).count()
        });
    }

    #[divan::bench]
    fn parse_all(bencher: Bencher<'_, '_>) {
        bencher.counter(bytes()).bench(|| {
            corpus().texts.iter().map(|(_, text)| parse(text).links.len()).sum::<usize>()
        });
    }

    #[divan::bench]
    fn parse_and_chunk_all(bencher: Bencher<'_, '_>) {
        bencher.counter(bytes()).bench(|| {
            corpus().texts.iter().map(|(_, text)| index::chunk(text).len()).sum::<usize>()
        });
    }
}

fn bytes() -> BytesCount {
    BytesCount::new(corpus().texts.iter().map(|(_, text)| text.len()).sum::<usize>())
}
