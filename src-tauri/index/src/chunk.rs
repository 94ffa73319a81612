//! Passages: a note cut along Markdown's own structure.

mod blocks;
mod data;
mod estimate;
mod lines;
mod pack;
mod parts;
mod passage;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use models::{Encoding, TokenCounter};
use notes::ParsedNote;

pub use parts::chunk_file;
pub(crate) use passage::MAX_PASSAGES;
pub use passage::{Chunk, MAX_TOKENS, TARGET_TOKENS};

/// Cuts a note into chunks of about [`TARGET_TOKENS`], at most [`MAX_TOKENS`], along blocks.
///
/// The chunks are in order and disjoint, and hold every line of the note that isn't blank, front
/// matter or data (base64, drawings). Properties are held where they say more than the text behind them. A code block, list item or table row that fits a chunk is
/// never cut, and a heading stays with what follows it.
///
/// Chunks don't overlap, not even where one section is cut: each cut falls between blocks or
/// sentences, and disjoint passages let an answer show neighbours without saying anything twice.
/// A sentence of overlap had three more of 271 answers whole in the five best passages
/// (`docs/benchmarks.md`).
pub fn chunk(text: &str) -> Vec<Chunk> {
    chunk_parsed(text, &notes::parse_with_blocks(text))
}

/// As [`chunk`], for a note that is parsed already.
pub fn chunk_parsed(text: &str, parsed: &ParsedNote) -> Vec<Chunk> {
    static COUNTER: LazyLock<TokenCounter> =
        LazyLock::new(|| TokenCounter::for_encoding(Encoding::O200k));
    pack::pack(text, parsed, &|text| COUNTER.count(text).tokens.0)
}
