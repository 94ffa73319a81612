//! What comrak doesn't know (wikilinks, blocks of math, block ids) is taken out of the text before
//! it reads it, and a mark is left in its place that comes through Markdown untouched. So a link
//! is the same to the reader as it is to the parser, whatever stands around or in it.

use std::ops::Range;

use crate::{LineRange, Link, LinkKind, Note, Property, parse::analyse, text::Lines};

/// The two ends of a mark. Both are noncharacters, which no text is meant to hold; should one hold
/// them, they are replaced first. Two more are those of [`super::slots`].
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

#[derive(Debug)]
pub(super) enum Piece {
    Link(Box<Link>),
    /// Math without its marks; `open` if it runs to the end of the text for want of them.
    Math {
        source: String,
        display: bool,
        open: bool,
    },
}

pub(super) struct PreparedText {
    /// The body with marks in place of pieces. It has the lines of the original.
    pub(super) markdown: String,
    pub(super) pieces: Vec<Piece>,
    /// The pieces as they were written, for where a mark ended up in an address or in code.
    raw: Vec<String>,
    /// How many lines stand before the body.
    pub(super) lines_before: u32,
    /// The text, as comrak and we count its lines, and what it says of itself but its links.
    pub(super) text: String,
    pub(super) note: Note,
    pub(super) properties: Vec<Property>,
    /// Letters that are written from right to left stand in it.
    pub(super) right_to_left: bool,
}

/// A stretch of text, or a piece between two.
pub(super) enum Part<'a> {
    Text(&'a str),
    Piece(usize),
}

pub(super) fn prepare(text: &str) -> PreparedText {
    let text = if text.contains([OPEN, CLOSE, '\0', '\r']) {
        // A lone `\r` ends no line for us, and would for comrak.
        text.replace("\r\n", "\n").replace([OPEN, CLOSE, '\0'], "\u{fffd}").replace('\r', " ")
    } else {
        text.to_owned()
    };
    let mut analysis = analyse(&text);
    let lines_before = match analysis.body {
        0 => 0,
        body => Lines::of(&text).line_at(body.saturating_sub(1)),
    };
    let mut cuts: Vec<(Range<usize>, Option<Piece>)> = Vec::new();
    for link in std::mem::take(&mut analysis.note.links) {
        let wiki = link.kind == LinkKind::Wikilink || link.raw.starts_with("![[");
        if wiki && link.range.start >= analysis.body {
            cuts.push((link.range.start..link.range.end, Some(Piece::Link(Box::new(link)))));
        }
    }
    for block in analysis.math_blocks {
        let source = block_source(&text, &block);
        let open = block.len() < 4 || !text[block.clone()].ends_with("$$");
        cuts.push((block, Some(Piece::Math { source, display: true, open })));
    }
    for (range, display) in analysis.math {
        let source = text[range.clone()].trim_matches('$').to_owned();
        cuts.push((range, Some(Piece::Math { source, display, open: false })));
    }
    cuts.extend(analysis.id_marks.into_iter().map(|range| (range, None)));
    cuts.sort_by_key(|(range, _)| range.start);

    let mut prepared = PreparedText {
        markdown: String::with_capacity(text.len()),
        pieces: Vec::new(),
        raw: Vec::new(),
        lines_before,
        text: String::new(),
        note: Note::default(),
        properties: analysis.properties,
        right_to_left: text.chars().any(is_right_to_left),
    };
    let mut done = analysis.body;
    for (range, piece) in cuts {
        if range.start < done {
            continue;
        }
        prepared.markdown.push_str(&text[done..range.start]);
        if let Some(piece) = piece {
            prepared.markdown.push_str(&format!("{OPEN}{}{CLOSE}", prepared.pieces.len()));
            prepared.pieces.push(piece);
            prepared.raw.push(text[range.clone()].to_owned());
            // `[[[a]]]: b` must not become the definition of a link, which is not shown.
            if text[..range.start].ends_with('[') && text[range.end..].starts_with("]:") {
                prepared.markdown.push('\\');
            }
        }
        keep_lines(&text[range.clone()], &mut prepared.markdown);
        done = range.end;
    }
    prepared.markdown.push_str(&text[done..]);
    prepared.text = text;
    prepared.note = analysis.note;
    prepared
}

/// Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin, and their forms for presentation.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Writes the line ends of `cut`, and the quote marks behind them.
fn keep_lines(cut: &str, out: &mut String) {
    for line in cut.split('\n').skip(1) {
        out.push('\n');
        let lead = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        if line[..lead].contains('>') {
            out.push_str(&line[..lead]);
        }
    }
}

/// The source of a block of math without its marks and without the quote marks before its lines.
fn block_source(text: &str, block: &Range<usize>) -> String {
    let line_start = text[..block.start].rfind('\n').map_or(0, |at| at + 1);
    let quoted = text[line_start..block.start].contains('>');
    let inside = text[block.clone()].trim_start_matches("$$").trim_end_matches("$$");
    let strip = |line: &str| {
        let marks =
            if quoted { line.len() - line.trim_start_matches([' ', '\t', '>']).len() } else { 0 };
        line[marks..].to_owned()
    };
    inside.split('\n').map(strip).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
}

impl PreparedText {
    pub(super) fn parts<'a>(&self, text: &'a str) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(OPEN) {
            let behind = &rest[open + OPEN.len_utf8()..];
            let mark = behind.split_once(CLOSE).and_then(|(number, after)| {
                let number: usize = number.parse().ok()?;
                (number < self.pieces.len()).then_some((number, after))
            });
            if open > 0 {
                parts.push(Part::Text(&rest[..open]));
            }
            match mark {
                Some((number, after)) => {
                    parts.push(Part::Piece(number));
                    rest = after;
                }
                None => rest = behind,
            }
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest));
        }
        parts
    }

    /// How many bytes `lines` of the text have.
    pub(super) fn length_of(&self, lines: LineRange) -> usize {
        let first = lines.start.saturating_sub(1) as usize;
        let count = (lines.end as usize).saturating_sub(first);
        self.text.split('\n').skip(first).take(count).map(|line| line.len() + 1).sum()
    }

    /// How many line ends a piece took along.
    pub(super) fn lines_in(&self, piece: usize) -> u32 {
        let ends = self.raw.get(piece).map_or(0, |raw| raw.matches('\n').count());
        u32::try_from(ends).unwrap_or(u32::MAX)
    }

    /// `text` with the pieces back in it as they were written.
    pub(super) fn restore(&self, text: &str) -> String {
        if !text.contains(OPEN) {
            return text.to_owned();
        }
        let part = |part| match part {
            Part::Text(text) => text,
            Part::Piece(number) => self.raw.get(number).map_or("", String::as_str),
        };
        self.parts(text).into_iter().map(part).collect()
    }
}
