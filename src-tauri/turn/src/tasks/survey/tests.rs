use super::*;

#[test]
fn findings_are_parted_by_lines() {
    let size = |text: &str| u32::try_from(text.len()).unwrap();
    let check = |text: &str, expect: &[&str]| assert_eq!(groups(text, 8, &size), expect);
    check("", &[]);
    check("a\n\nb\nc", &["a\nb\nc"]);
    check("aaa\nbbb\nccc", &["aaa\nbbb", "ccc"]);
    check("aaaaaaaaaaaa\nb", &["aaaaaaaaaaaa", "b"]);
}
