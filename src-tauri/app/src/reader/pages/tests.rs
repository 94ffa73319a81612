use conversation::{FilePart, PartUnit};

use super::*;

// B91
#[test]
fn recognised_lines_are_on_their_pages() {
    let part = |number| FilePart { unit: PartUnit::Page, number, name: None };
    let placed = [(0, 1), (18, 2)].map(|(start, number)| PlacedPart { start, part: part(number) });
    let text = FileText {
        text: "# Rye\n\nIt keeps.\n\n---\nFor long.".to_owned(),
        parts: Some(placed.to_vec()),
        ..FileText::default()
    };
    let place = |line, width| LineBox { line, x: 0, y: 0, width, height: 100 };
    let boxes = vec![place(3, 900), place(5, 50), place(6, 300), place(6, 100)];
    let scan = FileText { boxes, ..text.clone() };
    let found = recognised(&scan);
    let found: Vec<_> = found.iter().map(|line| (line.page, line.text.as_str())).collect();
    assert_eq!(found, [(1, "It keeps."), (2, "---"), (2, "For lo"), (2, "ng.")]);
    assert_eq!(recognised(&text), []);
}
