//! Where blocks begin and end, to the byte.

use proptest::prelude::*;

use super::*;

/// The blocks of `text` as `depth kind lines text`.
fn blocks(text: &str) -> Vec<String> {
    blocks_in_pieces(text, WINDOW)
}

fn blocks_in_pieces(text: &str, window: usize) -> Vec<String> {
    let structure = read_in_pieces(text, 0, &Lines::of(text), window..usize::MAX).unwrap();
    let mut depths = vec![0];
    for block in structure.blocks.iter().skip(1) {
        depths.push(depths[block.parent] + 1);
    }
    let shown = structure.blocks.iter().zip(depths).skip(1);
    shown
        .map(|(block, depth)| {
            let LineRange { start, end } = block.lines;
            let kind = format!("{:?}", block.kind);
            let kind = kind.split(' ').next().unwrap_or_default();
            format!("{depth} {kind} {start}-{end} {}", block.range.of(text).unwrap())
        })
        .collect()
}

#[test]
fn a_text_that_is_read_in_pieces_has_the_same_blocks() {
    let rows = |text: &str| text.repeat(20);
    for text in [
        rows("a\n\n# b\n\n"),
        rows("a\nb\nc\n"),
        rows("- a\n"),
        rows("- a\n  b\n\n  c\n\n"),
        format!("- root\n{}", rows("  - a\n    1. b\n    2. c\n")),
        format!("- root\n  more\n\n{}\n\nend", rows("  a\n\n  > b\n  > c\n\n")),
        format!("> a\n{}\nend", rows("> b\n> - c\n")),
        format!("> [!tip] a\n{}\nend", rows("> b\n>\n> c\n")),
        format!("```rust\n{}```\n\n- a\n", rows("- a\n\n# b\n")),
        format!("- a\n  ~~~\n{}  ~~~\n  b\n", rows("  - c\n\n")),
        format!("- a\n- ~~~\n{}  ~~~\n- b\n", rows("  - c\n\n")),
        format!("   ~~~~\n{}    ~~~~\n  ~~~\n   ~~~~~ \n- b\n", rows("- c\n\n")),
        format!("~~~\n{}", rows("- c\n\n")),
        format!("%%\n{}%% a\n- b\n", rows("b\n")),
        format!("[a]: b\n\n{}", rows("- [c]: d\n\n  e\n")),
        format!("{}a", "\n".repeat(200)),
        format!("a\n{}b", "\n".repeat(200)),
        rows("a\n\n\u{feff}# b\n\n"),
        format!("<!-- a\n{}-->\n\nb", rows("- b\n\n# c\n")),
        format!("<div>\n{}\n\nb", rows("- b\n# c\n")),
        format!("%%\n{}%%\n\nb", rows("- b\n\n# c\n")),
        format!("| a | b |\n|-|-|\n{}\nc", rows("| d | e |\n")),
        format!("[^a]: b\n{}\nc", rows("    d\n\n    - e\n")),
        format!("x\n\n{}y", rows("    code\n\n")),
        rows("[a]: b\n\nc [a]\n\n> d\ne\n\n1. f\n2. g\n\n---\n\nh\n===\n"),
    ] {
        for window in [14, 30, 100] {
            assert_eq!(blocks_in_pieces(&text, window), blocks(&text), "{text} {window}");
        }
    }
    // A table below a paragraph that it interrupts, its head indented like code.
    for head in ["    a", "\ta", "  a"] {
        let text = format!("***\n---b\n{head}\n|-|\n|-|\n##");
        assert_eq!(blocks_in_pieces(&text, 1), blocks(&text), "{text}");
    }
}

#[test]
fn long_lists_tables_and_code_are_no_plain_text() {
    let read = |text: &str| read(text, 0, &Lines::of(text)).map(|read| read.blocks.len());
    let (item, row, code) = ("- [ ] a [[b]] *c*\n", "| a | b | c | d |\n", "{\"a\": [1, 2, 3]},\n");
    assert_eq!(read(&item.repeat(9_000)), Some(2 + 2 * 9_000));
    assert_eq!(read(&format!("{row}|-|-|-|-|\n{}", row.repeat(9_000))), Some(3 + 9_000));
    assert_eq!(read(&format!("```json\n{}```\n\na\n", code.repeat(9_000))), Some(3));
    // No block inside a quote ends before the quote.
    assert_eq!(read(&"> a [[b]] *c*\n".repeat(9_000)), None);
}

#[test]
fn blocks_have_the_lines_of_their_text() {
    let check = |text: &str, expect: &[&str]| assert_eq!(blocks(text), expect, "{text:?}");
    check("", &[]);
    check("a\nb\n\nc", &["1 Paragraph 1-2 a\nb", "1 Paragraph 4-4 c"]);
    check("## a # ##\n#", &["1 Heading 1-1 a #", "1 Heading 2-2 "]);
    check("a\nb\n===\n", &["1 Heading 1-3 a\nb"]);
    check(
        "> a\n>\n> - b\n>   c\n>\n",
        &[
            "1 Quote 1-4 > a\n>\n> - b\n>   c",
            "2 Paragraph 1-1 a",
            "2 List 3-4 - b\n>   c",
            "3 Item 3-4 - b\n>   c",
            "4 Paragraph 3-4 b\n>   c",
        ],
    );
    check(
        "- | é |\n  |---|\n  | b |\n",
        &[
            "1 List 1-3 - | é |\n  |---|\n  | b |",
            "2 Item 1-3 - | é |\n  |---|\n  | b |",
            "3 Table 1-3 | é |\n  |---|\n  | b |",
            "4 Row 1-1 | é |",
            "4 Row 3-3 | b |",
        ],
    );
    check("x\n%% a\nb %% c\n", &["1 Paragraph 1-1 x", "1 Comment 2-3  a\nb ", "1 Paragraph 3-3 c"]);
    check("```\r\na\r\n```\r\n\r\nb\r\n", &["1 Code 1-3 ```\r\na\r\n```", "1 Paragraph 5-5 b"]);
    check("> [!a] b\n> c", &["1 Callout 1-2 > [!a] b\n> c", "2 Paragraph 2-2 c"]);
    check(
        "- a\n\n\nb\n---\n",
        &["1 List 1-1 - a", "2 Item 1-1 - a", "3 Paragraph 1-1 a", "1 Heading 4-5 b"],
    );
}

