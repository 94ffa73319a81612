//! Packs a note's blocks into chunks within the maximum of tokens.

use std::{borrow::Cow, ops::Range};

use notes::{ByteRange, LineRange, ParsedNote, shortened};
use unicode_segmentation::UnicodeSegmentation;

use super::{
    blocks::{self, Block, Kind},
    data, estimate,
    lines::Lines,
    passage::{Chunk, HEADINGS_SHARE, MAX_HEADING, MAX_TOKENS, TARGET_TOKENS},
};

/// Smaller sections share a chunk, since a single short line says too little. A larger section doesn't absorb a
/// small one, so that its heading path stays its own.
const SMALL_TOKENS: u32 = 100;

/// Maximum bytes of an o200k token; a text larger than `MAX_TOKENS` times this can't fit a chunk.
const LONGEST_TOKEN: usize = 128;

pub(super) fn pack(text: &str, parsed: &ParsedNote, count: &dyn Fn(&str) -> u32) -> Vec<Chunk> {
    let lines = Lines::of(text);
    let blocks = blocks::of(text, parsed, &lines);
    let data = data::spans(text, &lines);
    let mut packer = Packer { text, lines: &lines, count, chunks: Vec::new() };
    let mut flat = Vec::with_capacity(blocks.len());
    for block in blocks {
        packer.flatten(block, &data, &mut flat);
    }
    packer.fill(flat);
    packer.chunks
}

/// Shortens the heading paths until they fit [`HEADINGS_SHARE`]: thousands of tiny passages may share long headings.
pub(super) fn bound_headings(chunks: &mut [Chunk], bytes: usize) {
    // Repetition in a short text costs nothing, and headings must stay findable by a word.
    const ALWAYS: usize = 16 * 1024;
    const SHORTEST: usize = 16;
    let most = (HEADINGS_SHARE * bytes).max(ALWAYS);
    let mut limit = MAX_HEADING;
    while limit > SHORTEST
        && chunks.iter().flat_map(|chunk| &chunk.heading_path).map(String::len).sum::<usize>()
            > most
    {
        limit /= 2;
        for heading in chunks.iter_mut().flat_map(|chunk| &mut chunk.heading_path) {
            if let Cow::Owned(short) = shortened(heading, limit) {
                *heading = short;
            }
        }
    }
}

struct Packer<'a> {
    text: &'a str,
    lines: &'a Lines,
    count: &'a dyn Fn(&str) -> u32,
    chunks: Vec<Chunk>,
}

