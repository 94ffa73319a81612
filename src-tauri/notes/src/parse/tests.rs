use proptest::prelude::*;

use super::*;
use crate::LineRange;

mod destinations;

/// The links of `text` as `kind target|shown`, one a word of the list.
fn links(text: &str) -> Vec<String> {
    let note = parse(text);
    for link in &note.links {
        assert_eq!(link.range.of(text), Some(link.raw.as_str()), "in {text:?}");
        assert_eq!(link.line, Lines::of(text).line_at(link.range.start), "in {text:?}");
    }
    note.links.iter().map(describe).collect()
}

fn describe(link: &Link) -> String {
    let kind = match link.kind {
        LinkKind::Wikilink => "",
        LinkKind::Embed => "!",
        LinkKind::Markdown => "md ",
        LinkKind::Property => "prop ",
    };
    let anchor = match &link.target.anchor {
        Some(Anchor::Heading(names)) => format!("#{}", names.join("#")),
        Some(Anchor::Block(id)) => format!("#^{id}"),
        None => String::new(),
    };
    let shown = link.shown.as_ref().map(|shown| format!("|{shown}")).unwrap_or_default();
    format!("{kind}{}{anchor}{shown}", link.target.path)
}

fn check(text: &str, expect: &[&str]) {
    assert_eq!(links(text), expect, "links of {text:?}");
}

// B2: rules 1 and 2 of link-resolution.md, the target is cut at the first `|` and `#`.
#[test]
fn the_parts_of_a_wikilink() {
    check("See [[A]] and [[B|b]].", &["A", "B|b"]);
    check(
        "[[N#H]] [[N#A#B]] [[N#^id]] [[dir/N]] [[N.md]]",
        &["N#H", "N#A#B", "N#^id", "dir/N", "N.md"],
    );
    check("[[#H]] [[#^b]]", &["#H", "#^b"]);
    check("[[ note | with spaces ]]", &["note|with spaces"]);
    check("[[a||b]] [[a|b|c]] [[a|]]", &["a||b", "a|b|c", "a"]);
    check("![[pic.png|400]] ![[N#H]]", &["!pic.png|400", "!N#H"]);
    check("[[|]] [[|x]] [[]] [[ ]]", &["|", "|x"]);
    check("[[pa#th/x]]", &["pa#th/x"]);
    check("[[https://example.com]]", &["https://example.com"]);
}

// Rule 14: what ends a wikilink and what spoils it.
#[test]
fn brackets_in_and_around_wikilinks() {
    check("[[Odd]name]]", &["Odd]name"]);
    check("a [[A|[1]]\\].", &[]);
    check("[[Topic]](more)", &["Topic"]);
    check("[[one\ntwo]] [[three", &[]);
    check("[[a [[b]] c]]", &["b"]);
    check("[[[[a]]]] [[[b]]] [[c[0]]]", &["a", "b", "c[0]"]);
    check("\\[[a]] \\[\\[b]]", &[]);
    check("[text]([[note]])", &["note"]);
}

// B5: rule 14, nothing in code, HTML comments or math is a link.
#[test]
fn code_comments_and_math_hold_no_links() {
    for text in [
        "`[[a]]`",
        "``x ` [[a]]``",
        "```\n[[a]]\n```",
        "~~~md\n[[a]]\n```\n[[a]]\n~~~",
        "- item\n  ```\n  [[a]]\n  ```",
        "> ```\n> [[a]]\n> ```",
        "para\n\n    [[a]]",
        "<!-- [[a]] -->",
        "text <!-- [[a]]\n[[b]] --> text",
        "<!--\n\n[[a]]\n-->",
        "$[[a]]$",
        "$$[[a]]$$",
        "$$\n[[a]]\n\n[[b]]\n$$",
        "> $$\n> [[a]]\n> $$",
        "- $$\n  [[a]]\n  $$",
        "<span title=\"[[a]]\">x</span>",
        "<https://x.example/[[a]]>",
    ] {
        check(text, &[]);
    }
    // Rule 14: `$$` at the end of a line of text opens nothing, the later one runs to the end.
    check("Formula:: $$\nx\n$$\nUses:: [[a]]\n", &[]);
    check("$$\nx\n$$\n[[a]]", &["a"]);
    check("$$\nx\n$$ [[a]]", &["a"]);
    check("> $$\n> x\n\n[[a]]", &["a"]);
    check("```\n$$\n```\n[[a]]\n```\n$$\n```\n", &["a"]);
    check("It costs $5 [[a]] or $6.", &["a"]);
    check("`unclosed [[a]]", &["a"]);
    check("    \n\n- list\n\n    [[a]]", &["a"]);
}

