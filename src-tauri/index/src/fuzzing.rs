//! Properties of chunking any text, for tests and cargo-fuzz.

#[cfg(test)]
mod tests;

use std::cell::Cell;

use notes::ParsedNote;

use crate::chunk::{MAX_TOKENS, cut_counting, tokens};

pub fn chunk(text: &str) {
    let parsed = notes::parse_with_blocks(text);
    cut(text, &parsed);
    cut(text, &ParsedNote { plain: true, ..parsed });
}

fn cut(text: &str, parsed: &ParsedNote) {
    let counted = Cell::new(0);
    let chunks = cut_counting(text, parsed, &|part| {
        counted.set(counted.get() + part.len());
        tokens(part)
    });
    // Nested quotes are counted at each depth, up to 24; quadratic growth would exceed this by far.
    let most = 64 * text.len() + (1 << 16);
    assert!(counted.get() <= most, "{} bytes were counted of {}", counted.get(), text.len());
    let mut end = 0;
    for (ordinal, chunk) in (0..).zip(&chunks) {
        assert_eq!(chunk.range.of(text), Some(&*chunk.text), "{chunk:?}");
        assert!(chunk.range.start >= end && !chunk.text.trim().is_empty(), "{chunk:?}");
        assert!(chunk.tokens <= MAX_TOKENS && chunk.ordinal == ordinal, "{chunk:?}");
        assert!(chunk.lines.start <= chunk.lines.end, "{chunk:?}");
        end = chunk.range.end;
    }
    let plain = chunks.iter().map(|chunk| letters(&chunk.text)).sum::<usize>();
    assert!(plain <= letters(text), "nothing is said twice");
}

fn letters(text: &str) -> usize {
    text.chars().filter(|char| !char.is_whitespace()).count()
}
