//! Ends of oddly written links and definitions, compared with comrak, which knows all of CommonMark's rules.

use comrak::{Arena, Options, nodes::NodeValue, parse_document};

use super::{
    super::{LinkKind, parse},
    Lines,
};

/// The destinations of the Markdown links of `text`, by comrak.
fn by_comrak(text: &str) -> Vec<String> {
    let arena = Arena::new();
    let root = parse_document(&arena, text, &Options::default());
    let links = root.descendants().filter_map(|node| match &node.data().value {
        NodeValue::Link(link) => Some(link.url.clone()),
        _ => None,
    });
    links.collect()
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let note = parse(text);
    let links = note.links.iter().filter(|link| link.kind == LinkKind::Markdown);
    let found: Vec<&str> = links
        .map(|link| {
            assert_eq!(link.range.of(text), Some(link.raw.as_str()), "in {text:?}");
            assert_eq!(link.line, Lines::of(text).line_at(link.range.start), "in {text:?}");
            link.target.path.as_str()
        })
        .collect();
    assert_eq!(found, expect, "{text:?}");
    assert_eq!(by_comrak(text), expect, "{text:?} by comrak");
}

#[test]
fn destinations_in_the_line() {
    // Between angle brackets: no line end, no `<`, and what is escaped.
    check("[a](<x y.md>)", &["x y.md"]);
    check("[a](<x\\>y.md>)", &["x>y.md"]);
    check("[a](<x\ny.md>)", &[]);
    check("[a](<x<y.md>)", &[]);
    check("[a](<x.md)", &[]);
    check("[a](<x.md>y)", &[]);
    // Without them: balanced parentheses, up to a space.
    check("[a](x(y(z)).md)", &["x(y(z)).md"]);
    check("[a](x(y.md)", &[]);
    check("[a](x\\(y.md)", &["x(y.md"]);
    check("[a](x\\y.md)", &["x\\y.md"]);
    check("[a]( \n x.md \n )", &["x.md"]);
    check("[a](\n\nx.md)", &[]);
    check("[a](x&amp;y.md)", &["x&y.md"]);
}

#[test]
fn titles_in_the_line() {
    check("[a](x.md \"t\")", &["x.md"]);
    check("[a](x.md 't' )", &["x.md"]);
    check("[a](x.md (t))", &["x.md"]);
    check("[a](x.md \"a \\\" b\")", &["x.md"]);
    check("[a](x.md (a \\( b))", &["x.md"]);
    check("[a](x.md\n\"t\nu\")", &["x.md"]);
    check("[a](x.md (a ( b))", &[]);
    check("[a](x.md \"t)", &[]);
    check("[a](x.md \"t\" u)", &[]);
    check("[a](x.md t)", &[]);
}

#[test]
fn destinations_of_definitions() {
    // comrak wants something behind a `>`, if only the line's end.
    for end in ["\n", " ", "\n\nb", " 't'"] {
        check(&format!("[a]\n\n[a]: <x y.md>{end}"), &["x y.md"]);
    }
    check("[a]\n\n[a]: <x\\>y.md> 't'", &["x>y.md"]);
    check("[a]\n\n[a]: <x<y.md>", &[]);
    check("[a]\n\n[a]: <x\\\ny.md>", &[]);
    check("[a]\n\n[a]: x(y).md", &["x(y).md"]);
    check("[a]\n\n[a]: x\\(y.md", &["x(y.md"]);
    check("[a]\n\n[a]: x\\\\y.md\n(t)", &["x\\y.md"]);
    check("[a]\n\n[a]:\n x.md\n \"t\n u\"", &["x.md"]);
    check("[a]\n\n[a]: x.md (a \\) b)", &["x.md"]);
    check("[a]\n\n[a]:\n\nx.md", &[]);
    // A title that is none spoils its own line, and only that one.
    check("[a]\n\n[a]: x.md\n\"t\" u", &["x.md"]);
    check("[a]\n\n[a]: x.md (a ( b)", &[]);
    check("[a]\n\n[a]: x.md \"t", &[]);
}

#[test]
fn labels_of_definitions() {
    check("[a\\]b]\n\n[a\\]b]: x.md", &["x.md"]);
    check("[a][b\\]]\n\n[b\\]]: x.md", &["x.md"]);
    check("[a][b[]\n\n[b[]: x.md", &[]);
    check("[a] [ ]\n\n[ ]: x.md", &[]);
    check("[a]\n\n[a] : x.md", &[]);
    // Two labels in a row: the second one counts, and if it is none there is no link.
    check("[a][b]\n\n[a]: x.md", &[]);
    check("[a][b\n\n[a]: x.md", &["x.md"]);
    let (longest, longer) = ("l".repeat(999), "l".repeat(1_001));
    check(&format!("[{longest}]\n\n[{longest}]: x.md"), &["x.md"]);
    check(&format!("[{longer}]\n\n[{longer}]: x.md"), &[]);
    check(&format!("[a][{longer}]\n\n[a]: x.md"), &["x.md"]);
}

#[test]
fn backticks_that_close_nothing() {
    check("`a [b](x.md)", &["x.md"]);
    check("``a` [b](x.md)", &["x.md"]);
    check("`a ``b [c](x.md)` [d](y.md)", &["y.md"]);
}
