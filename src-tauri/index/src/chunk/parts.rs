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

/// Cuts a file like [`chunk`], but no passage crosses the end of a page, slide, sheet or chapter. A
/// page inherits the headings that are open at the end of the page before; a slide, sheet or
/// chapter inherits none. Returns at most [`MAX_PASSAGES`].
pub fn chunk_file(file: &FileText) -> Vec<Chunk> {
    let (text, parts) = (file.text.as_str(), file.parts());
    if parts.is_empty() {
        let mut chunks = chunk(text);
        chunks.truncate(MAX_PASSAGES);
        return chunks;
    }
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut inherited: Vec<(u8, String)> = Vec::new();
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
            inherited.clear();
        }
        let parsed = notes::parse_with_blocks(page);
        let levels = Levels::of(&parsed.note.headings);
        for mut found in cut(page, &parsed) {
            let level = levels.outermost(&found);
            let above = inherited.iter().take_while(|(above, _)| *above < level);
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
        inherit(&mut inherited, &parsed);
        if chunks.len() >= MAX_PASSAGES {
            break;
        }
    }
    chunks.truncate(MAX_PASSAGES);
    bound_headings(&mut chunks, text.len());
    chunks
}

/// The levels of a page's headings. The two indices make a lookup for each passage cheap, even on a
/// page of thousands of headings.
struct Levels<'a> {
    by_text: HashMap<Cow<'a, str>, u8>,
    /// For each heading's line, the outermost level up to there.
    outermost: Vec<(u32, u8)>,
}

impl<'a> Levels<'a> {
    fn of(headings: &'a [Heading]) -> Self {
        let mut levels = Self { by_text: HashMap::new(), outermost: Vec::new() };
        for heading in headings {
            let text = shortened(&heading.text, MAX_HEADING);
            levels.by_text.entry(text).or_insert(heading.level);
            let before = levels.outermost.last().map_or(u8::MAX, |&(_, level)| level);
            levels.outermost.push((heading.line, heading.level.min(before)));
        }
        levels
    }

    /// The level of the outermost heading of the page that is above or in the chunk. Only inherited
    /// headings of a lower level number are also above the chunk.
    fn outermost(&self, chunk: &Chunk) -> u8 {
        const NONE: u8 = u8::MAX;
        match chunk.heading_path.first() {
            Some(first) => self.by_text.get(first.as_str()).copied().unwrap_or(NONE),
            None => {
                let begun = self.outermost.partition_point(|&(line, _)| line <= chunk.lines.end);
                begun.checked_sub(1).map_or(NONE, |last| self.outermost[last].1)
            }
        }
    }
}

/// Updates the inherited headings to those that are open at the end of `page`.
fn inherit(inherited: &mut Vec<(u8, String)>, page: &ParsedNote) {
    for heading in &page.note.headings {
        inherited.retain(|(above, _)| *above < heading.level);
        inherited.push((heading.level, shortened(&heading.text, MAX_HEADING).into_owned()));
    }
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}
