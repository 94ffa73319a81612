use super::*;
use crate::{Kind, Part, Rect, Unit};

const A4: Size = Size { width: 595.0, height: 842.0 };

fn pages(texts: &[&str]) -> Document {
    let mut document = Document {
        kind: Kind::Pdf,
        title: None,
        text: String::new(),
        parts: Vec::new(),
        repeated: Vec::new(),
        problems: Vec::new(),
    };
    for (number, text) in (1..).zip(texts) {
        if !document.text.is_empty() && !text.is_empty() {
            document.text.push_str("\n\n");
        }
        let start = document.text.len();
        document.text.push_str(text);
        let range = start..document.text.len();
        let picture = text.is_empty();
        if picture {
            let place = Place { unit: Unit::Page, number };
            document.problems.push(Refusal::at(Reason::ImageOnly, place, sentences::SCANNED_PAGE));
        }
        document.parts.push(Part {
            unit: Unit::Page,
            number,
            name: None,
            range,
            size: None,
            blocks: Vec::new(),
            lines: Vec::new(),
            picture,
            recognised: false,
        });
    }
    document
}

fn found(text: &str, y: f32) -> RecognisedText {
    let rect = Rect { x: 10.0, y, width: 100.0, height: 12.0 };
    RecognisedText { text: text.to_owned(), rect }
}

// B91
#[test]
fn recognised_text_is_on_its_page() {
    let check = |before: &[&str], put: &[(u32, &str)], expect: &str, of_pages: &[&str]| {
        let mut document = pages(before);
        for (number, text) in put {
            document.put_recognised(*number, A4, vec![found(text, 20.0)]);
        }
        assert_eq!(document.text, expect);
        let texts: Vec<_> = document.parts.iter().map(|part| document.text_of(part)).collect();
        assert_eq!(texts, of_pages);
        for line in document.parts.iter().flat_map(|part| &part.lines) {
            assert!(
                put.iter().any(|(_, text)| document.text.get(line.range.clone()) == Some(text))
            );
        }
        assert_eq!(document.problems.len(), document.pictures().len());
        let recognised = document.parts.iter().filter(|part| part.recognised);
        let put: Vec<_> = put.iter().map(|(number, _)| *number).collect();
        assert!(recognised.map(|part| part.number).all(|number| put.contains(&number)));
    };
    check(&["One.", ""], &[(2, "Two")], "One.\n\nTwo", &["One.", "Two"]);
    check(&["", "Two."], &[(1, "One")], "One\n\nTwo.", &["One", "Two."]);
    check(&["", ""], &[(1, "One"), (2, "Two")], "One\n\nTwo", &["One", "Two"]);
    check(&["", ""], &[(2, "Two"), (1, "One")], "One\n\nTwo", &["One", "Two"]);
    check(&["A", "", "C"], &[(2, "B")], "A\n\nB\n\nC", &["A", "B", "C"]);
    check(&["A", "", ""], &[(3, "C")], "A\n\nC", &["A", "", "C"]);
}

#[test]
fn a_picture_without_text_is_no_problem_and_a_document_without_any_is() {
    let mut document = pages(&["", ""]);
    document.put_recognised(1, A4, Vec::new());
    assert_eq!((document.pictures(), document.problems.len()), (vec![2], 1));
    document.put_recognised(2, A4, Vec::new());
    assert_eq!(document.with_text().unwrap_err().reason, Reason::Empty);
}
