//! Cuts a note into passages along Markdown's structure.

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
use notes::{ByteRange, LineRange, ParsedNote};

pub use parts::chunk_file;
pub use passage::{Chunk, MAX_PASSAGES, MAX_TOKENS, TARGET_TOKENS};

/// Cuts a note along blocks into chunks of about [`TARGET_TOKENS`], at most [`MAX_TOKENS`].
///
/// The chunks are in order and disjoint. They contain all lines except blank ones, front matter and data (base64,
/// drawings); properties are included if they say more than the text. A code block, list item or table row that fits
/// a chunk isn't cut, and a heading stays with the text below it.
///
/// Chunks don't overlap: cuts fall between blocks or sentences, and answers can show neighbours without repetition.
/// An overlap of a sentence only made three more of 271 answers complete in the five best passages
/// (`docs/benchmarks.md`).
pub fn chunk(text: &str) -> Vec<Chunk> {
    chunk_parsed(text, &notes::parse_with_blocks(text))
}

/// The properties of a note as a passage, whether or not they are in one of its chunks. `None` if they say nothing.
pub fn properties(text: &str) -> Option<Chunk> {
    let parsed = notes::parse_with_blocks(text);
    let lines = lines::Lines::of(text);
    let block = blocks::properties(text, &parsed, &lines)?;
    let own = text.get(block.bytes.clone())?.to_owned();
    let tokens = tokens(&own);
    (tokens <= MAX_TOKENS).then(|| Chunk {
        ordinal: 0,
        heading_path: Vec::new(),
        columns: None,
        part: None,
        lines: LineRange { start: block.first, end: block.last },
        range: ByteRange { start: block.bytes.start, end: block.bytes.end },
        tokens,
        text: own,
    })
}

pub fn chunk_parsed(text: &str, parsed: &ParsedNote) -> Vec<Chunk> {
    let mut chunks = cut(text, parsed);
    pack::bound_headings(&mut chunks, text.len());
    chunks
}

fn cut(text: &str, parsed: &ParsedNote) -> Vec<Chunk> {
    cut_counting(text, parsed, &tokens)
}

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

pub(crate) fn tokens(text: &str) -> u32 {
    static COUNTER: LazyLock<TokenCounter> =
        LazyLock::new(|| TokenCounter::for_encoding(Encoding::O200k));
    COUNTER.count(text).tokens.0
}
