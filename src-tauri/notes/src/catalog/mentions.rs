#[cfg(test)]
mod tests;

use std::{collections::HashSet, ops::Range};

use super::{
    Catalog,
    mention_names::{MentionNames, words},
    names::PathMatch,
};
use crate::{
    BlockKind, ByteRange, LinkTarget, NotePath,
    parse::{Analysis, analyse},
    text::Lines,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    pub target: NotePath,
    pub range: ByteRange,
    pub line: u32,
    pub link: String,
}

impl Catalog {
    /// The first unlinked mention of each note, in text order; no ambiguous names, none inside longer names.
    pub fn mentions(&self, source: &NotePath, text: &str) -> Vec<Mention> {
        let names = self.inner.mention_names.get_or_init(|| MentionNames::of(&self.inner.notes));
        let analysis = analyse(text);
        let links = analysis.note.links.iter();
        let linked = links.filter_map(|link| self.target(Some(source), &link.target));
        let mut seen: HashSet<&NotePath> = linked.chain([source]).collect();
        let (no_links, lines) = (NoLinks::of(&analysis), Lines::of(text));
        let mut mentions = Vec::new();
        for (region, is_cell) in regions(&analysis) {
            let Some(inside) = text.get(region.clone()) else { continue };
            let words: Vec<Range<usize>> = words(inside)
                .into_iter()
                .map(|word| word.start + region.start..word.end + region.start)
                .collect();
            let mut at = 0;
            while at < words.len() {
                let Some(name) = names.at(text, &words, at) else {
                    at += 1;
                    continue;
                };
                let range = words[at].start..words[at + name.words - 1].end;
                at += name.words;
                let Some(target) = name
                    .note
                    .as_ref()
                    .filter(|_| stands_alone(text, &range) && !no_links.touches(&range))
                else {
                    continue;
                };
                if !seen.insert(target) {
                    continue;
                }
                mentions.push(Mention {
                    link: self.link_to(source, target, &text[range.clone()], is_cell),
                    target: target.clone(),
                    line: lines.line_at(range.start),
                    range: ByteRange { start: range.start, end: range.end },
                });
            }
        }
        mentions.sort_by_key(|mention| mention.range.start);
        mentions
    }

    /// A wikilink from `source` to the note `target` that shows `words`.
    pub fn link_to(
        &self,
        source: &NotePath,
        target: &NotePath,
        words: &str,
        is_cell: bool,
    ) -> String {
        let finds = |path: &str| {
            let link = LinkTarget { path: path.to_owned(), anchor: None };
            matches!(self.find(Some(source), &link), PathMatch::One(found) if found == target)
        };
        if finds(words) {
            return format!("[[{words}]]");
        }
        let path = target.as_str().strip_suffix(".md").unwrap_or(target.as_str());
        let rooted = format!("/{path}");
        let way = [target.stem(), path].into_iter().find(|way| finds(way)).unwrap_or(&rooted);
        // In a table, an unescaped bar ends the cell.
        format!("[[{way}{}|{words}]]", if is_cell { "\\" } else { "" })
    }
}

/// False for a part of a path, an address, a longer word or brackets.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    const JOINS: [char; 12] = ['-', '_', '/', '\\', '#', '@', '^', '=', '[', ']', '{', '}'];
    let before = text[..range.start].chars().next_back();
    let mut behind = text[range.end..].chars();
    let next = behind.next();
    let extension = next == Some('.') && behind.next().is_some_and(char::is_alphanumeric);
    let joined = |c: Option<char>| c.is_some_and(|c| JOINS.contains(&c));
    !joined(before) && !joined(next) && before != Some('.') && !extension
}

/// Paragraphs, and table rows (`true`). No headings, because links name them, and no footnotes, because they name
/// sources.
fn regions(analysis: &Analysis) -> Vec<(Range<usize>, bool)> {
    let blocks = &analysis.blocks;
    let is_in_footnote = |mut at: usize| {
        while at != 0 {
            if blocks[at].kind == BlockKind::Footnote {
                return true;
            }
            at = blocks[at].parent;
        }
        false
    };
    let prose = blocks.iter().enumerate().filter_map(|(at, block)| match block.kind {
        BlockKind::Paragraph => (!is_in_footnote(at)).then_some((block, false)),
        BlockKind::Row => Some((block, true)),
        _ => None,
    });
    prose.map(|(block, is_cell)| (block.range.start..block.range.end, is_cell)).collect()
}

struct NoLinks(Vec<Range<usize>>);

impl NoLinks {
    fn of(analysis: &Analysis) -> Self {
        let note = &analysis.note;
        let marks = note.links.iter().map(|link| link.range).chain(note.tag_marks.iter().copied());
        let marks = marks.map(|range| range.start..range.end);
        let ranges = analysis.opaque.iter().chain(&analysis.math_blocks).chain(&analysis.id_marks);
        let math = analysis.math.iter().map(|(range, _)| range.clone());
        let mut all: Vec<_> = marks.chain(ranges.cloned()).chain(math).collect();
        all.sort_by_key(|range| range.start);
        // Ranges may nest; each extends as far as any before it.
        let mut end = 0;
        for range in &mut all {
            end = end.max(range.end);
            range.end = end;
        }
        Self(all)
    }

    fn touches(&self, range: &Range<usize>) -> bool {
        let before = self.0.partition_point(|taken| taken.start < range.end);
        before > 0 && self.0[before - 1].end > range.start
    }
}
