//! Properties that hold for any bytes. Tests call them with random bytes, cargo-fuzz with its own.

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{document, file};

    /// File starts that lead random bytes to each reader.
    const STARTS: [(&[u8], &str); 12] = [
        (b"", "a.txt"),
        (b"", "a.csv"),
        (b"", "a.html"),
        (b"", "a.md"),
        (b"{\"nodes\":[", "a.canvas"),
        (b"{\\rtf1 ", "a.rtf"),
        (b"%PDF-1.7\n1 0 obj\n", "a.pdf"),
        (b"PK\x03\x04", "a.docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls"),
        (b"\x89PNG\r\n\x1a\n", "a.png"),
        (b"\xff\xd8\xff", "a.jpg"),
        (b"II*\0", "a.tiff"),
    ];

    #[test]
    fn seeds_hold() {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/document");
        let seeds: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        assert!(seeds.len() >= 5, "{seeds:?}");
        for seed in seeds {
            document(&std::fs::read(seed.unwrap().path()).unwrap());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn random_bytes_are_read_or_refused_with_a_reason(
            start in 0..STARTS.len(),
            bytes in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let (head, name) = STARTS[start];
            file(&[head, &bytes].concat(), name);
        }

        #[test]
        fn random_tags_are_read_or_refused_with_a_reason(
            html in "(<(/?(p|li|ul|table|tr|td|h1|pre|title|script|div|br))>|a|&|&amp;| |\n|<|>){0,60}",
        ) {
            file(html.as_bytes(), "a.html");
        }

        #[test]
        fn random_rtf_is_read_or_refused_with_a_reason(
            rtf in r"(\\par |\\u-1|\\'f|\\'e9|\{|\}|\\\*|\\cell |\\row |\\intbl |\\bin9 |a| |\\){0,60}",
        ) {
            file([b"{\\rtf1 ", rtf.as_bytes()].concat().as_slice(), "a.rtf");
        }
    }
}
