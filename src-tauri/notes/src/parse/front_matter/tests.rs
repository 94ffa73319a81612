use crate::{ByteRange, text::Lines};

use super::super::{Anchor, LinkKind, Note, parse};

/// The note's property links as `target|shown`, after a check of their ranges.
fn links(text: &str) -> Vec<String> {
    let note = parse(text);
    let properties = note.links.iter().filter(|link| link.kind == LinkKind::Property);
    properties
        .map(|link| {
            assert_eq!(link.range.of(text), Some(link.raw.as_str()), "in {text:?}");
            let line = text[..link.range.start].matches('\n').count() + 1;
            assert_eq!(link.line as usize, line, "in {text:?}");
            let anchor = match &link.target.anchor {
                Some(Anchor::Heading(names)) => format!("#{}", names.join("#")),
                Some(Anchor::Block(id)) => format!("#^{id}"),
                None => String::new(),
            };
            let shown = link.shown.as_ref().map(|shown| format!("|{shown}")).unwrap_or_default();
            format!("{}{anchor}{shown}", link.target.path)
        })
        .collect()
}

#[test]
fn the_key_by_which_papers_cite_it() {
    let check = |text: &str, expect: Option<&str>| {
        assert_eq!(parse(text).citekey.as_deref(), expect, "{text:?}");
    };
    check("---\ncitekey: doe2020\n---", Some("doe2020"));
    check("---\nCitation-Key: \"@doe:2020a\"\n---", Some("doe:2020a"));
    check("---\ncitekey: a b\n---", None);
    check("---\ncitekey: \"x]\"\n---", None);
    check("---\ncitekey: [doe2020]\n---", None);
    check("---\nof:\n  citekey: doe2020\n---", None);
}

#[test]
fn a_property_is_found_by_its_name() {
    let check = |text: &str, expect: Option<&str>| {
        assert_eq!(super::property(text, "in-place").as_deref(), expect, "{text:?}");
    };
    check("---\nin-place: true\n---", Some("true"));
    check("---\nIn-Place: \"Yes\" # so it is\n---", Some("Yes"));
    check("---\n{\"in-place\": true}\n---", Some("true"));
    check("---\nin-place: [yes]\n---", Some("[yes]"));
    check("---\nin-place:\n---", None);
    check("---\nof:\n  in-place: true\n---", None);
    check("---\ntext: |\n  in-place: true\n---", None);
    check("---\nin-place: [true\n---", None);
    check("in-place: true", None);
}

// Rule 13: a property is a link only if its whole value is one.
#[test]
fn property_links() {
    let check = |text: &str, expect: &[&str]| assert_eq!(links(text), expect, "{text:?}");
    check("---\nup: \"[[a]]\"\n---", &["a"]);
    check("---\nup: '[[a]]'\n---", &["a"]);
    check("---\nup: \" [[a]] \"\n---", &["a"]);
    check("---\nnote: text [[a]] more\n---", &[]);
    check("---\nnote: \"[[a]] [[b]]\"\n---", &[]);
    check("---\nnote: \"[a](b.md)\"\n---", &[]);
    check(
        "---\nlist:\n  - '[[a|b]]'\n  - \"[[#H]]\"\n  - \"[[n#^b]]\"\ndeep: {x: \"[[c]]\"}\n---\n[[d]]",
        &["a|b", "#H", "n#^b", "c"],
    );
    // Without quotes, YAML reads a list in a list.
    check("---\nbare: [[a]]\n---", &[]);
    check("---\nup: >-\n  [[a]]\n---", &["a"]);
    check("---\n\"[[a]]\": b\n---", &[]);
    check("---\nö: \"ä\"\nup: \"[[é]]\"\n---\n", &["é"]);
    check("---\r\nup: \"[[a]]\"\r\nto: \"[[b]]\"\r\n---\r\n", &["a", "b"]);
    check("---\n{\"up\": \"[[a]]\", \"n\": 1, \"l\": [\"[[b|c]]\"]}\n---\n", &["a", "b|c"]);
    check("---\n{\n\"up\": \"[[\\u00e9 \\ud83d\\ude00]]\"\n}\n---\n", &["é 😀"]);
}

