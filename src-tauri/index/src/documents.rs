//! The text of files that are no notes, as it is cut and kept.

use conversation::{FilePart, FileText, PartUnit, PlacedPart};
use documents::{Document, Part, Unit};

/// The text of a document with its pages, slides, sheets or chapters.
pub fn file_text(document: Document) -> FileText {
    let parts = document.parts.into_iter().filter(|part| !part.range.is_empty());
    FileText { parts: Some(parts.filter_map(placed).collect()), text: document.text }
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