#[test]
fn link_definitions_are_no_text() {
    let check = |text: &str, expect: &[&str], label: &str, to: Option<&str>| {
        assert_eq!(blocks(text), expect, "{text:?}");
        let definitions = read(text, 0, &Lines::of(text)).unwrap().definitions;
        assert_eq!(definitions.get(label), to, "{text:?}");
    };
    check("[a]: b\n[c]: <d e> 'f'\ng", &["1 Paragraph 3-3 g"], "C", Some("d e"));
    check("[a]: b\n===\nc", &["1 Paragraph 2-3 ===\nc"], "a", Some("b"));
    check("[a]: b\nc\n===", &["1 Heading 2-3 c"], "a", Some("b"));
    check("> [a]:\n> b\n> 'c'\n", &["1 Quote 1-3 > [a]:\n> b\n> 'c'"], "a", Some("b"));
    check("- [a]: b\n", &["1 List 1-1 - [a]: b", "2 Item 1-1 - [a]: b"], "a", Some("b"));
    check("```\n[a]: b\n```\n", &["1 Code 1-3 ```\n[a]: b\n```"], "a", None);
    check("a\n[b]: c", &["1 Paragraph 1-2 a\n[b]: c"], "b", None);
    check("a\n\n[b]: c\n\n# d", &["1 Paragraph 1-1 a", "1 Heading 5-5 d"], "b", Some("c"));
    check("> [!n] [a]: b\n", &["1 Callout 1-1 > [!n] [a]: b"], "a", None);
}

/// Whether `===` follows a link definition. comrak then begins a table below it one line too early, if it reads the
/// definition together with the table.
fn is_misplaced(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.windows(2).any(|pair| pair[0].contains("]:") && pair[1].starts_with("=="))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    // Cutting a note along its blocks relies on each of these.
    #[test]
    fn blocks_are_in_order_and_inside_each_other(
        bits in prop::collection::vec(
            prop::sample::select(vec![
                "a", "b ", " ", "  ", "    ", "\t", "\n", "\n", "\n", "\n\n", "- ", "* ", "+", "1. ",
                "2) ", "> ", ">", "# ", "##", "```", "~~~", "---", "===", "-", "|", "|-|", "| a ",
                "-|-", ":", "\\", "[a]", "[^b]", ": ", "<c>", "\"d\"", "<div>", "</p>", "<!--",
                "-->", "<?", "?>", "<e f='g'>", "<pre>", "</pre>", "%%", "%", "é", "***", "_ _ _",
                "> [!a] ", "\0", "\r\n", "[a]: b\n",
            ]),
            0..24,
        ),
        window in 1usize..12,
    ) {
        let text = bits.concat();
        prop_assume!(!is_misplaced(&text));
        prop_assert_eq!(blocks_in_pieces(&text, window), blocks(&text), "{:?}", text);
        let lines = Lines::of(&text);
        let blocks = read(&text, 0, &lines).unwrap().blocks;
        for (at, block) in blocks.iter().enumerate().skip(1) {
            let LineRange { start, end } = block.lines;
            prop_assert!(block.range.of(&text).is_some(), "{:?} in {:?}", block, text);
            prop_assert!(1 <= start && start <= end && end <= lines.count(), "{:?} in {:?}", block, text);
            prop_assert!(block.parent < at);
            if let Some(before) = block.before {
                prop_assert!(blocks[before.get() as usize].lines.end <= start, "{:?} in {:?}", blocks, text);
            }
            let outer = &blocks[block.parent];
            prop_assert!(outer.lines.start <= start && end <= outer.lines.end, "{:?} in {:?}", blocks, text);
            prop_assert!(outer.range.start <= block.range.start, "{:?} in {:?}", blocks, text);
        }
    }

    // Each line opens, closes or continues blocks of the lines before.
    #[test]
    fn any_lines_that_are_read_in_pieces_have_the_same_blocks(
        lines in prop::collection::vec(
            prop::sample::select(vec![
                "", "a", "- a", "  - b", "- ~~~", "  ~~~", "~~~", "    ~~~", "1. a", "2. ", "-", "   b",
                "    c", "> a", "> - b", ">", "> [!a] b", "| a | b |", "|-|-|", "a | b", "# c", "===",
                "[a]: b", "[a]:", "[^a]: b", "<div>", "<!-- a", "--> b", "%%", "%% b", "***", "\t- a",
            ]),
            0..40,
        ),
        window in 1usize..24,
    ) {
        let text = lines.join("\n");
        prop_assume!(!is_misplaced(&text));
        prop_assert_eq!(blocks_in_pieces(&text, window), blocks(&text), "{}", text);
    }
}
