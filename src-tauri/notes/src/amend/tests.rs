use serde_json::json;

use super::*;

fn made(text: &str, (range, new): Amendment) -> String {
    format!("{}{new}{}", &text[..range.start], &text[range.end..])
}

#[test]
fn only_a_text_that_occurs_once_is_replaced() {
    let text = "# Rye\nRye rests a day.\r\nWheat rests a day.\n";
    let check = |old: &str, expect: Result<&str, Miss>| {
        let found = replace(text, old, "X").map(|made_of| made(text, made_of));
        assert_eq!(found, expect.map(str::to_owned), "{old}");
    };
    check("Rye rests", Ok("# Rye\nX a day.\r\nWheat rests a day.\n"));
    // Models write `\n`, whatever the note has.
    check("day.\nWheat", Ok("# Rye\nRye rests a X rests a day.\n"));
    let lines = vec![(2, "Rye rests a day.".to_owned()), (3, "Wheat rests a day.".to_owned())];
    check("rests a day", Err(Miss::Ambiguous(lines)));
    check(
        "rye rests long",
        Err(Miss::Missing(vec![
            (2, "Rye rests a day.".to_owned()),
            (1, "# Rye".to_owned()),
            (3, "Wheat rests a day.".to_owned()),
        ])),
    );
    check("", Err(Miss::Missing(Vec::new())));
}

#[test]
fn more_goes_to_the_end_of_the_note_or_of_a_section() {
    let check = |text: &str, section: Option<&str>, more: &str, expect: &str| {
        let section = section.map(|name| Anchor::Heading(vec![name.to_owned()]));
        let amendment = append(text, section.as_ref(), more).unwrap();
        assert_eq!(made(text, amendment), expect);
    };
    check("", None, "b", "b\n");
    check("a", None, "b\n\n", "a\n\nb\n");
    check("a\n", None, "b", "a\n\nb\n");
    check("a\n\n", None, "b", "a\n\nb\n");
    check("- a\n", None, "- b", "- a\n- b\n");
    check("- a", None, "- b", "- a\n- b\n");
    check("| a |\n", None, "| b |", "| a |\n| b |\n");
    check("*See a.*\n", None, "*See b.*", "*See a.*\n\n*See b.*\n");
    check("**a**\n", None, "**b**", "**a**\n\n**b**\n");
    check("---\n", None, "- b", "---\n\n- b\n");
    check("- - -\n", None, "- b", "- - -\n\n- b\n");
    check("# A\na\n\n# B\nb\n", Some("a"), "c", "# A\na\n\nc\n\n# B\nb\n");
    let missing = append("# A\n", Some(&Anchor::Heading(vec!["C".into()])), "c").unwrap_err();
    assert!(missing.contains("“A”"), "{missing}");
}

#[test]
fn a_property_is_set_and_the_others_stay() {
    let check = |text: &str, name: &str, value: Value, expect: &str| {
        assert_eq!(made(text, set_property(text, name, &value).unwrap()), expect);
    };
    check("a\n", "kind", json!("bread"), "---\nkind: bread\n---\na\n");
    check(
        "---\nkind: x # y\nb: 1\n---\na",
        "kind",
        json!("bread"),
        "---\nkind: bread\nb: 1\n---\na",
    );
    check("---\nb: 1\n---\n", "kind", json!("a: b"), "---\nb: 1\nkind: \"a: b\"\n---\n");
    check("---\ntags:\n  - a\n---\n", "tags", json!(["a", "b"]), "---\ntags:\n  - a\n  - b\n---\n");
    check("---\nb: 1\n---\n", "tags", json!(["a", "yes"]), "---\nb: 1\ntags: [a, \"yes\"]\n---\n");
    check("---\nb: 1\nc: 2\n---\n", "b", Value::Null, "---\nc: 2\n---\n");
    // A comment belongs to the line below it, or to nothing.
    check(
        "---\nkind: x\n# who wrote it\nauthor: me\n# end\n---\n",
        "kind",
        json!("z"),
        "---\nkind: z\n# who wrote it\nauthor: me\n# end\n---\n",
    );
    check("---\nb: 1\n# end\n---\n", "b", json!(2), "---\nb: 2\n# end\n---\n");
    check("---\nday: x\n---\n", "day", json!("2026-01-02"), "---\nday: 2026-01-02\n---\n");
    // Blank lines inside a value are part of it.
    let spaced = "---\ntitle: Rye\ntags:\n  - a\n\n  - b\n\nkind: x\n---\n";
    check(spaced, "tags", Value::Null, "---\ntitle: Rye\n\nkind: x\n---\n");
    check(spaced, "title", json!("Oat"), &spaced.replace("Rye", "Oat"));
    check(
        "---\ndesc: |\n  one\n\n  two\nb: 1\n---\n",
        "desc",
        json!("short"),
        "---\ndesc: short\nb: 1\n---\n",
    );
    // A text continues on a line that looks like a property: neither may be damaged.
    let odd = "---\na: \"x\nb: y\"\nc: 1\n---\n";
    assert!(set_property(odd, "b", &json!(2)).is_err());
    for (text, name) in
        [("a\n", "b: c"), ("---\na: [\n---\n", "b"), ("---\n{\"a\": 1}\n---\n", "b")]
    {
        assert!(set_property(text, name, &json!(1)).is_err(), "{text}");
    }
    assert!(set_property("a", "b", &Value::Null).is_err());
}
