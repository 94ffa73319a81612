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
