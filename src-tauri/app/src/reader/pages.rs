//! Marks on the drawn pages of a PDF.

#[cfg(test)]
mod tests;

use conversation::{AttachmentId, FileText, LineBox, PlacedPart};
use notes::{LineRange, NotePath};
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DrawnPages {
    pub of: DrawnFile,
    pub first: u32,
    pub passage: Vec<PagePassage>,
    /// Recognised lines of scanned pages, which have no letters to mark.
    pub recognised: Vec<RecognisedLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RecognisedLine {
    pub page: u32,
    pub text: String,
    pub place: LineBox,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "snake_case")]
pub enum DrawnFile {
    Vault(NotePath),
    Attached(AttachmentId),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PagePassage {
    pub page: u32,
    pub text: String,
}

pub(super) fn on_pages(text: &FileText, lines: LineRange) -> Vec<PagePassage> {
    let newlines = || text.text.match_indices('\n').map(|(at, _)| at + 1);
    let begin = |line: u32| {
        let begins = std::iter::once(0).chain(newlines()).nth(line.saturating_sub(1) as usize);
        begins.unwrap_or(text.text.len())
    };
    let (start, end) = (begin(lines.start), begin(lines.end.saturating_add(1)));
    let placed = text.parts();
    let of_page = |(at, part): (usize, &PlacedPart)| {
        let next = placed.get(at + 1).map_or(text.text.len(), |next| next.start);
        let words = text
            .text
            .get(part.start.max(start)..next.min(end))
            .map(str::trim)
            .filter(|words| !words.is_empty())?;
        Some(PagePassage { page: part.part.number, text: words.to_owned() })
    };
    placed.iter().enumerate().filter_map(of_page).collect()
}

/// The recognised lines with their texts. If a hyphenated word joins several printed lines into one text line, each
/// has its box, and the letters are divided between the boxes by width.
pub(super) fn recognised(text: &FileText) -> Vec<RecognisedLine> {
    if text.boxes.is_empty() {
        return Vec::new();
    }
    let begins: Vec<usize> =
        std::iter::once(0).chain(text.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let placed = text.parts();
    let mut lines = Vec::with_capacity(text.boxes.len());
    for pieces in text.boxes.chunk_by(|one, next| one.line == next.line) {
        let Some(line) = pieces.first().map(|piece| piece.line as usize) else { continue };
        let Some(begin) = line.checked_sub(1).and_then(|at| begins.get(at).copied()) else {
            continue;
        };
        let end = begins.get(line).map_or(text.text.len(), |next| next - 1);
        let pages = placed.partition_point(|part| part.start <= begin);
        let Some(page) = placed.get(pages.wrapping_sub(1)) else { continue };
        let letters: Vec<char> = text.text.get(begin..end).unwrap_or_default().chars().collect();
        let whole: u32 = pieces.iter().map(|piece| piece.width).sum();
        let (mut from, mut width) = (0, 0);
        for place in pieces {
            width += place.width;
            let to = letters.len() * width as usize / whole.max(1) as usize;
            let text = letters.get(from..to).unwrap_or_default().iter().collect();
            lines.push(RecognisedLine { page: page.part.number, text, place: *place });
            from = to;
        }
    }
    lines
}
