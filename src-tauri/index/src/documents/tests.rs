use documents::{Line, Rect, Size};

use super::*;

// B91
#[test]
fn the_lines_of_a_picture_have_boxes() {
    let line = |range, x, y| Line { range, rect: Rect { x, y, width: 50.0, height: 10.0 } };
    let part = Part {
        unit: Unit::Whole,
        number: 1,
        name: None,
        range: 0..14,
        size: Some(Size { width: 200.0, height: 100.0 }),
        blocks: Vec::new(),
        lines: vec![line(5..8, 20.0, 30.0), line(10..14, 180.0, 95.0)],
        picture: false,
        recognised: false,
    };
    let picture = Document {
        kind: Kind::Image,
        title: None,
        text: "PNG.\nRye\n\nSalt".to_owned(),
        parts: vec![part],
        repeated: Vec::new(),
        problems: Vec::new(),
    };
    let text = file_text(picture.clone());
    let found: Vec<_> =
        text.boxes.iter().map(|it| (it.line, it.x, it.y, it.width, it.height)).collect();
    assert_eq!(found, [(2, 1000, 3000, 2500, 1000), (4, 9000, 9500, 2500, 1000)]);
    // A page contains its letters' positions, unless it is a scan.
    let mut page = Document { kind: Kind::Pdf, ..picture };
    assert_eq!(file_text(page.clone()).boxes, []);
    page.parts[0].recognised = true;
    assert_eq!(file_text(page).boxes, text.boxes);
}