// Rule 14: links within Obsidian's comments count.
#[test]
fn links_in_comments_count() {
    check("%% see [[a]] %%", &["a"]);
    check("text %% [[a]] %% [[b]]", &["a", "b"]);
    check("%%\n[[a]]\n\n# [[b]]\n%%\n[[c]]", &["a", "b", "c"]);
}

// Rule 1: a table's `\|` separates like `|`.
#[test]
fn links_in_tables() {
    check(
        "| [[a\\|b]] | [[c]] |\n|---|---|\n| ![[p.png\\|40]] | `[[x]]` |",
        &["a|b", "c", "!p.png|40"],
    );
    check("a | b\n-|-\n[[x | y]] | z\n\n[[n]]", &["n"]);
}

// Rule 8: Markdown links to files of the vault, percent-decoded.
#[test]
fn markdown_links() {
    check("[t](a.md) [t](My%20Note.md#Some%20part)", &["md a.md|t", "md My Note.md#Some part|t"]);
    check("[a](<x y.md>) [b](x.md \"title\")", &["md x y.md|a", "md x.md|b"]);
    check(
        "![alt](img/p.png) [![i](i.png)](n.md) ![a ![b](c.png)](d.png)",
        &["!img/p.png|alt", "md n.md|![i](i.png)", "!i.png|i", "!d.png|a ![b](c.png)"],
    );
    check("[x](https://a.example) [y](mailto:a@b.example) [z](//h/x) [o](obsidian://open)", &[]);
    check("[here](#Part) [nothing]() [a](b c.md)", &["md #Part|here"]);
    check("[a [b](c.md) d](e.md)", &["md c.md|b"]);
    check("[also [[Inner]]](x.md)", &["Inner"]);
    check("[a](x(1).md) [b](x\\).md) `[c](y.md)`", &["md x(1).md|a", "md x).md|b"]);
    check("[two\nlines](a.md)", &["md a.md|two\nlines"]);
}

// Links with their destination elsewhere in the note.
#[test]
fn reference_links() {
    check("[a][b] [b][] [b]\n\n[b]: n.md", &["md n.md|a", "md n.md|b", "md n.md|b"]);
    check("![a][B]\n\n[b]: <p q.png> \"t\"", &["!p q.png|a"]);
    check("[a][x y]\n\n[X  Y]: n.md#H", &["md n.md#H|a"]);
    check("[a][b] [c]\n\n[b]: https://x.example\n[c]:\n  c.md\n  'title'", &["md c.md|c"]);
    check("[a][b]\n\n[b]: one.md\n[b]: two.md", &["md one.md|a"]);
    check("> [b]: n.md\n\n- [a][b]", &["md n.md|a"]);
    // No definition, or none that could be.
    check("[a][b] [b] [^1]\n\ntext\n[b]: n.md\n\n[^1]: note", &[]);
    check("[b]: n.md \"t\" x\n\n[b]\n\n    [c]: n.md\n\n[c]", &[]);
    check("`[b]` \\[b] [x [b] y](z.md)\n\n[b]: n.md", &["md n.md|b"]);
    // A wikilink ranks before them, as do parentheses.
    check("[[b]] [b](c.md)\n\n[b]: n.md", &["b", "md c.md|b"]);
    // An address without a scheme is none.
    check("<note.md> <a/b.md>", &[]);
}

