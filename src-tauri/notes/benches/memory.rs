//! Memory of 10,000 notes, parsed and in a catalog: allocated minus freed bytes.

#[path = "shared/corpus.rs"]
mod corpus;

use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() -> std::io::Result<()> {
    corpus::with(divan::main)
}

/// The texts themselves, for comparison.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn texts_of_ten_thousand_notes(bencher: Bencher) {
    bencher.bench(|| corpus::corpus().texts.clone());
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn catalog_of_ten_thousand_notes(bencher: Bencher) {
    bencher.bench(corpus::catalog);
}
