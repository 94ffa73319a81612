//! Blocks of a text: paragraphs, headings, lists, quotes, tables, code, HTML, and Obsidian's comments and callouts.
//!
//! comrak parses the text and also renders it, so there is one reading of Markdown. Its tree becomes a list with exact
//! bytes. The tree lacks link definitions; they are read from the lines that no block claims.
//!
//! Measured alternatives: our own scanner for blocks took 0.4 of the time for a note, but passages still needed
//! comrak's tree. Parsing and cutting 10,000 notes takes 1.01 times the processor time of both together (`cargo bench
//! -p index --bench chunk`), and a note of 1 KB about 20 µs. pulldown-cmark's events take 0.7 of the time of comrak's
//! tree, too little gain for a second reading of Markdown.

mod pieces;
mod reader;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::{
    pieces::{piece_end, with_short_lines},
    reader::Reader,
};
use super::definition::Definitions;
use crate::{ByteRange, LineRange, text::Lines};

pub(crate) use self::reader::block_options;
pub use self::reader::{Block, BlockKind};

pub(crate) struct Structure {
    pub(crate) blocks: Vec<Block>,
    pub(crate) definitions: Definitions,
}

/// Maximum marks (line ends and punctuation) that comrak parses at once; its tree takes up to 300 bytes for each. 400
/// KB of prose have as many, so nearly every note is one piece.
const WINDOW: usize = 16 * 1024;

/// A block with more marks is parsed at once if the text has this many bytes for each. Prose has 25.
const BYTES_A_MARK: usize = 24;

/// Maximum blocks: `ALWAYS_BLOCKS` and one for each `BYTES_A_BLOCK`. Nobody writes as many.
const ALWAYS_BLOCKS: usize = 70_000;
const BYTES_A_BLOCK: usize = 16;

/// `from` begins a line. `None` if the text has too many blocks for its size, or a block that is too long.
pub(crate) fn read(text: &str, from: usize, lines: &Lines<'_>) -> Option<Structure> {
    let most = WINDOW.max((text.len() - from) / BYTES_A_MARK);
    read_in_pieces(text, from, lines, WINDOW..most)
}

pub(crate) fn body(text: &str, from: usize, lines: &Lines<'_>) -> Block {
    let first = lines.line_at(from);
    Block {
        kind: BlockKind::Body,
        parent: 0,
        lines: LineRange { start: first, end: lines.count().max(first) },
        range: ByteRange { start: from, end: text.len() },
        before: None,
    }
}

/// Parses pieces of at most `marks.start` marks, or `marks.end` for longer blocks.
fn read_in_pieces(
    text: &str,
    from: usize,
    lines: &Lines<'_>,
    marks: Range<usize>,
) -> Option<Structure> {
    let body = body(text, from, lines);
    let first = body.lines.start;
    let mut reader = Reader {
        text,
        from,
        first,
        lines,
        blocks: vec![body],
        last_child: vec![None],
        ends: Vec::new(),
        open: None,
        repeated: 0,
    };
    let source = with_short_lines(text, from, WINDOW);
    let most = ALWAYS_BLOCKS + (text.len() - from) / BYTES_A_BLOCK;
    let (mut at, mut window) = (from, marks.start);
    while at < text.len() {
        match reader.piece(&source, at..piece_end(&source, at, window)) {
            Some(next) => (at, window) = (next, marks.start),
            None if window >= marks.end => return None,
            None => window = (window * 2).min(marks.end),
        }
        if reader.blocks.len() > most {
            return None;
        }
    }
    drop(source);
    let mut reader = Reader { from, first, last_child: Vec::new(), repeated: 0, ..reader };
    reader.ends = vec![0; reader.blocks.len()];
    reader.close_containers();
    let definitions = reader.definitions();
    Some(Structure { blocks: reader.blocks, definitions })
}
