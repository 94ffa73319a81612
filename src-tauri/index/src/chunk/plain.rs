//! Plain text cut into passages: notes that are too large for their blocks to be read.

use std::ops::Range;

use notes::{ByteRange, LineRange};

use super::{
    data,
    lines::Lines,
    passage::{Chunk, MAX_TOKENS},
};

/// Size of a passage, in bytes: prose has about `TARGET_TOKENS` in as many.
const PASSAGE_BYTES: usize = 1_400;

/// Cuts `text` from the byte `from` on. Each passage ends between paragraphs, else lines, else sentences, else words,
/// where one of these ends in its second half.
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
        // From the beginning of its line.
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
            part: None,
            lines: LineRange { start: lines.line_at(at), end: lines.line_at(last) },
            range: ByteRange { start: at, end: at + words.len() },
            tokens,
            text: words.to_owned(),
        });
        at = end;
    }
}

/// A good place to cut behind `at` and not behind `most`; `most` itself where the text ends at `end`.
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
