mod blocks;
mod callout;
mod definition;
mod front_matter;
mod heading;
mod inline;
mod math;
mod note;
mod structure;
mod target;
#[cfg(test)]
mod tests;

use std::{collections::HashSet, ops::Range};

pub use self::{
    blocks::MAX_STRUCTURED,
    front_matter::property,
    note::{
        Anchor, BlockId, Callout, DateSource, Expiry, Fold, Heading, Link, LinkKind, LinkTarget,
        Note, Property, TYPE_KEYS, Task, Warning,
    },
    structure::{Block, BlockKind},
};
pub(crate) use self::{
    inline::whole_wikilink,
    structure::block_options,
    target::{is_external, split_shown},
};
use crate::{
    ByteRange, sentences,
    text::{Lines, shortened},
};

/// Maximum bytes of a note's title, which appears in every list and with every passage.
const MAX_TITLE: usize = 2048;

/// Never fails: unreadable parts become body text with a warning.
pub fn parse(text: &str) -> Note {
    read(text, false).note
}

#[derive(Debug, Clone, Default)]
pub struct ParsedNote {
    pub note: Note,
    /// In the order of their starts; the first block is the body itself.
    pub blocks: Vec<Block>,
    pub properties: Vec<Property>,
    /// Read as plain text with links only: larger than [`MAX_STRUCTURED`], or with too many blocks for its size.
    pub plain: bool,
}

pub fn parse_with_blocks(text: &str) -> ParsedNote {
    let Analysis { note, blocks, properties, plain, .. } = read(text, false);
    ParsedNote { note, blocks, properties, plain }
}

pub(crate) struct Analysis {
    pub(crate) note: Note,
    pub(crate) properties: Vec<Property>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) body: usize,
    pub(crate) math_blocks: Vec<Range<usize>>,
    pub(crate) math: Vec<(Range<usize>, bool)>,
    /// Not words: code, HTML tags, addresses, external links.
    pub(crate) opaque: Vec<Range<usize>>,
    pub(crate) id_marks: Vec<Range<usize>>,
    plain: bool,
}

pub(crate) fn analyse(text: &str) -> Analysis {
    read(text, true)
}

fn read(text: &str, marks: bool) -> Analysis {
    let lines = Lines::of(text);
    let mut note = Note::default();
    let mut properties = Vec::new();
    let mut from = 0;
    match front_matter::read(text, &lines) {
        Ok(Some(matter)) => {
            from = matter.range.end;
            note.front_matter = Some(ByteRange { start: matter.range.start, end: from });
            note.title = matter.title;
            note.aliases = matter.aliases;
            note.tags = matter.tags;
            note.citekey = matter.citekey;
            note.outdated = matter.outdated;
            note.date = matter.date.or(matter.created);
            note.date_source = note.date.as_ref().map(|_| DateSource::Property);
            note.links = matter.links;
            properties = matter.properties;
            note.warnings = matter.warnings;
        }
        Ok(None) => {}
        Err(warning) => note.warnings.push(warning),
    }
    let mut body = blocks::read(text, from, &lines, marks);
    if body.plain {
        let message = match text.len() - from > MAX_STRUCTURED {
            true => sentences::LARGE_NOTE.to_string(),
            false => sentences::MANY_BLOCKS.to_string(),
        };
        note.warnings.push(Warning { line: lines.line_at(from), message });
    }
    if let Some(at) = body.found.left_out {
        let message = sentences::TOO_MANY_LINKS.to_string();
        note.warnings.push(Warning { line: lines.line_at(at), message });
    }
    note.headings = body.headings;
    note.blocks = body.blocks;
    note.tasks = body.tasks;
    note.callouts = body.callouts;
    body.found.links.shrink_to_fit();
    // A second list of all links would double the memory.
    match note.links.is_empty() {
        true => note.links = body.found.links,
        false => note.links.extend(body.found.links),
    }
    let mut known: HashSet<&str> = note.tags.iter().map(String::as_str).collect();
    let mut new = Vec::new();
    for mark in &body.found.tags {
        let tag = &text[mark.start + 1..mark.end];
        if known.insert(tag) {
            new.push(tag.to_owned());
        }
    }
    drop(known);
    note.tags.extend(new);
    note.tag_marks = body.found.tags;
    if note.title.is_none() {
        let first = note.headings.iter().find(|heading| heading.level == 1);
        note.title = first.map(|heading| heading.text.clone()).filter(|text| !text.is_empty());
    }
    note.title = note.title.map(|title| shortened(&title, MAX_TITLE).into_owned());
    Analysis {
        note,
        properties,
        blocks: body.structure,
        body: from,
        math_blocks: body.math_blocks,
        math: body.found.math,
        opaque: body.found.opaque,
        id_marks: body.id_marks,
        plain: body.plain,
    }
}
