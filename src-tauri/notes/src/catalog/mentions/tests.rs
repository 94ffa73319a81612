use std::sync::Arc;

use super::*;
use crate::{amend, parse};

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

#[test]
fn words_that_name_a_note_become_a_link_to_it() {
    let vault = [
        ("In/Salt.md", "---\naliases: [Sea salt, 海塩]\n---\n"),
        ("Rye.md", "# Rye bread\n"),
        ("Old/Rye.md", ""),
        ("Old/Malt.md", ""),
        ("New/Malt.md", "# Malt of now\n"),
        ("Up.md", ""),
        ("Straße.md", ""),
        ("2024.md", ""),
        ("Salt mill.md", ""),
        ("C++.md", ""),
    ];
    let notes = vault.map(|(name, text)| (path(name), Arc::new(parse(text))));
    let catalog = Catalog::new(notes, []);
    let check = |text: &str, expect: &str| {
        let mentions = catalog.mentions(&path("Loaf.md"), text);
        let links = mentions.into_iter().map(|mention| (mention.range, mention.link));
        let links: Vec<_> = links.collect();
        assert_eq!(amend::apply(text, &links).unwrap(), expect);
    };
    // The words stay as written, and only the first ones are linked.
    check("Add salt. More SALT.", "Add [[salt]]. More SALT.");
    check("**Sea salt**, ground", "**[[Salt|Sea salt]]**, ground");
    check("a salt mill", "a [[salt mill]]");
    check("the STRASSE, die Straße", "the STRASSE, die [[Straße]]");
    check("2024 was Up", "2024 was Up");
    check("海塩を入れる", "[[Salt|海塩]]を入れる");
    // Several notes share this name; only one has the next.
    check("Rye and malt", "Rye and malt");
    check("rye bread, malt of now", "[[Rye|rye bread]], [[New/Malt|malt of now]]");
    // Already linked, or not prose.
    check("[[Salt]] and salt", "[[Salt]] and salt");
    for plain in [
        "# Salt\n",
        "`salt` and $salt$ and #salt",
        "```\nsalt\n```\n",
        "<b title=\"salt\">x</b>",
        "https://a.example/salt [salt](https://a.example) [salt] salt/x salt.md un-salt",
        "salted unsalted",
        "x [^1]\n\n[^1]: salt\n",
        "---\nof: salt\n---\n",
        "[a salt](x.png)",
    ] {
        check(plain, plain);
    }
    check("> salt\n> and\n", "> [[salt]]\n> and\n");
    check("- [ ] salt ^id\n", "- [ ] [[salt]] ^id\n");
    check(
        "| sea salt | up |\n|---|---|\n| salt | b |\n",
        "| [[Salt\\|sea salt]] | up |\n|---|---|\n| salt | b |\n",
    );
}