#[test]
fn tasks() {
    let check = |text: &str, expect: &[(char, u32, u32, &str)]| {
        let found = parse(text).tasks;
        let found: Vec<_> = found
            .iter()
            .map(|task| {
                let raw = task.range.of(text).unwrap();
                (task.state, task.lines.start, task.lines.end, raw)
            })
            .collect();
        assert_eq!(found, expect, "{text:?}");
    };
    check("- [ ] a\n- [x] b", &[(' ', 1, 1, "- [ ] a"), ('x', 2, 2, "- [x] b")]);
    check(
        "* [/] a\n+ [-] b\n1. [✓] c",
        &[('/', 1, 1, "* [/] a"), ('-', 2, 2, "+ [-] b"), ('✓', 3, 3, "1. [✓] c")],
    );
    check(
        "- [ ] a\n  more\n  - [x] b\n\n  - c\n\n",
        &[(' ', 1, 2, "- [ ] a\n  more"), ('x', 3, 3, "- [x] b")],
    );
    check("> - [ ] a\n>   b\n", &[(' ', 1, 2, "- [ ] a\n>   b")]);
    check("- [ ]\n- [ ]\tb", &[(' ', 1, 1, "- [ ]"), (' ', 2, 2, "- [ ]\tb")]);
    check("- []\n- [xy] a\n- [x]b\n- a [ ] b\n[ ] c\n\n```\n- [ ] d\n```\n- [x](y)", &[]);
    check("- a\n\n  [ ] b\n", &[]);
}

#[test]
fn callouts() {
    let check = |text: &str, expect: &[(&str, Fold, &str, u32, u32)]| {
        let found = parse(text).callouts;
        let found: Vec<_> = found
            .iter()
            .map(|c| (c.kind.as_str(), c.fold, c.title.as_str(), c.lines.start, c.lines.end))
            .collect();
        assert_eq!(found, expect, "{text:?}");
    };
    check("> [!note]\n> text", &[("note", Fold::Fixed, "", 1, 2)]);
    check(
        "> [!TIP]- A *title* [[a]]\n> b\nlazy\n\nc",
        &[("tip", Fold::Closed, "A *title* [[a]]", 1, 3)],
    );
    check(">[!my kind|wide]+ t", &[("my-kind", Fold::Open, "t", 1, 1)]);
    check(
        "> [!a] b\n> > [!c]\n> > d\n> e",
        &[("a", Fold::Fixed, "b", 1, 4), ("c", Fold::Fixed, "", 2, 4)],
    );
    check("- > [!a]\n  > b", &[("a", Fold::Fixed, "", 1, 2)]);
    check("> [!a] t\nlazy", &[("a", Fold::Fixed, "t", 1, 2)]);
    check("> [!]\n\n> text\n> [!a]\n\n> [!b]c\n\n[!d] e\n\n```\n> [!f]\n```", &[]);
    // Content after the first line is read by itself.
    let note = parse("> [!a] t [[x]] #y\n> - [ ] b ^id\n> # no\n");
    assert_eq!(note.links.iter().map(describe).collect::<Vec<_>>(), ["x"]);
    assert_eq!(note.tags, ["y"]);
    assert_eq!((note.tasks.len(), note.blocks.len(), note.headings.len()), (1, 1, 0));
}

