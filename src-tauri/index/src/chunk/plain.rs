//! Cuts plain text: notes too large to parse their blocks.

use std::ops::Range;

use notes::{ByteRange, LineRange};

use super::{
    data,
    lines::Lines,
    passage::{Chunk, MAX_TOKENS},
};

/// Bytes per passage: about `TARGET_TOKENS` of prose.
const PASSAGE_BYTES: usize = 1_400;

/// Passages end at a paragraph, line, sentence or word, in this order, if one ends in the passage's second half.
pub(super) fn cut(text: &str, from: usize, count: &dyn Fn(&str) -> u32) -> Vec<Chunk> {
    let lines = Lines::of(text);
    let mut chunks = Vec::new();
    let mut at = from;
    for span in data::spans(text, &lines).into_iter().filter(|span| span.start >= from) {
        between(text, at..span.start.max(at), &lines, count, &mut chunks);
        at = span.end.max(at);
    }
    between(text, at..text.len().max(at), &lines, count, &mut chunks);
    chunks
}

fn between(
    text: &str,
    range: Range<usize>,
    lines: &Lines,
    count: &dyn Fn(&str) -> u32,
    chunks: &mut Vec<Chunk>,
) {
    let mut at = range.start;
    while let Some(blank) = text[at..range.end].find(|char: char| !char.is_whitespace()) {
        at += text[at..at + blank].rfind('\n').map_or(0, |end| end + 1);
        let mut end = cut_before(text, at, (at + PASSAGE_BYTES).min(range.end), range.end);
        let mut tokens = count(text[at..end].trim_end());
        while tokens > MAX_TOKENS {
            let share = (end - at) * MAX_TOKENS as usize / tokens as usize;
            end = cut_before(text, at, at + share, range.end);
            tokens = count(text[at..end].trim_end());
        }
        let words = text[at..end].trim_end();
        let last = at + words.len().saturating_sub(1);
        chunks.push(Chunk {
            ordinal: u32::try_from(chunks.len()).unwrap_or(u32::MAX),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            lines: LineRange { start: lines.line_at(at), end: lines.line_at(last) },
            range: ByteRange { start: at, end: at + words.len() },
            tokens,
            text: words.to_owned(),
        });
        at = end;
    }
}

/// The best cut between `at` and `most`; `end` if the text ends before `most`.
fn cut_before(text: &str, at: usize, most: usize, end: usize) -> usize {
    if most >= end {
        return end;
    }
    let first = at + text[at..].chars().next().map_or(1, char::len_utf8);
    let most = text.floor_char_boundary(most).max(first);
    let half = text.ceil_char_boundary(at + (most - at) / 2);
    let window = &text[half..most];
    ["\n\n", "\n", ". ", " "]
        .iter()
        .find_map(|mark| window.rfind(mark).map(|found| half + found + mark.len()))
        .unwrap_or(most)
}
