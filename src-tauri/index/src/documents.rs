#[cfg(test)]
mod tests;

use conversation::{FilePart, FileText, LineBox, PartUnit, PlacedPart};
use documents::{Document, Kind, Part, Unit};

/// A document's text and parts without repeated headers, and the line boxes of pictures and scanned pages.
pub fn file_text(document: Document) -> FileText {
    let document = document.without_repeated();
    let pictures =
        document.parts.iter().filter(|part| part.recognised || document.kind == Kind::Image);
    let boxes = pictures.flat_map(|part| boxes(&document, part)).collect();
    let parts = document.parts.into_iter().filter(|part| !part.range.is_empty());
    FileText { parts: Some(parts.filter_map(placed).collect()), text: document.text, boxes }
}

fn placed(part: Part) -> Option<PlacedPart> {
    let unit = match part.unit {
        Unit::Page => PartUnit::Page,
        Unit::Slide => PartUnit::Slide,
        Unit::Sheet => PartUnit::Sheet,
        Unit::Chapter => PartUnit::Chapter,
        Unit::Whole => return None,
    };
    let part_of_file = FilePart { unit, number: part.number, name: part.name };
    Some(PlacedPart { start: part.range.start, part: part_of_file })
}

fn boxes(document: &Document, part: &Part) -> Vec<LineBox> {
    const PIECES: f32 = 10_000.0;
    let Some(size) = part.size else { return Vec::new() };
    let share = |length: f32, of: f32| (length / of * PIECES).round().clamp(0.0, PIECES) as u32;
    let place = |line: &documents::Line| {
        let before = document.text.get(..line.range.start)?;
        let rect = line.rect;
        Some(LineBox {
            line: u32::try_from(before.matches('\n').count() + 1).ok()?,
            x: share(rect.x, size.width),
            y: share(rect.y, size.height),
            width: share(rect.width, size.width),
            height: share(rect.height, size.height),
        })
    };
    part.lines.iter().filter_map(place).collect()
}
