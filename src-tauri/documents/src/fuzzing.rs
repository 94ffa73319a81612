//! Properties that hold for any bytes. Tests call them with random bytes, cargo-fuzz with its own.

#[cfg(test)]
mod tests;

use crate::{Document, Limits, Reason, Refusal, read, reading::picture};

const NAMES: [&str; 8] =
    ["a.pdf", "a.txt", "a.csv", "a.html", "a.md", "a.canvas", "a.rtf", "a.docx"];

pub fn document(bytes: &[u8]) {
    if let [name, bytes @ ..] = bytes {
        file(bytes, NAMES[usize::from(*name) % NAMES.len()]);
    }
}

fn file(bytes: &[u8], name: &str) {
    let limits = Limits { unpacked: 8 << 20, text: 1 << 20, parts: 50, ..Limits::default() };
    match read(bytes, name, limits, &mut |_| {}) {
        Ok(document) => holds(&document),
        Err(refusal) => says_why(&refusal),
    }
    match picture(bytes, name, limits, 1) {
        Ok(seen) => assert_eq!(seen.pixels.len(), (seen.width * seen.height) as usize),
        Err(refusal) => says_why(&refusal),
    }
}

fn holds(document: &Document) {
    assert!(!document.text.trim().is_empty(), "a document without text is refused");
    let mut end = 0;
    for part in &document.parts {
        assert!(part.range.start >= end || part.range.is_empty(), "parts follow each other");
        assert!(document.text.get(part.range.clone()).is_some(), "{part:?}");
        end = end.max(part.range.end);
        for block in &part.blocks {
            assert!(document.text.get(block.range.clone()).is_some(), "{block:?}");
            assert!(block.range.start >= part.range.start && block.range.end <= part.range.end);
        }
        for line in &part.lines {
            assert!(document.text.get(line.range.clone()).is_some(), "{line:?}");
        }
    }
    document.problems.iter().for_each(says_why);
}

fn says_why(refusal: &Refusal) {
    assert!(refusal.sentence.ends_with('.') && refusal.sentence.len() > 12, "{refusal:?}");
    assert!(refusal.reason != Reason::Broken, "that is said by the parent alone: {refusal:?}");
}
