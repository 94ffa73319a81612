use conversation::{PartUnit, PlacedPart};

use super::*;
use crate::fixture::Ground;

#[test]
fn no_text_ends_its_code_block() {
    for text in ["a", "```\nx\n```", "a ````` b"] {
        let html = notes::render(&fenced(text, ""), &RenderOptions::default());
        assert_eq!(html.matches("<pre").count(), 1, "{html}");
        assert!(html.contains(text), "{html}");
    }
}

#[test]
fn a_text_is_cut_around_what_is_marked() {
    let check = |target: Option<(u32, u32)>, expect: &[(u32, u32, &str)]| {
        let target = target.map(|(start, end)| LineRange { start, end });
        let found: Vec<_> = pieces("a\nb\n\nc", target)
            .into_iter()
            .map(|(lines, text)| (lines.start, lines.end, text))
            .collect();
        assert_eq!(found, expect, "{target:?}");
    };
    check(None, &[(1, 4, "a\nb\n\nc")]);
    check(Some((2, 2)), &[(1, 1, "a\n"), (2, 2, "b\n"), (3, 4, "\nc")]);
    check(Some((1, 4)), &[(1, 4, "a\nb\n\nc")]);
    check(Some((4, 9)), &[(1, 3, "a\nb\n\n"), (4, 4, "c")]);
    check(Some((7, 9)), &[(1, 4, "a\nb\n\nc")]);
}

// B91
#[tokio::test]
async fn lines_are_those_of_the_file_on_every_page() {
    let ground = Ground::new();
    let vaults = ground.vaults(&ground.settings().await).await;
    vaults.open(&ground.root()).await.unwrap();
    let vault = vaults.vault().unwrap();
    let lines_in = |html: &str| -> Vec<String> {
        let found = html.split("data-lines=\"").skip(1);
        found.filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
    };
    let part = |number| FilePart { unit: PartUnit::Page, number, name: None };
    let text = "# Rye\n\nIt keeps.\n\n---\nFor long.";
    let placed = [(0, 1), (18, 2)].map(|(start, number)| PlacedPart { start, part: part(number) });
    let parts_of_it = Some(placed.to_vec());
    let text = FileText { text: text.to_owned(), parts: parts_of_it, ..FileText::default() };
    let shown = parts(&vault, &text);
    let lines: Vec<_> = shown.iter().map(|part| lines_in(&part.html)).collect();
    assert_eq!(lines, [vec!["1-1", "3-3"], vec!["5-5", "6-6"]]);
    assert_eq!(shown[1].part, Some(part(2)));

    let anchor = |name: &str| Place::Anchor(Anchor::Heading(vec![name.to_owned()]));
    let lines = |start, end| Place::Lines(LineRange { start, end });
    let check = |place: Place, marked: Option<u32>, first: u32, expect: &[(u32, &str)]| {
        let drawn = place.pages(&text, DrawnFile::Attached(AttachmentId::new()));
        let found: Vec<_> = drawn.passage.iter().map(|it| (it.page, it.text.as_str())).collect();
        assert_eq!((drawn.first, &*found), (first, expect), "{place:?}");
        assert_eq!(place.lines(&text).map(|lines| lines.start), marked, "{place:?}");
    };
    check(Place::Top, None, 1, &[]);
    check(anchor("page=2"), Some(5), 2, &[]);
    check(anchor("page=9"), None, 1, &[]);
    check(lines(3, 3), Some(3), 1, &[(1, "It keeps.")]);
    check(lines(6, 6), Some(6), 2, &[(2, "For long.")]);
    check(lines(3, 6), Some(3), 1, &[(1, "It keeps."), (2, "---\nFor long.")]);
    check(lines(8, 9), Some(8), 1, &[]);

    let html = code_block(&vault, "salt\nflour\n", LineRange { start: 7, end: 8 }, "");
    assert_eq!(lines_in(&html), ["7-8"], "{html}");
}