#[test]
fn headings_and_their_sections() {
    let check = |text: &str, expect: &[(u8, &str, u32, u32)]| {
        let note = parse(text);
        let found: Vec<_> = note
            .headings
            .iter()
            .map(|heading| {
                assert_eq!(heading.section.start, heading.line);
                (heading.level, heading.text.as_str(), heading.line, heading.section.end)
            })
            .collect();
        assert_eq!(found, expect, "{text:?}");
    };
    check(
        "# A\ntext\n## B\n\n### C\n## D\nend\n",
        &[(1, "A", 1, 7), (2, "B", 3, 5), (3, "C", 5, 5), (2, "D", 6, 7)],
    );
    check("One\n===\ntext\n\nTwo\nlines\n---\n", &[(1, "One", 1, 7), (2, "Two lines", 5, 7)]);
    check("---\na: 1\n---\n# After\n", &[(1, "After", 4, 4)]);
    check("```\n# no\n```\n    # no\n\n> # no\n\n- # no\n\n#no\n", &[]);
    check("# *Em* `code` [[a|b]] [[c]] ==x== [t](u.md) #", &[(1, "Em code b c x t", 1, 1)]);
    check("## H ^id", &[(2, "H", 1, 1)]);
    check(
        "# C# and F#\n## #\n### a ### b ###\n# \\#",
        &[(1, "C# and F#", 1, 3), (2, "", 2, 3), (3, "a ### b", 3, 3), (1, "#", 4, 4)],
    );
    check("# **A** ~~b~~ `c*d` <b>e</b> &amp; [f][g]\n\n[g]: h", &[(1, "A b c*d e & f", 1, 3)]);
    check("# [x]: y\n\n[a]: b\n===\nc\n===", &[(1, "[x]: y", 1, 3), (1, "=== c", 4, 6)]);
    check("%%\n# hidden\n%%\n# shown", &[(1, "shown", 4, 4)]);
    check("$$\n# math\n$$\n# shown", &[(1, "shown", 4, 4)]);
    assert_eq!(parse("## Two\n# One [[a|b]]\n").title.as_deref(), Some("One b"));
}

// Rule 10: headings match with punctuation as space and case folded; `#A#B` nests.
#[test]
fn anchors_find_their_lines() {
    let text = "# Top\n\n## Use: it (now)!\nx\n### Inner\n\n## Other\n### Inner\ny\n\n## C# tips\n\n\
        ## See [[n|alias]] ÄÖ\n";
    let note = parse(text);
    let check = |link: &str, expect: Option<(u32, u32)>| {
        let anchor = LinkTarget::parse(link).anchor.unwrap();
        let lines = note.lines_of(&anchor).map(|lines| (lines.start, lines.end));
        assert_eq!(lines, expect, "{link}");
    };
    check("#Top", Some((1, 13)));
    check("#use it  NOW", Some((3, 6)));
    check("#Use: it (now)!", Some((3, 6)));
    check("#Inner", Some((5, 6)));
    check("#Other#Inner", Some((8, 10)));
    check("#Top#Other#Inner", Some((8, 10)));
    check("#Inner#Other", None);
    check("#C# tips", Some((11, 12)));
    check("#See alias äö", Some((13, 13)));
    check("#See n alias äö", Some((13, 13)));
    check("#none", None);
    check("#^none", None);
}

// Rule 10 again: which of several, and names that are written in more than one way.
#[test]
fn anchors_among_many_headings() {
    let text = "# One\n## Same\na\n# Two\n## Same\nb\n### Deep: *er*\n# !!!\n# Ça – va?\n# same\n\
        Under\nlined\n---\n> # Quoted\n# `code` & [t](u.md)\n# 第一章、旅\n# STRASSE\n";
    let note = parse(text);
    let check = |link: &str, expect: Option<u32>| {
        let anchor = LinkTarget::parse(link).anchor.unwrap();
        assert_eq!(note.lines_of(&anchor).map(|lines| lines.start), expect, "{link}");
    };
    // The first of that name, spelled exactly so if one is.
    check("#Same", Some(2));
    check("#same", Some(10));
    check("#SAME", Some(2));
    check("#Two#Same", Some(5));
    check("#One#Same", Some(2));
    check("#Two#Deep er", Some(7));
    check("#Two#Same#Deep er", Some(7));
    check("#One#Deep er", None);
    check("#Same#Two", None);
    check("#Same#Same", None);
    check("#!!!", Some(8));
    check("#???", None);
    check("#ça va", Some(9));
    check("#Ç\u{327}a va", None);
    check("#C\u{327}a va", Some(9));
    check("#Under lined", Some(11));
    check("#Quoted", None);
    check("#code t", Some(15));
    check("#code & t", Some(15));
    check("#第一章 旅", Some(16));
    check("#straße", Some(17));
    check("# Two # Same ", Some(5));
}