/// What front matter says, from `yaml` between its fences.
fn read(yaml: &str) -> Note {
    let text = format!("---\n{yaml}\n---\nbody");
    let note = parse(&text);
    assert_eq!(note.front_matter, Some(ByteRange { start: 0, end: text.len() - 4 }), "{yaml}");
    note
}

#[test]
fn title_aliases_and_tags() {
    let check = |yaml: &str, title: Option<&str>, aliases: &[&str], tags: &[&str]| {
        let note = read(yaml);
        assert_eq!(note.title.as_deref(), title, "{yaml}");
        assert_eq!(note.aliases, aliases, "{yaml}");
        assert_eq!(note.tags, tags, "{yaml}");
        assert!(note.warnings.is_empty(), "{yaml}: {:?}", note.warnings);
    };
    check("title: My title", Some("My title"), &[], &[]);
    check("title: 1.10", Some("1.10"), &[], &[]);
    check("title: \"  \"", None, &[], &[]);
    check("title: >\n  two\n  lines", Some("two lines"), &[], &[]);
    check("aliases: [one, two]\ntags:\n  - a\n  - b/c", None, &["one", "two"], &["a", "b/c"]);
    check("aliases:\n- one\n- one\n- 2", None, &["one", "2"], &[]);
    check("alias: one, two\ntag: '#a b'", None, &["one", "two"], &["a", "b"]);
    check("Aliases:\n  - \"x, y\"\nTAGS: t", None, &["x, y"], &["t"]);
    check("aliases:\ntags: []\ntitle: ~", None, &[], &[]);
    check("aliases: [[a, b], {c: d}]\ntags: {e: f}", None, &[], &[]);
    check("tags: [2024, y2024, a]", None, &[], &["y2024", "a"]);
    check("tags: [a/, \"#b\", \"c d\", e!]", None, &[], &["a", "b", "c", "d"]);
    check("{\n\t\"title\": \"J\",\n\t\"tags\": \"a\"\n}", Some("J"), &[], &["a"]);
    check("{\"title\":null,\"aliases\":[\"a\",\"b, c\"],\"n\":-1.5e3}", None, &["a", "b, c"], &[]);
    check(
        "{\"title\": \"\\\"q\\\" \\ud83d\\ude00\", \"x\": {\"title\": \"no\"}}",
        Some("\"q\" 😀"),
        &[],
        &[],
    );
    check("", None, &[], &[]);
    check("# only a comment", None, &[], &[]);
    check("? [a, b]\n: c\ntitle: T", Some("T"), &[], &[]);
    check("nested:\n  title: no\n  tags: [no]\ntitle: yes it is", Some("yes it is"), &[], &[]);
    check("a: &x [1]\nb: *x\ntitle: T", Some("T"), &[], &[]);
    check("title: T\n...", Some("T"), &[], &[]);
}

#[test]
fn nested_values_are_properties_by_the_keys_around() {
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let long = format!("{}: {{b: 1}}\nc: 2", "a".repeat(300));
    for (yaml, expected) in [
        ("a: {b: 1, c: [2, 3]}", "a.b=1 a.c=2,3"),
        ("a: [{b: 1}, {b: 2}]", "a.b=1,2"),
        ("a: [{b: 1}, y, z]", "a.b=1 a=y,z"),
        ("a: [x, {b: 1}, y]", "a=x,y a.b=1"),
        ("? [a, b]\n: c\nd: 1", "d=1"),
        // Too deep and too long to be a property.
        (&format!("a: {deep}\nb: 2"), "a= b=2"),
        (&long, "c=2"),
    ] {
        let text = format!("---\n{yaml}\n---\n");
        let matter = super::read(&text, &Lines::of(&text)).unwrap().unwrap();
        let shown =
            matter.properties.iter().map(|it| format!("{}={}", it.name, it.values.join(",")));
        let shown: Vec<_> = shown.collect();
        assert_eq!(shown.join(" "), expected, "{yaml}");
    }
}

