#[cfg(test)]
mod tests;

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
