use super::*;

#[test]
fn a_word_is_named_in_one_form() {
    let check = |matched: &[&str], expect: &str| {
        let matched = matched.iter().map(ToString::to_string).collect();
        assert_eq!(Why { matched, ..Why::default() }.sentence(), expect);
    };
    check(&["storing", "Keeping", "keeps", "keep"], "Mentions storing and keep");
    check(&["slices", "slice", "early"], "Mentions slice and early");
    check(&["salt", "salad"], "Mentions salt and salad");
    check(&["大学", "大学院"], "Mentions 大学 and 大学院");
}