#[test]
fn a_repeated_property_has_a_warning() {
    for (yaml, line, aliases) in [
        ("aliases: a\nx: 1\naliases: b", 4, &["a", "b"][..]),
        ("{\n\"aliases\": \"a\",\n\"aliases\": \"b\"}", 4, &["a", "b"]),
        ("{aliases: a, aliases: b}", 2, &["a", "b"]),
        ("aliases: a\r\r\raliases: b", 2, &["a", "b"]),
    ] {
        let note = read(yaml);
        assert_eq!(note.aliases, aliases, "{yaml}");
        let warnings: Vec<_> = note.warnings.iter().map(|w| (w.line, w.message.as_str())).collect();
        assert_eq!(warnings, [(line, "The property “aliases” is there more than once.")], "{yaml}");
    }
    assert!(read("a: {x: 1}\nb: {x: 1}").warnings.is_empty());
}

// Its start and end: on the first line, with nothing but `---`.
#[test]
fn where_it_stands() {
    for (text, end) in [
        ("---\na: 1\n---", 12),
        ("---\na: 1\n---\n", 13),
        ("---\na: 1\n---\n\nbody", 13),
        ("---  \na: 1\n--- \t\nbody", 17),
        ("---\r\na: 1\r\n---\r\nbody", 16),
        ("\u{feff}---\na: 1\n---\nbody", 16),
        ("---\na: |\n  text\n  ---\n  more\n---\nbody", 33),
        ("---\n---\n", 8),
    ] {
        let note = parse(text);
        assert_eq!(note.front_matter, Some(ByteRange { start: 0, end }), "{text:?}");
        assert!(note.warnings.is_empty(), "{text:?}");
    }
    for text in [
        "---\n\nA rule, then text.",
        "text\n---\na: b\n---\n",
        "\n---\na: b\n---\n",
        " ---\na: b\n---\n",
        "----\na: b\n----\n",
        "---",
        "---\n",
    ] {
        let note = parse(text);
        assert_eq!(note.front_matter, None, "{text:?}");
        assert!(note.warnings.is_empty(), "{text:?}");
    }
}

// Broken front matter is body text with a warning, never an error.
#[test]
fn broken_front_matter_is_text() {
    for (text, line) in [
        ("---\ntitle: [\n---\nbody [[a]]", 2),
        ("---\njust words\n---\n[[a]]", 2),
        ("---\na: 1\na: : 2\n---\n[[a]]", 3),
        ("---\ntitle: x\n[[a]]", 1),
        ("---\ntitle: x\n...\n[[a]]", 1),
        ("---\n- a\n- b\n---\n[[a]]", 2),
        ("---\nlist:\n\t- a\n---\n[[a]]", 3),
        ("---\n{\"a\": 1,}}\n---\n[[a]]", 2),
        ("---\nb: *none\n---\n[[a]]", 2),
        ("---\na: \"open\n---\n[[a]]", 3),
        ("---\na: 1\n...\nb: 2\n---\n[[a]]", 4),
        ("---\na: 1\r\r\r\rb\n: : 2\n---\n[[a]]", 2),
    ] {
        let note = parse(text);
        assert_eq!(note.front_matter, None, "{text:?}");
        let targets: Vec<_> = note.links.iter().map(|link| link.target.path.as_str()).collect();
        assert_eq!(targets, ["a"], "{text:?}");
        assert_eq!(note.warnings.len(), 1, "{text:?}: {:?}", note.warnings);
        assert_eq!(note.warnings[0].line, line, "{text:?}: {}", note.warnings[0].message);
        assert!(note.tags.is_empty() && note.aliases.is_empty(), "{text:?}");
    }
}
