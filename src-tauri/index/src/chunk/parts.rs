use std::{borrow::Cow, collections::HashMap};

use conversation::{FileText, PartUnit};
use notes::{Heading, ParsedNote, shortened};

use super::{
    Chunk, chunk, cut,
    pack::bound_headings,
    passage::{MAX_HEADING, MAX_PASSAGES},
};

/// Cuts a file like [`chunk`], but never across pages, slides, sheets or chapters. Headings carry over to following
/// pages only. At most [`MAX_PASSAGES`].
pub fn chunk_file(file: &FileText) -> Vec<Chunk> {
    let (text, parts) = (file.text.as_str(), file.parts());
    if parts.is_empty() {
        let mut chunks = chunk(text);
        chunks.truncate(MAX_PASSAGES);
        return chunks;
    }
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut over: Vec<(u8, String)> = Vec::new();
    let (mut line, mut counted) = (0, 0);
    for (at, placed) in parts.iter().enumerate() {
        let end = parts.get(at + 1).map_or(text.len(), |next| next.start);
        // Includes the preceding line end, so that `---` at a page's top isn't front matter.
        let before = text.get(counted..placed.start).unwrap_or_default();
        let start = placed.start - usize::from(before.ends_with('\n'));
        let Some(page) = text.get(start..end) else { continue };
        line += newlines(text.get(counted..start).unwrap_or_default());
        counted = start;
        if placed.part.unit != PartUnit::Page {
            over.clear();
        }
        let parsed = notes::parse_with_blocks(page);
        let levels = Levels::of(&parsed.note.headings);
        for mut found in cut(page, &parsed) {
            let level = levels.outermost(&found);
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
        if chunks.len() >= MAX_PASSAGES {
            break;
        }
    }
    chunks.truncate(MAX_PASSAGES);
    bound_headings(&mut chunks, text.len());
    chunks
}

/// The levels of a page's headings, indexed because a page may consist of headings only.
struct Levels<'a> {
    by_text: HashMap<Cow<'a, str>, u8>,
    lowest: Vec<(u32, u8)>,
}

impl<'a> Levels<'a> {
    fn of(headings: &'a [Heading]) -> Self {
        let mut levels = Self { by_text: HashMap::new(), lowest: Vec::new() };
        for heading in headings {
            let text = shortened(&heading.text, MAX_HEADING);
            levels.by_text.entry(text).or_insert(heading.level);
            let before = levels.lowest.last().map_or(u8::MAX, |&(_, level)| level);
            levels.lowest.push((heading.line, heading.level.min(before)));
        }
        levels
    }

    /// The outermost own heading's level over a chunk; it ends deeper headings of earlier pages.
    fn outermost(&self, chunk: &Chunk) -> u8 {
        const NONE: u8 = u8::MAX;
        match chunk.heading_path.first() {
            Some(first) => self.by_text.get(first.as_str()).copied().unwrap_or(NONE),
            None => {
                let begun = self.lowest.partition_point(|&(line, _)| line <= chunk.lines.end);
                begun.checked_sub(1).map_or(NONE, |last| self.lowest[last].1)
            }
        }
    }
}

fn close(over: &mut Vec<(u8, String)>, page: &ParsedNote) {
    for heading in &page.note.headings {
        over.retain(|(above, _)| *above < heading.level);
        over.push((heading.level, shortened(&heading.text, MAX_HEADING).into_owned()));
    }
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
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
}
