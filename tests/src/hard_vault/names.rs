//! Difficult names.

use super::table::{Fate, Table};

pub(super) fn add(table: &mut Table) {
    for c in ' '..='~' {
        if c != '/' {
            table.name("a printable character in the name", &format!("ascii/a{c}b.md"));
        }
    }
    for (what, name) in [
        ("a name of two blanks", "  .md"),
        ("a blank before and behind", " a .md"),
        ("a quote, a bracket and a bar", "'\"`[[a|b]]#c^d.md"),
        ("a name that looks encoded", "%2e%2e%2fup%00.md"),
        ("a name that looks like a way up", "up.. ..md"),
        ("a name that looks like an option", "-rf --help.md"),
        ("a name that looks like HTML", "<img src=x onerror=alert(1)>.md"),
        ("a name that Windows keeps for itself", "con.md"),
        ("an ending in capitals", "CAPITALS.MD"),
        ("two endings", "two.md.md"),
        ("dots", "a...md"),
        ("emoji", "👩‍👩‍👧‍👦🏳️‍🌈.md"),
        ("right to left", "שלום עולם.md"),
        ("a name that turns around", "invoice\u{202e}dm.exe.md"),
        ("zero width", "ze\u{200b}ro\u{200d}.md"),
        ("nothing visible", "\u{200b}\u{2060}.md"),
        ("a line break", "line\nbreak.md"),
        ("a tab and a bell", "tab\tbell\u{7}.md"),
        ("a command to a terminal", "\u{1b}]0;title\u{7}\u{1b}[2J.md"),
        ("a line separator", "a\u{2028}b\u{85}c.md"),
        ("composed letters", "composed/caf\u{e9} \u{ac00}.md"),
        ("decomposed letters", "decomposed/cafe\u{301} \u{1100}\u{1161}.md"),
        ("the same name decomposed, beside it", "composed/cafe\u{301} \u{ac00}.md"),
        ("another case of a name", "composed/CAF\u{c9} \u{ac00}.md"),
        ("a letter that folds into two", "stra\u{df}e \u{130}.md"),
        ("a noncharacter", "a\u{fdd0}0\u{fdd1}.md"),
    ] {
        table.name(
            what,
            &if name.contains('/') { name.to_owned() } else { format!("names/{name}") },
        );
    }
    table.name("255 bytes", &format!("names/{}.md", "n".repeat(252)));
    table.name("255 bytes of three each", &format!("names/{}.md", "語".repeat(84)));
    let long = vec!["folder".repeat(33); 18].join("/");
    table.name("a path of 3,600 bytes", &format!("{long}/a.md"));
    let deep = vec!["d"; 120].join("/");
    table.name("folders nested 120 deep", &format!("{deep}/a.md"));
    table.name("a folder called like a note", "folder.md/inside.md");

    let hidden = |table: &mut Table, what: &str, path: &str| {
        table.file(what, path, Fate::Left, |word| word.as_bytes().to_vec());
    };
    hidden(table, "a hidden note", "names/.hidden.md");
    hidden(table, "a name that is an ending only", "names/.md");
    hidden(table, "another program's folder", ".obsidian/workspace.md");
    hidden(table, "a note in the bin", ".trash/gone.md");
    table.file(
        "a name that isn't UTF-8",
        "names/not \u{fffd} text.md",
        Fate::Named("isn't valid UTF-8"),
        |word| word.as_bytes().to_vec(),
    );
}