#[test]
fn block_ids() {
    let check = |text: &str, expect: &[(&str, u32, u32)]| {
        let note = parse(text);
        let found: Vec<_> =
            note.blocks.iter().map(|b| (b.id.as_str(), b.lines.start, b.lines.end)).collect();
        assert_eq!(found, expect, "{text:?}");
        for (id, start, end) in expect {
            let lines = note.lines_of(&Anchor::Block(id.to_uppercase()));
            assert_eq!(lines, Some(LineRange { start: *start, end: *end }), "{text:?}");
        }
    };
    check("One\ntwo ^p1\n\nthree", &[("p1", 1, 2)]);
    check("text\n^p-2", &[("p-2", 1, 2)]);
    check("- a ^i1\n  - b\n- c\n  d ^i2\n", &[("i1", 1, 2), ("i2", 3, 4)]);
    check("- a\n- b\n\n^list\n", &[("list", 1, 2)]);
    check("| a |\n|---|\n| b |\n^tab\n\n| c |\n|---|\n\n^two\n", &[("tab", 1, 3), ("two", 6, 7)]);
    check("> q\n> r\n\n^quote\n\n> s ^q2", &[("quote", 1, 2), ("q2", 6, 6)]);
    check("```\nx ^no\n```\n\n^code", &[("code", 1, 3)]);
    check("## H ^h\ntext", &[("h", 1, 1)]);
    check("no^id and ^a b and 2 ^ 3", &[]);
}

#[test]
fn tags_of_the_body() {
    let check = |text: &str, expect: &[&str]| assert_eq!(parse(text).tags, expect, "{text:?}");
    check("#a and #b/c, (#d) #a", &["a", "b/c", "d"]);
    check("#1984 #y1984 #1-a", &["y1984", "1-a"]);
    check("#größe #日本 #_x #-y", &["größe", "日本", "_x", "-y"]);
    check("a#b ## c `#d` [[n#e]] https://x.example/#f [t](u.md#g) <a href=\"#h\">", &[]);
    check(
        "# Heading #tag\n\n- #item\n\n> #quote\n\n| #cell |\n|---|",
        &["tag", "item", "quote", "cell"],
    );
    check("```\n#no\n```\n%% #commented %% <!-- #no -->", &["commented"]);
    check("---\ntags: [a]\n---\n#b #a", &["a", "b"]);
    check("#a/ #/ #", &["a"]);
    check("#a//b #-/- #१२३ #٣ #a१", &["a//b", "-/-", "a१"]);
    check("#👍 #né #a.b #c: #d\u{a0}e #f’s #g–h", &["👍", "né", "a", "c", "d", "f", "g"]);
    check("*#a* _#b_ ~#c~ =#d= \\#e &#35; ##f x:#g /#h", &["a", "c"]);
    check("[#a](u.md) [x #b](u.md) ![#c](p.png) [[#d]] [[x|#e]]", &["a", "b", "c"]);
    check("- [ ] #a\n1. #b\n> #c\n> [!note] #d\n\n#e\n===\n", &["a", "b", "c", "d", "e"]);
}

