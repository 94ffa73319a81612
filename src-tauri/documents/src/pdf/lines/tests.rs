use super::*;

#[test]
fn letters_are_read_in_their_order() {
    let check = |drawn: &str, expect: &str| {
        let clusters = drawn.chars().map(|c| c.to_string()).collect();
        assert_eq!(logical(clusters).0, expect, "{drawn}");
    };
    check("plain words, 12", "plain words, 12");
    check("םולש", "שלום");
    check("12 םולש", "שלום 12");
    check("abc def םולש", "abc def שלום");
    check("םלוע abc םולש", "שלום abc עולם");
}

#[test]
fn a_letter_is_compared_only_with_near_ones() {
    let piece = |at: u32, base: f64| {
        let start = 6.0 * f64::from(at);
        Piece { glyphs: Vec::new(), start, end: start + 5.0, base, size: 5.0 }
    };
    let mut row = Row::default();
    // Small vertical shifts, as in scans.
    for at in 0..50_000 {
        let next = piece(at, 100.0 + f64::from(at % 7) / 2.0);
        assert!(row.near(&next).count() < 4, "{at}");
        row.add(next);
    }
    assert_eq!(rows(row.pieces).iter().map(Vec::len).collect::<Vec<_>>(), [50_000]);
}

#[test]
fn ligatures_and_forms_are_their_letters() {
    for (drawn, expect) in
        [("ﬁ", "fi"), ("ﬃ", "ffi"), ("ﻻ", "لا"), ("é", "é"), ("½", "½"), ("™", "™")]
    {
        assert_eq!(letters(drawn), expect);
    }
}

#[test]
fn an_accent_over_a_letter_is_one_letter() {
    let check = |one: &str, other: &str, expect: Option<&str>| {
        let found = accented(one, other, (0.0, 5.0), (1.0, 4.0));
        assert_eq!(found.as_deref(), expect, "{one} {other}");
    };
    check("¨", "u", Some("ü"));
    check("e", "´", Some("é"));
    check("ı", "ˆ", Some("î"));
    check("a", "b", None);
}
