//! Files with pages, cut page by page.

use conversation::{FileText, PartUnit};
use notes::{Heading, ParsedNote};

use super::{Chunk, chunk, chunk_parsed};

/// Cuts the text of a file that is no note into chunks, as [`chunk`] does; none has text of two pages,
/// slides, sheets or chapters. Headings go on over pages, and over nothing else.
pub fn chunk_file(file: &FileText) -> Vec<Chunk> {
    let (text, parts) = (file.text.as_str(), file.parts());
    if parts.is_empty() {
        return chunk(text);
    }
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut over: Vec<(u8, String)> = Vec::new();
    let (mut line, mut counted) = (0, 0);
    for (at, placed) in parts.iter().enumerate() {
        let end = parts.get(at + 1).map_or(text.len(), |next| next.start);
        // With the line end before it: three dashes at a page's top are no front matter.
        let before = text.get(counted..placed.start).unwrap_or_default();
        let start = placed.start - usize::from(before.ends_with('\n'));
        let Some(page) = text.get(start..end) else { continue };
        line += newlines(text.get(counted..start).unwrap_or_default());
        counted = start;
        if placed.part.unit != PartUnit::Page {
            over.clear();
        }
        let parsed = notes::parse_with_blocks(page);
        let headings = &parsed.note.headings;
        for mut found in chunk_parsed(page, &parsed) {
            let level = outermost(&found, headings);
            let above = over.iter().take_while(|(above, _)| *above < level);
            let above: Vec<String> = above.map(|(_, text)| text.clone()).collect();
            found.heading_path.splice(0..0, above);
            found.ordinal = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
            found.part = Some(placed.part.clone());
            found.lines.start += line;
            found.lines.end += line;
            found.range.start += start;
            found.range.end += start;
            chunks.push(found);
        }
        close(&mut over, &parsed);
    }
    chunks
}

/// The level of the outermost heading over a chunk that stands on its own page: below it, what stood
/// over the page before counts no more.
fn outermost(chunk: &Chunk, headings: &[Heading]) -> u8 {
    const NONE: u8 = u8::MAX;
    let begun = headings.iter().filter(|heading| heading.line <= chunk.lines.end);
    match chunk.heading_path.first() {
        Some(first) => begun
            .filter(|heading| {
                heading.text == *first || notes::is_shortened(first, heading.text.trim())
            })
            .map(|heading| heading.level)
            .next()
            .unwrap_or(NONE),
        None => begun.map(|heading| heading.level).min().unwrap_or(NONE),
    }
}

/// The headings that a page leaves open for the next one.
fn close(over: &mut Vec<(u8, String)>, page: &ParsedNote) {
    for heading in &page.note.headings {
        over.retain(|(above, _)| *above < heading.level);
        over.push((heading.level, heading.text.clone()));
    }
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use conversation::{FilePart, PlacedPart};

    use super::*;

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

    #[test]
    fn a_file_without_pages_is_cut_like_a_note() {
        let text = "# Rye\n\nIt keeps.";
        assert_eq!(chunk_file(&FileText::plain(text)), chunk(text));
    }
}
