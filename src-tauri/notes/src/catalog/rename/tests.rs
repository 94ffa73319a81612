use std::sync::Arc;

use super::*;
use crate::amend;

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

fn catalog(notes: &[(&str, &str)]) -> Catalog {
    Catalog::new(notes.iter().map(|(name, text)| (path(name), Arc::new(parse(text)))), [])
}

#[test]
fn links_follow_a_note_to_its_new_name() {
    let check = |from: &str, to: &str, notes: &[(&str, &str)], expect: &[(&str, &str)]| {
        let catalog = catalog(notes);
        let (from, to) = (path(from), path(to));
        let renaming = catalog.renaming(&from, &to);
        let mut found = Vec::new();
        for (name, text) in notes {
            let links = renaming.links(&path(name), text);
            let listed = renaming.notes().contains(&path(name));
            assert_eq!(listed, !links.is_empty(), "{name}");
            if !links.is_empty() {
                found.push((*name, amend::apply(text, &links).unwrap()));
            }
        }
        let expect: Vec<_> =
            expect.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
        assert_eq!(found, expect, "{from} → {to}");
    };
    let salt = ("In/Salt.md", "x");
    check(
        "In/Salt.md",
        "In/Sea salt.md",
        &[
            salt,
            (
                "A.md",
                "[[Salt]], [[ Salt ]], [[salt|it]], [[Salt#Use|u]], ![[Salt#^b]], [[In/Salt]], [[Salt.md]]",
            ),
            ("B.md", "| a |\n|---|\n| [[Salt\\|it]] |\n"),
            ("C.md", "---\nof: \"[[Salt]]\"\n---\n"),
            (
                "D.md",
                "[x](In/Salt.md) [y](In/Salt.md#use \"t\") [z](<In/Salt.md>) [d][s] ![[Rye]]\n\n[s]: In/Salt.md\n",
            ),
            ("In/E.md", "[x](./Salt.md) [[./Salt]]"),
            ("F.md", "no link, `[[Salt]]`"),
            ("Rye.md", ""),
        ],
        &[
            (
                "A.md",
                "[[Sea salt]], [[ Sea salt ]], [[Sea salt|it]], [[Sea salt#Use|u]], ![[Sea salt#^b]], [[In/Sea salt]], [[Sea salt.md]]",
            ),
            ("B.md", "| a |\n|---|\n| [[Sea salt\\|it]] |\n"),
            ("C.md", "---\nof: \"[[Sea salt]]\"\n---\n"),
            (
                "D.md",
                "[x](In/Sea%20salt.md) [y](In/Sea%20salt.md#use \"t\") [z](<In/Sea salt.md>) [d][s] ![[Rye]]\n\n[s]: In/Sea%20salt.md\n",
            ),
            ("In/E.md", "[x](./Sea%20salt.md) [[./Sea salt]]"),
        ],
    );
    // In a property's quotes, names follow YAML; code defines nothing.
    check(
        "Salt.md",
        "Baker's salt.md",
        &[
            ("Salt.md", ""),
            ("A.md", "---\nup: '[[Salt]]'\nof: [\"[[Salt]]\", '[[Salt]]']\n---\nIt's [[Salt]].\n"),
            (
                "B.md",
                "```\n[s]: Salt.md\n```\n\n[x][s] [y][my  s]\n\n[s]: Salt.md\n[My S]: Salt.md\n",
            ),
        ],
        &[
            (
                "A.md",
                "---\nup: '[[Baker''s salt]]'\nof: [\"[[Baker's salt]]\", '[[Baker''s salt]]']\n---\nIt's [[Baker's salt]].\n",
            ),
            (
                "B.md",
                "```\n[s]: Salt.md\n```\n\n[x][s] [y][my  s]\n\n[s]: Baker's%20salt.md\n[My S]: Baker's%20salt.md\n",
            ),
        ],
    );
    // A large note's links follow, too, except in code.
    let filler = "word\n".repeat(crate::MAX_STRUCTURED / 5 + 1);
    let large = |name: &str| {
        let code = "```\n[[Salt]]\n```\n";
        format!("{code}- [[{name}]] [x]({name}.md) [y][s]\n{filler}\n[s]: {name}.md\n")
    };
    check(
        "Salt.md",
        "Sea.md",
        &[("Salt.md", ""), ("A.md", &large("Salt"))],
        &[("A.md", &large("Sea"))],
    );
    // A moved note is still found by its name; only links by its path change.
    check(
        "In/Salt.md",
        "Out/Salt.md",
        &[salt, ("A.md", "[[Salt]] [[In/Salt]]"), ("In/E.md", "[x](../In/Salt.md)")],
        &[("A.md", "[[Salt]] [[Out/Salt]]"), ("In/E.md", "[x](../Out/Salt.md)")],
    );
    // Its own relative links keep their targets.
    check(
        "In/Salt.md",
        "Salt.md",
        &[("In/Salt.md", "[r](./Rye.md) [[Rye]]"), ("In/Rye.md", "")],
        &[("In/Salt.md", "[r](./In/Rye.md) [[Rye]]")],
    );
    // Another note has the new name: links to that note still find it.
    check(
        "Salt.md",
        "In/Rye.md",
        &[("Salt.md", ""), ("X/Y/Rye.md", ""), ("A.md", "[[Rye]] [[Salt]]")],
        &[("A.md", "[[X/Y/Rye]] [[Rye]]")],
    );
}
