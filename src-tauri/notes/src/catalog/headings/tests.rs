use super::*;
use crate::parse;

// B75
// B105
#[test]
fn headings_are_found_over_all_notes() {
    let note = |path: &str, text: &str| (NotePath::new(path).unwrap(), Arc::new(parse(text)));
    let headings = Headings::of(
        &[
            note("a/Rye.md", "# Rye\n\n## How much\n\n## How much\n\n## Rye at home\n"),
            note("b.md", "# Salt\n\n## *Crème* brûlée\n\n## Somehow\n\n## C# tips\n"),
            note("c.md", "## How much water goes in\n\n## Much, and how\n"),
        ]
        .into(),
    );
    let check = |typed: &str, expect: &[&str]| {
        let found = headings.like(typed, 3);
        let found: Vec<_> =
            found.iter().map(|one| format!("{}#{}", one.path.stem(), one.text)).collect();
        assert_eq!(found, expect, "{typed:?}");
    };
    check("how much", &["Rye#How much", "c#How much water goes in", "c#Much, and how"]);
    check("HOW", &["Rye#How much", "c#How much water goes in", "c#Much, and how"]);
    check("meh", &["b#Somehow"]);
    check("creme br", &["b#Crème brûlée"]);
    check("water how", &["c#How much water goes in"]);
    // The note's own title means the note; a link can't name a heading with `#`.
    check("rye", &["Rye#Rye at home"]);
    check("c#", &[]);
    check(" ", &[]);
}
