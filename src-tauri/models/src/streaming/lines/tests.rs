use proptest::prelude::*;

use super::*;

fn lines(chunks: &[&[u8]]) -> Vec<String> {
    let mut lines = Lines::default();
    let mut all = Vec::new();
    for chunk in chunks {
        lines.push(chunk).unwrap();
        all.extend(std::iter::from_fn(|| lines.next()));
    }
    all.extend(lines.rest());
    all
}

#[test]
fn lines_of_a_text() {
    assert_eq!(lines(&[b"a\nb\r\n\r\n\nc"]), ["a", "b", "", "", "c"]);
    assert_eq!(lines(&["\u{feff}a\nä".as_bytes()]), ["a", "ä"]);
    assert_eq!(lines(&["ä".as_bytes(), b"\n"]), ["ä"]);
    assert_eq!(lines(&[&[0xc3], &[0xa4, b'\n', 0xff]]), ["ä", "\u{fffd}"]);
    assert!(lines(&[]).is_empty());
}

#[test]
fn a_line_without_end_is_refused() {
    let mut lines = Lines::default();
    let chunk = vec![b'x'; 1024 * 1024];
    let pushed = (0..100).take_while(|_| {
        let fits = lines.push(&chunk).is_ok();
        assert_eq!(lines.next(), None);
        fits
    });
    assert!((2..5).contains(&pushed.count()));
}

proptest! {
    #[test]
    fn cuts_make_no_difference(text in "(é|汉|a|\r\n|\n|😀){0,20}", size in 1_usize..5) {
        let chunks: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
        prop_assert_eq!(lines(&chunks), lines(&[text.as_bytes()]));
    }
}
