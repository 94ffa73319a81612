use super::*;

#[test]
fn a_line_is_found_by_its_block_or_its_heading() {
    let text =
        "Before.\n\n# Salt\n\nTwo per cent.\n\n## How much: [[Salt|it]]\n\nA lot. ^lot\n\nLess.\n";
    let check = |line, expect: &str| {
        let path = NotePath::new("Bread/Salt.md").unwrap();
        let place = ObsidianPlace::of("Bread".to_owned(), &path, text, line);
        assert_eq!(place.file, expect, "{line:?}");
    };
    check(None, "Bread/Salt");
    check(Some(1), "Bread/Salt");
    check(Some(5), "Bread/Salt#Salt");
    check(Some(9), "Bread/Salt#^lot");
    check(Some(11), "Bread/Salt#How much it");
}
