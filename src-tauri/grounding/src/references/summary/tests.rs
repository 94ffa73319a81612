use super::*;

#[track_caller]
fn check(note: &str, expect: &str) {
    assert_eq!(summary(note).as_deref().unwrap_or("(none)"), expect, "{note:?}");
}

// B14
#[test]
fn the_first_real_paragraph() {
    check(
        "---\ntitle: Salt\n---\n\n# Salt\n\nSalt slows\nthe yeast.\n\nMore.",
        "Salt slows the yeast.",
    );
    check("![[salt.jpg]]\n\nSalt slows.", "Salt slows.");
    check("- [[A]]\n- [[B]]\n\nSalt slows.", "Salt slows.");
    check("[[A]] · [[B]] · [c](c.md)\n\nSalt slows.", "Salt slows.");
    check("#baking #salt\n\nSalt slows.", "Salt slows.");
    check("```\ncode here\n```\nSalt slows.", "Salt slows.");
    check("| a | b |\n|---|---|\n| c | d |\n\nSalt slows.", "Salt slows.");
    check("%% a note to self %%\n\n<!-- more\nand more -->\nSalt slows.", "Salt slows.");
    check("Salt\n====\n\nSalt slows.", "Salt slows.");
    check("---\n\nSalt slows.", "Salt slows.");
    check("> [!tip] Salt\n> It slows.", "Salt > It slows.");
    check("- Salt slows.\n- It tightens.", "Salt slows. - It tightens.");
}

#[test]
fn markup_is_removed_from_summaries() {
    check(
        "**Salt** slows [[Yeast|the yeast]], see [[Water]] and [this](https://example.org). ^id",
        "Salt slows the yeast, see Water and this.",
    );
    check(
        "Use `salt` in ==small== amounts, ![](a.png)not more.",
        "Use salt in small amounts, not more.",
    );
}

// B14
#[test]
fn at_most_a_hundred_characters_cut_at_a_word() {
    let long = "Salt tightens the gluten and slows the yeast down, so that a dough without it rises \
                fast and tears, as everybody knows who ever forgot it.";
    let found = summary(long).unwrap_or_default();
    assert_eq!(
        found,
        "Salt tightens the gluten and slows the yeast down, so that a dough without it rises fast and tears…"
    );
    assert!(found.chars().count() <= 100);
    let inside_a_word = "abcdefghijkl ".repeat(12);
    let expect = format!("{}…", inside_a_word[..7 * 13].trim_end());
    assert_eq!(summary(&inside_a_word), Some(expect));
    let chinese = "盐".repeat(300);
    assert_eq!(summary(&chinese).unwrap_or_default().chars().count(), 100);
    let exact = "a ".repeat(49) + "bc";
    assert_eq!(summary(&exact), Some(exact));
}

// B14
#[test]
fn a_note_without_a_paragraph_gives_its_start() {
    check("# Salt\n\n## How much\n", "Salt How much");
    check("- [[A]]\n- [[B]]", "A B");
    check("", "(none)");
    check("---\ntitle: x\n---\n", "(none)");
    check("***\n", "(none)");
}

// B9
#[test]
fn a_snippet_is_one_line() {
    for (passage, expect) in [
        ("## How much\n\nTwenty grams\nfor a kilo.", "Twenty grams for a kilo."),
        ("- **a**\n- b", "a b"),
        ("## How much", "How much"),
        ("```\nlet x = 1;\n```", "let x = 1;"),
        ("", ""),
    ] {
        assert_eq!(snippet(passage), expect, "{passage:?}");
    }
    let long = snippet(&"Salt slows yeast. ".repeat(5_000));
    assert!(long.chars().count() <= 100 && long.ends_with('…') && !long.ends_with(" …"), "{long}");
}

// B14
#[test]
fn only_a_real_paragraph_is_one() {
    assert_eq!(paragraph("# Salt\n\nIt slows.").as_deref(), Some("It slows."));
    for none in ["# Salt", "- [[A]]\n- [[B]]", "| a | b |\n|---|---|\n| c | d |", "![[a.png]]", ""]
    {
        assert_eq!(paragraph(none), None, "{none:?}");
    }
}

// B14
#[test]
fn a_models_summary_becomes_one_line() {
    let cases = [
        ("A list of breads.", Some("A list of breads.")),
        ("\n\"A list of breads.\"\n\nI hope this helps!", Some("A list of breads.")),
        ("**Breads** and _more_", Some("Breads and _more_")),
        ("## Breads", Some("Breads")),
        (" \n…\n", None),
        ("", None),
    ];
    for (answer, expect) in cases {
        assert_eq!(written(answer).as_deref(), expect, "{answer:?}");
    }
    let long = written(&"bread and ".repeat(30)).unwrap();
    assert!(long.chars().count() <= 100 && long.ends_with('…'), "{long}");
}

#[test]
fn a_snippet_is_the_beginning_of_the_passage() {
    let check = |text: &str, expect: &str| assert_eq!(snippet(text), expect, "{text:?}");
    check("## Salt\n\n- [ ] Buy salt\n- [x] Weigh it", "Buy salt Weigh it");
    check("* [X] Buy salt", "Buy salt");
    check("## Salt", "Salt");
    check("---\n\n```\n", "");
    // The beginning of a passage doesn't depend on its length.
    let long = "Salt keeps.\n".repeat(10_000);
    check(&long, &snippet(&long[..1_200]));
}

// B127
#[test]
fn a_digest_has_the_statements_of_a_note() {
    let day = "---\nmood: 3\n---\n# Saturday\n\n[[13]] | [[15]]\n\nsleep:: 6.7\n\n## Log\n\n- Repotted the \
               seedlings; 19 of 24 came up\n- [x] Paid the [[rent]]\n- [ ] Call Ada\n- Met Deniz. He bakes.\n";
    let whole = "Repotted the seedlings; 19 of 24 came up; Paid the rent; Met Deniz. He bakes.";
    assert_eq!(digest(day, 200), whole);
    assert_eq!(
        digest(day, 74),
        "Repotted the seedlings; 19 of 24 came up; Paid the rent; Met Deniz. …"
    );
    assert_eq!(digest(day, 30), "Repotted the seedlings; 19 of…");
    assert_eq!(digest("# Films\n\n| a | b |\n|---|---|\n", 100), "");
    let parts = "---\nFed the starter.\n\nMet Deniz.\n\n---\n\nSlept.\n";
    assert_eq!(digest(parts, 100), "Fed the starter. Met Deniz. Slept.");
    let code = "**mood::** good\n\nReplaced std::list by std::vector in the parser.\n";
    assert_eq!(digest(code, 100), "Replaced std::list by std::vector in the parser.");
}
