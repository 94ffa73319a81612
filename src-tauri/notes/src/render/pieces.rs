//! Replaces syntax that comrak doesn't know (wikilinks, math blocks, block ids) by marks that pass through Markdown
//! untouched. So a link renders as it was parsed, whatever is around or in it.

use std::ops::Range;

use crate::{LineRange, Link, LinkKind, Note, Property, parse::analyse, text::Lines};

/// Ends of a mark: noncharacters, which are replaced if a text has them. [`super::slots`] has two more.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

#[derive(Debug)]
pub(super) enum Piece {
    Link(Box<Link>),
    /// Without marks; `open` if it has no end.
    Math {
        source: String,
        display: bool,
        open: bool,
    },
}

pub(super) struct PreparedText {
    /// The body with marks for the pieces, and with the lines of the original.
    pub(super) markdown: String,
    pub(super) pieces: Vec<Piece>,
    /// The pieces as written, for marks that end up in an address or in code.
    raw: Vec<String>,
    pub(super) lines_before: u32,
    /// Normalised so that comrak counts the same lines.
    pub(super) text: String,
    pub(super) note: Note,
    pub(super) properties: Vec<Property>,
    pub(super) right_to_left: bool,
}

pub(super) enum Part<'a> {
    Text(&'a str),
    Piece(usize),
}

pub(super) fn prepare(text: &str) -> PreparedText {
    let text = if text.contains([OPEN, CLOSE, '\0', '\r']) {
        // A lone `\r` ends a line for comrak, but not here.
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
            // `[[[a]]]: b` must not become a link definition, which is hidden.
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

/// Hebrew, Arabic, Syriac, Thaana, N'Ko and related scripts, with their presentation forms.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

fn keep_lines(cut: &str, out: &mut String) {
    for line in cut.split('\n').skip(1) {
        out.push('\n');
        let lead = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        if line[..lead].contains('>') {
            out.push_str(&line[..lead]);
        }
    }
}

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

    pub(super) fn length_of(&self, lines: LineRange) -> usize {
        let first = lines.start.saturating_sub(1) as usize;
        let count = (lines.end as usize).saturating_sub(first);
        self.text.split('\n').skip(first).take(count).map(|line| line.len() + 1).sum()
    }

    pub(super) fn lines_in(&self, piece: usize) -> u32 {
        let ends = self.raw.get(piece).map_or(0, |raw| raw.matches('\n').count());
        u32::try_from(ends).unwrap_or(u32::MAX)
    }

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