impl Packer<'_> {
    fn flatten(&self, block: Block, data: &[Range<usize>], flat: &mut Vec<Block>) {
        let from = data.partition_point(|span| span.end <= block.bytes.start);
        let inside = &data[from..];
        let has_data =
            has_data_block(&block) || inside.first().is_some_and(|s| s.start < block.bytes.end);
        if block.kind == Kind::Data || (!has_data && self.fits(&block.bytes)) {
            flat.push(block);
            return;
        }
        let parts = block.parts(self.text, self.lines);
        let is_one_line = block.first == block.last
            && parts.iter().all(|part| part.children.is_empty() && part.bytes == block.bytes);
        if !is_one_line {
            for part in parts {
                self.flatten(part, data, flat);
            }
            return;
        }
        if !has_data {
            self.cut_line(&block, block.bytes.clone(), flat);
            return;
        }
        let around = |bytes: Range<usize>, flat: &mut Vec<Block>| {
            if self.text[bytes.clone()].chars().any(char::is_alphanumeric) {
                self.cut_line(&block, bytes, flat);
            }
        };
        let mut at = block.bytes.start;
        for span in inside.iter().take_while(|span| span.start < block.bytes.end) {
            around(at..span.start.max(at), flat);
            flat.push(Block { kind: Kind::Data, ..block.piece(span.clone()) });
            at = span.end.clamp(at, block.bytes.end);
        }
        around(at..block.bytes.end, flat);
    }

    /// Halves a part of a line until its pieces fit: between sentences, words or characters, in this order.
    fn cut_line(&self, line: &Block, bytes: Range<usize>, flat: &mut Vec<Block>) {
        let piece = line.piece(trimmed(self.text, bytes));
        if piece.bytes.is_empty() {
            return;
        }
        let halves = if self.fits(&piece.bytes) { Vec::new() } else { self.halves(&piece) };
        if halves.len() < 2 {
            flat.push(piece);
            return;
        }
        for half in halves {
            self.cut_line(line, half.bytes, flat);
        }
    }

    fn halves(&self, line: &Block) -> Vec<Block> {
        let bytes = &line.bytes;
        let cut = bytes.start + middle(&self.text[bytes.clone()]);
        [bytes.start..cut, cut..bytes.end]
            .into_iter()
            .map(|half| line.piece(trimmed(self.text, half)))
            .filter(|half| !half.bytes.is_empty())
            .collect()
    }

    /// A cheap check: blocks that pass wrongly are split once their chunk is counted.
    fn fits(&self, bytes: &Range<usize>) -> bool {
        if bytes.len() > MAX_TOKENS as usize * LONGEST_TOKEN {
            return false;
        }
        estimate::tokens(&self.text[bytes.clone()]) < MAX_TOKENS / 2 || self.fits_exactly(bytes)
    }

    fn fits_exactly(&self, bytes: &Range<usize>) -> bool {
        bytes.len() <= MAX_TOKENS as usize
            || (bytes.len() <= MAX_TOKENS as usize * LONGEST_TOKEN
                && (self.count)(&self.text[bytes.clone()]) <= MAX_TOKENS)
    }

    fn fill(&mut self, flat: Vec<Block>) {
        let sizes: Vec<u32> =
            flat.iter().map(|block| estimate::tokens(&self.text[block.bytes.clone()])).collect();
        let sections = section_sizes(&flat, &sizes);
        let mut open = OpenChunk::default();
        for (at, block) in flat.into_iter().enumerate() {
            let size = sizes[at];
            match block.kind {
                Kind::Data => self.close(&mut open),
                Kind::Piece => {
                    if open.has_text {
                        self.close(&mut open);
                    }
                    open.push(block, size);
                    self.close(&mut open);
                }
                Kind::Heading(level) => {
                    let fits = match sections[at] {
                        None => open.size + size <= TARGET_TOKENS,
                        Some(section) => {
                            open.size < SMALL_TOKENS
                                && section < SMALL_TOKENS
                                && open.level.is_none_or(|top| level >= top)
                        }
                    };
                    // Headings without text between them could fill the whole note.
                    let is_full = open.size + size > MAX_TOKENS;
                    if (open.has_text && !fits) || is_full {
                        self.close(&mut open);
                    }
                    open.push(block, size);
                }
                Kind::Plain | Kind::Whole => {
                    let room = if open.size < SMALL_TOKENS { MAX_TOKENS } else { TARGET_TOKENS };
                    if open.has_text && open.size + size > room {
                        self.close(&mut open);
                    }
                    open.push(block, size);
                }
            }
        }
        self.close(&mut open);
    }

    fn close(&mut self, open: &mut OpenChunk) {
        let open = std::mem::take(open);
        self.emit(open.blocks);
    }

    /// Emits `blocks` as a chunk, split if the exact count is too large. Uses a loop, because a note can cause as
    /// many splits as it has blocks.
    fn emit(&mut self, blocks: Vec<Block>) {
        let mut pending = vec![blocks];
        while let Some(blocks) = pending.pop() {
            let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { continue };
            let range = first.bytes.start..last.bytes.end;
            let text = &self.text[range.clone()];
            let tokens = (self.count)(text);
            if tokens > MAX_TOKENS
                && let Some((before, after)) = self.split(&blocks)
            {
                pending.extend([after, before]);
                continue;
            }
            self.chunks.push(Chunk {
                ordinal: u32::try_from(self.chunks.len()).unwrap_or(u32::MAX),
                heading_path: common_path(&blocks),
                columns: first.columns.as_deref().map(str::to_owned),
                part: None,
                lines: LineRange { start: first.first, end: last.last },
                range: ByteRange { start: range.start, end: range.end },
                tokens,
                text: text.to_owned(),
            });
        }
    }

    /// Splits blocks near their middle, but after a heading only if the text below mustn't be cut or is shorter than
    /// the headings.
    fn split(&self, blocks: &[Block]) -> Option<(Vec<Block>, Vec<Block>)> {
        let is_heading = |block: &Block| matches!(block.kind, Kind::Heading(_));
        let (start, end) = (blocks.first()?.bytes.start, blocks.last()?.bytes.end);
        let half = start + (end - start) / 2;
        let only_headings = blocks.iter().all(is_heading);
        let cut = (1..blocks.len())
            .filter(|&at| only_headings || !is_heading(&blocks[at - 1]))
            .min_by_key(|&at| blocks[at].bytes.start.abs_diff(half));
        if let Some(at) = cut {
            return Some((blocks[..at].to_vec(), blocks[at..].to_vec()));
        }
        let (body, headings) = blocks.split_last()?;
        let is_kept = body.kind == Kind::Whole
            || (!is_heading(body) && body.bytes.len() < body.bytes.start - start);
        if is_kept && !headings.is_empty() && self.fits_exactly(&body.bytes) {
            return Some((headings.to_vec(), vec![body.clone()]));
        }
        let mut parts = vec![body.clone()];
        while let [part] = parts.as_slice() {
            let is_line = part.first == part.last && part.children.is_empty();
            parts = if is_line { self.halves(part) } else { part.parts(self.text, self.lines) };
            if is_line {
                break;
            }
        }
        if parts.len() < 2 {
            return (!headings.is_empty()).then(|| (headings.to_vec(), vec![body.clone()]));
        }
        let at =
            parts.iter().position(|part| part.bytes.start > half).unwrap_or(parts.len() - 1).max(1);
        let after = parts.split_off(at);
        Some(([headings, &parts].concat(), after))
    }
}

