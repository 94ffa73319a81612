use conversation::{FilePart, PlacedPart};

use super::{super::MAX_TOKENS, *};

fn file(unit: PartUnit, pages: &[&str]) -> FileText {
    let mut file = FileText { parts: Some(Vec::new()), ..FileText::default() };
    for (number, page) in (1..).zip(pages) {
        if !file.text.is_empty() {
            file.text.push_str("\n\n");
        }
        let part = FilePart { unit, number, name: None };
        let start = file.text.len();
        file.parts
            .iter_mut()
            .for_each(|parts| parts.push(PlacedPart { start, part: part.clone() }));
        file.text.push_str(page);
    }
    file
}

// B91
#[test]
fn no_chunk_has_text_of_two_pages_and_headings_go_on() {
    let pages = [
        "# Rye\n\nIt keeps.",
        "---\nlong: 1\n---\n\nFor long.",
        "Still rye.\n\n## Crust\n\nDark.",
        "# Wheat\n\nWhite.",
    ];
    let check = |unit, expect: &[(&str, &[&str], u32)]| {
        let file = file(unit, &pages);
        let chunks = chunk_file(&file);
        let found: Vec<_> = chunks
            .iter()
            .map(|chunk| {
                assert_eq!(chunk.range.of(&file.text), Some(&*chunk.text));
                let line = file.text.lines().nth(chunk.lines.start as usize - 1);
                assert!(line.is_some_and(|line| chunk.text.starts_with(line)), "{chunk:?}");
                let path: Vec<&str> = chunk.heading_path.iter().map(String::as_str).collect();
                let number = chunk.part.as_ref().map_or(0, |part| part.number);
                (chunk.text.as_str(), path, number)
            })
            .collect();
        let expect: Vec<_> =
            expect.iter().map(|(text, path, page)| (*text, path.to_vec(), *page)).collect();
        assert_eq!(found, expect);
    };
    check(
        PartUnit::Page,
        &[
            ("# Rye\n\nIt keeps.", &["Rye"], 1),
            ("---\nlong: 1\n---\n\nFor long.", &["Rye"], 2),
            ("Still rye.\n\n## Crust\n\nDark.", &["Rye"], 3),
            ("# Wheat\n\nWhite.", &["Wheat"], 4),
        ],
    );
    let slides = chunk_file(&file(PartUnit::Slide, &pages));
    assert!(slides.get(2).is_some_and(|chunk| chunk.heading_path.is_empty()), "{slides:?}");
}

// B112
#[test]
fn a_file_of_nothing_but_headings_is_cut_like_a_note() {
    let headings = "# a\n\n".repeat(6_000);
    let names: String = (0..6_000).map(|number| format!("# {number}\n\n")).collect();
    let files = [
        FileText::plain(&headings),
        file(PartUnit::Chapter, &[&headings]),
        file(PartUnit::Chapter, &[&names]),
        file(PartUnit::Chapter, &["# a"; 6_000]),
        file(PartUnit::Page, &["# a"; 6_000]),
        FileText::plain("# a\n".repeat(200_000)),
    ];
    for file in files {
        let chunks = chunk_file(&file);
        assert!(!chunks.is_empty() && chunks.len() <= MAX_PASSAGES);
        for chunk in chunks {
            assert_eq!(chunk.range.of(&file.text), Some(&*chunk.text));
            assert!(chunk.tokens <= MAX_TOKENS, "{} tokens", chunk.tokens);
        }
    }
    let passages = chunk_file(&file(PartUnit::Page, &["a"; MAX_PASSAGES + 2])).len();
    assert_eq!(passages, MAX_PASSAGES);
}

#[test]
fn headings_over_all_pages_take_no_more_than_a_multiple_of_the_text() {
    let long = "word ".repeat(2_000);
    let first = format!("# {long}\n\n## {long}\n\n### {long}");
    let mut pages = vec!["text"; 3_000];
    pages[0] = &first;
    let file = file(PartUnit::Page, &pages);
    let chunks = chunk_file(&file);
    let headings: usize =
        chunks.iter().flat_map(|chunk| &chunk.heading_path).map(String::len).sum();
    assert!(chunks.len() >= 3_000 && headings <= 4 * file.text.len(), "{headings} bytes");
}

#[test]
fn a_file_without_pages_is_cut_like_a_note() {
    let text = "# Rye\n\nIt keeps.";
    assert_eq!(chunk_file(&FileText::plain(text)), chunk(text));
}
