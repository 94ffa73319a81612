use super::*;

#[test]
fn repeated_page_headers_are_dropped_and_places_stay_right() {
    let page = |number, range: Range<usize>, blocks: &[(BlockKind, Range<usize>)]| {
        let block = |(kind, range): &(BlockKind, Range<usize>)| Block {
            kind: *kind,
            range: range.clone(),
            headings: Vec::new(),
        };
        let rect = Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let lines = blocks.iter().map(|(_, range)| Line { range: range.clone(), rect }).collect();
        Part {
            unit: Unit::Page,
            number,
            name: None,
            range,
            size: None,
            blocks: blocks.iter().map(block).collect(),
            lines,
            picture: false,
            recognised: false,
        }
    };
    use BlockKind::{Item, Paragraph, Repeated};
    let document = Document {
        kind: Kind::Pdf,
        title: None,
        text: "Head\n\nOne\n\nHead\n\n- a\n\nHead\n\n- b\n\n3".to_owned(),
        parts: vec![
            page(1, 0..9, &[(Paragraph, 0..4), (Paragraph, 6..9)]),
            page(
                2,
                11..31,
                &[(Repeated, 11..15), (Item, 17..20), (Repeated, 22..26), (Item, 28..31)],
            ),
            page(3, 33..34, &[(Repeated, 33..34)]),
        ],
        repeated: vec!["Head".to_owned()],
        problems: Vec::new(),
    };
    let kept = document.without_repeated();
    assert_eq!(kept.text, "Head\n\nOne\n\n- a\n- b");
    let texts: Vec<_> = kept.parts.iter().map(|part| kept.text_of(part)).collect();
    assert_eq!(texts, ["Head\n\nOne", "- a\n- b", ""]);
    let lines = kept.parts.iter().flat_map(|part| &part.lines);
    let lines: Vec<_> = lines.map(|line| &kept.text[line.range.clone()]).collect();
    assert_eq!(lines, ["Head", "One", "- a", "- b"]);
}