#[test]
fn offsets_are_exact_around_odd_bytes() {
    // links() compares every range and line with the text.
    check("ä \u{0} [[a]]\r\n> é\r\n> [[b]]\n\t- 日本 [[c]]", &["a", "b", "c"]);
    check("x\ry [[a]]\n[[b]]", &["a", "b"]);
    check("\u{feff}[[a]]\n\n# H", &["a"]);
    check("\u{feff}- [[a]] ^i\n\u{feff}[[b]]", &["a", "b"]);
    let note = parse("\u{feff}# H\n\n\u{feff}# no");
    assert_eq!((note.title.as_deref(), note.headings.len()), (Some("H"), 1));
    assert_eq!(parse("\u{feff}").headings, []);
    check("$$\né\n日 $$ [[a]]\n> $$\n> é\n> 日$$ [[b]]\n", &["a", "b"]);
    assert_eq!(parse("a\rb\n\n# H\n").headings[0].line, 3);
    assert_eq!(parse("").headings, []);
}

fn markdown() -> impl Strategy<Value = String> {
    let bits = prop::sample::select(vec![
        "[[",
        "]]",
        "[",
        "]",
        "(",
        ")",
        "|",
        "\\",
        "!",
        "#",
        "^id",
        "`",
        "```",
        "~~~",
        "$",
        "$$",
        "%%",
        "<!--",
        "-->",
        "<a ",
        ">",
        "\n",
        "\n\n",
        "    ",
        "- ",
        "> ",
        "1. ",
        "---\n",
        "===\n",
        "| a |\n|---|\n",
        "title: x\n",
        "ä",
        "日",
        "\u{1f600}",
        "\0",
        "\r",
        "\r\n",
        "\t",
        "*",
        "_",
        "==",
        "text ",
        "[^1]",
        "[^1]: ",
        "[x]: y\n",
        "> [!tip]- ",
        "http://x.example",
        "{",
        "\"",
        "<script>",
        "onclick=",
        "javascript:",
        "&#106;",
    ]);
    prop::collection::vec(prop_oneof![4 => bits.prop_map(str::to_owned), 1 => "\\PC{0,3}"], 0..60)
        .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_link_is_taken_apart_as_it_is_put_together(
        path in "[a-zé日ß.,'()&+%!-]([a-zé日 /.-]{0,12}[a-z])?",
        headings in prop::collection::vec("[a-zé日?:!]([a-zé日 ?:]{0,8}[a-z])?", 0..3),
        shown in prop::option::of("[a-zé日*]([a-z é日*|#]{0,8}[a-z])?"),
    ) {
        let mut inside = path.clone();
        headings.iter().for_each(|heading| inside += &format!("#{heading}"));
        let anchor = (!headings.is_empty()).then_some(Anchor::Heading(headings));
        let target = LinkTarget { path, anchor };
        prop_assert_eq!(&LinkTarget::parse(&inside), &target);
        shown.iter().for_each(|shown| inside += &format!("|{shown}"));
        for text in [format!("see [[{inside}]]."), format!("- ![[{inside}]]"), format!("> [[ {inside} ]] x")] {
            let links = parse(&text).links;
            prop_assert_eq!(links.len(), 1, "{}", text);
            prop_assert_eq!(&links[0].target, &target, "{}", text);
            prop_assert_eq!(&links[0].shown, &shown, "{}", text);
        }
    }

    #[test]
    fn any_text_parses_and_ranges_fit(text in markdown()) {
        let note = parse(&text);
        let lines = Lines::of(&text);
        for link in &note.links {
            prop_assert_eq!(link.range.of(&text), Some(link.raw.as_str()));
            prop_assert_eq!(lines.line_at(link.range.start), link.line);
        }
        for heading in &note.headings {
            prop_assert!(heading.section.start <= heading.section.end);
            prop_assert!(heading.section.end <= lines.count());
        }
        for block in &note.blocks {
            prop_assert!(1 <= block.lines.start && block.lines.start <= block.lines.end);
            prop_assert!(block.lines.end <= lines.count());
        }
        if let Some(matter) = note.front_matter {
            prop_assert!(matter.of(&text).is_some());
        }
    }

    #[test]
    fn front_matter_of_any_kind_parses(yaml in "[-a-z:\\[\\]{}\"'&*!|>#, \n\t]{0,60}") {
        parse(&format!("---\n{yaml}\n---\n[[a]]"));
    }
}
