use super::*;

#[test]
fn a_long_text_is_cut_between_characters() {
    for (text, most, expect) in [
        ("", 3, ""),
        ("abc", 3, "abc"),
        ("abcd", 3, "abc…"),
        ("äöü", 3, "ä…"),
        ("ab cd", 3, "ab…"),
        ("abcd…", 6, "abcd…"),
        ("ab……………", 9, "ab…"),
    ] {
        let short = shortened(text, most);
        assert_eq!(short, expect);
        assert!(short == text || is_shortened(&short, text), "{text}");
    }
    assert!(!is_shortened("abd…", "abcd"));
    assert!(!is_shortened("…", "abcd"));
    assert!(!is_shortened("abcd", "abcd"));
}
