//! Passages: a note cut along Markdown's own structure.

mod blocks;
mod data;
mod estimate;
mod lines;
mod pack;
mod parts;
mod passage;
mod plain;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use models::{Encoding, TokenCounter};
use notes::ParsedNote;

pub use parts::chunk_file;
pub use passage::{Chunk, MAX_PASSAGES, MAX_TOKENS, TARGET_TOKENS};

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
    let mut chunks = cut(text, parsed);
    pack::bound_headings(&mut chunks, text.len());
    chunks
}

/// Cuts a note along its blocks, or as plain text, with all of the headings over each chunk.
fn cut(text: &str, parsed: &ParsedNote) -> Vec<Chunk> {
    cut_counting(text, parsed, &tokens)
}

/// As [`cut`], with `count` for what counts tokens.
pub(crate) fn cut_counting(
    text: &str,
    parsed: &ParsedNote,
    count: &dyn Fn(&str) -> u32,
) -> Vec<Chunk> {
    match parsed.plain {
        true => plain::cut(text, parsed.note.front_matter.map_or(0, |range| range.end), count),
        false => pack::pack(text, parsed, count),
    }
}

/// The size of a text in o200k tokens.
pub(crate) fn tokens(text: &str) -> u32 {
    static COUNTER: LazyLock<TokenCounter> =
        LazyLock::new(|| TokenCounter::for_encoding(Encoding::O200k));
    COUNTER.count(text).tokens.0
}
