//! Parses and resolves 10,000 notes. The baselines are reading and hashing the same bytes on one thread, and `rg`:
//! the ratio of two figures of one run is valid on any machine.
//!
//! The notes are those of the vaults in `../shared/data/vaults`, repeated as needed; without that folder they are
//! generated.

#[path = "shared/corpus.rs"]
mod corpus;

use std::{fs, process::Command};

use divan::{Bencher, counter::BytesCount};
use notes::{Catalog, ContentHash, parse};

use crate::corpus::corpus;

fn main() -> std::io::Result<()> {
    corpus::with(divan::main)
}

#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod ten_thousand_notes {
    use super::*;

    /// The cost of reading the bytes at all.
    #[divan::bench]
    fn baseline_read_and_hash(bencher: Bencher) {
        bencher.counter(bytes()).bench(|| {
            let read = |full: &std::path::PathBuf| fs::read(full).ok().map(ContentHash::of);
            corpus().files.iter().filter_map(read).count()
        });
    }

    /// `rg` with any number of threads, finding only the lines with `[[`.
    #[divan::bench]
    fn baseline_rg_count(bencher: Bencher) {
        let count = || Command::new("rg").args(["--count", r"\[\["]).arg(&corpus().folder).output();
        if count().is_ok_and(|done| done.status.success()) {
            bencher.counter(bytes()).bench(count);
        }
    }

    #[divan::bench]
    fn parse_all(bencher: Bencher) {
        bencher.counter(bytes()).bench(|| {
            corpus().texts.iter().map(|(_, text)| parse(text).links.len()).sum::<usize>()
        });
    }

    #[divan::bench]
    fn parse_and_resolve(bencher: Bencher) {
        bencher.counter(bytes()).bench(|| resolved(&corpus::catalog()));
    }

    /// Each letter typed after `@` searches all headings.
    #[divan::bench(args = ["h", "how", "the fir"])]
    fn find_headings(bencher: Bencher, typed: &str) {
        bencher.with_inputs(corpus::catalog).bench_refs(|catalog| catalog.headings(typed, 3).len());
    }

    #[divan::bench]
    fn resolve(bencher: Bencher) {
        bencher
            .counter(bytes())
            .with_inputs(corpus::catalog)
            .bench_refs(|catalog| resolved(catalog));
    }
}

fn bytes() -> BytesCount {
    BytesCount::new(corpus().texts.iter().map(|(_, text)| text.len()).sum::<usize>())
}

/// Number of links in `catalog` that find a file.
fn resolved(catalog: &Catalog) -> usize {
    let links =
        catalog.notes().flat_map(|(path, note)| note.links.iter().map(move |link| (path, link)));
    links.filter(|(path, link)| catalog.resolve(Some(path), &link.target).path().is_some()).count()
}