fn trimmed(text: &str, bytes: Range<usize>) -> Range<usize> {
    let inside = &text[bytes.clone()];
    let start = bytes.start + (inside.len() - inside.trim_start().len());
    start..start + inside.trim().len()
}

#[derive(Default)]
struct OpenChunk {
    blocks: Vec<Block>,
    size: u32,
    has_text: bool,
    level: Option<u8>,
}

impl OpenChunk {
    fn push(&mut self, block: Block, size: u32) {
        match block.kind {
            Kind::Heading(level) if self.blocks.is_empty() => self.level = Some(level),
            Kind::Heading(_) => {}
            _ => self.has_text = true,
        }
        // The blank line between blocks is about a token.
        self.size += size + 1;
        self.blocks.push(block);
    }
}

fn has_data_block(block: &Block) -> bool {
    block.kind == Kind::Data || block.children.iter().any(has_data_block)
}

/// For each heading, the size of its text up to the next heading, with directly following headings; `None` if only
/// headings follow.
fn section_sizes(flat: &[Block], sizes: &[u32]) -> Vec<Option<u32>> {
    let mut sections = vec![None; flat.len()];
    let mut section: Option<u32> = None;
    let mut after_heading = true;
    for at in (0..flat.len()).rev() {
        if matches!(flat[at].kind, Kind::Heading(_)) {
            sections[at] = section.map(|size| size + sizes[at]);
            section = sections[at];
            after_heading = true;
        } else {
            let size = if after_heading { 0 } else { section.unwrap_or(0) };
            section = Some(size + sizes[at]);
            after_heading = false;
        }
    }
    sections
}

/// The common prefix of all text blocks' heading paths; without text, the last heading's path.
fn common_path(blocks: &[Block]) -> Vec<String> {
    let mut paths = blocks
        .iter()
        .filter(|block| !matches!(block.kind, Kind::Heading(_)))
        .map(|block| block.path.as_slice());
    let Some(first) = paths.next() else {
        return blocks.last().map(|block| block.path.to_vec()).unwrap_or_default();
    };
    let length = paths.fold(first.len(), |length, path| {
        first[..length].iter().zip(path).take_while(|(a, b)| a == b).count()
    });
    first[..length].to_vec()
}

/// Maximum bytes from a line's middle in which to look for a cut: a line of megabytes is halved many times.
const NEAR: usize = 4 * 1024;

/// A cut near the middle: the end of a sentence in the middle third, else of a word, else any character.
fn middle(text: &str) -> usize {
    let half = text.len() / 2;
    let third = char_boundary(text, (text.len() / 3).max(half.saturating_sub(NEAR)));
    let end = char_boundary(text, (text.len() - text.len() / 3).min(half + NEAR));
    let nearest = |places: &mut dyn Iterator<Item = usize>| {
        places.map(|at| at + third).filter(|&at| at > third).min_by_key(|at| at.abs_diff(half))
    };
    let window = &text[third..end];
    nearest(&mut window.split_sentence_bound_indices().map(|(at, _)| at))
        .or_else(|| nearest(&mut window.split_word_bound_indices().map(|(at, _)| at)))
        .unwrap_or_else(|| char_boundary(text, half))
}

fn char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
