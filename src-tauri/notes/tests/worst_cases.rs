//! Texts made to take long: each ends, and its result is no larger than the text allows. Nothing is timed: quadratic
//! time would run for hours.

use notes::{Note, parse};

#[path = "shared/lines.rs"]
mod lines;

use lines::LINES;

/// Long enough that quadratic time seems to hang.
const LONG: usize = 1 << 17;
const MEGABYTE: usize = 1 << 20;

/// Repeats `bit` up to about `bytes`.
fn repeated(bit: &str, bytes: usize) -> String {
    bit.repeat(bytes / bit.len() + 1)
}

/// Parses `text` and checks the size of the result.
fn check(name: &str, text: &str) -> Note {
    let note = parse(text);
    let mut held = 0;
    for link in &note.links {
        assert_eq!(link.range.of(text), Some(link.raw.as_str()), "{name}");
        held += link.raw.len() + link.target.path.len();
    }
    held += note
        .headings
        .iter()
        .map(|heading| heading.text.len() + heading.markdown.len())
        .sum::<usize>();
    held += note.callouts.iter().map(|callout| callout.title.len()).sum::<usize>();
    held += note.aliases.iter().chain(&note.tags).map(String::len).sum::<usize>();
    // A link in a link's text is stored twice, and its name a third time.
    assert!(held <= 8 * text.len() + 100, "{name}: {held} bytes from {}", text.len());
    note
}

#[test]
fn repeated_marks_take_linear_time() {
    for bit in [
        "[",
        "[[",
        "]",
        "]]",
        "](",
        "[a](",
        "[a](<b",
        "![",
        "![[",
        "[[a|",
        "[[a#",
        "[^",
        "[a][",
        "[a]: ",
        "[]",
        "!",
        "`",
        "``",
        "`` ` ",
        "$",
        "$$",
        "$a ",
        "$a$",
        "<",
        "<a ",
        "<a b='",
        "<!--",
        "<!-- ",
        "-->",
        "<?",
        "<![CDATA[",
        "</",
        "&",
        "&#",
        "\\",
        "\\[",
        "*",
        "**a ",
        "_",
        "~~",
        "==",
        "%%",
        "%% ",
        "%",
        "#",
        "#a",
        "# ",
        "#a/",
        "^",
        " ^a",
        "|",
        "| ",
        "a|",
        "> ",
        ">",
        "- ",
        "-",
        "1. ",
        "* ",
        "+ [ ] ",
        "> [!a] ",
        "http://\\[[",
        "http://a",
        "www.",
        "{",
        "\t",
        " ",
        "\u{a0}",
        "\0",
        "\r",
        "é",
        "日",
        "\u{1f600}",
    ] {
        check(bit, &repeated(bit, LONG));
        // The same, once there are definitions to look up, and with an end that may close them all.
        let text = repeated(bit, LONG / 8);
        check(bit, &format!("{text}\n\n[a]: b.md\n[[x]] `` $ -->"));
        check(bit, &format!("{text}](b.md) ]] ` $ -->"));
    }
}

#[test]
fn repeated_lines_take_linear_time() {
    for line in LINES {
        check(line, &repeated(line, LONG));
    }
}

#[test]
fn one_in_another() {
    let deep =
        |bit: &str, depth: usize, end: &str| format!("{}a{}", bit.repeat(depth), end.repeat(depth));
    for (open, close) in [
        ("[", "]"),
        ("[", "](b.md)"),
        ("![", "](b.png)"),
        ("[[", "]]"),
        ("![[", "]]"),
        ("(", ")"),
        ("[a](", ")"),
        ("[", "][b]"),
        ("![", "][b]"),
        ("<a>", "</a>"),
        ("*", "*"),
        ("**a", "a**"),
        ("$", "$"),
        ("`", "`"),
    ] {
        let text = format!("{}\n\n[b]: c.md\n", deep(open, 20_000, close));
        check(open, &text);
    }
    for bit in ["> ", ">", "- ", "1. ", "> - ", "- > ", "> [!a] ", "* - + ", "[^a]: ", "\t- "] {
        let line = repeated(bit, 20_000);
        check(bit, &line);
        check(bit, &format!("{line}a\n\n{line}a ^b\n{}", "\n".repeat(20_000)));
        check(bit, &format!("{line}- [ ] a\n").repeat(20));
    }
    // Each line goes deeper.
    for (indent, mark) in
        [("  ", "- a"), ("> ", "a"), ("  ", "- [ ] a ^b"), ("   ", "1. a"), ("\t", "* a")]
    {
        let lines = (0..1_000).map(|depth| format!("{}{mark}\n", indent.repeat(depth)));
        check(mark, &(lines.collect::<String>() + &"\n".repeat(20_000)));
    }
    // A hundred lists on each line, so that blank lines have thousands of blocks to keep open.
    let lines = (0..40).map(|line| format!("{}{}\n", " ".repeat(200 * line), "- ".repeat(100)));
    check("lists", &(lines.collect::<String>() + "a" + &"\n".repeat(50_000)));
}

#[test]
fn lengths_that_grow() {
    for mark in ["`", "~", "$", "[", "<", "#", "%", "*", "|", "="] {
        let text: String = (1..1_500).map(|length| mark.repeat(length) + "a").collect();
        check(mark, &text);
        let text: String = (1..1_500).rev().map(|length| mark.repeat(length) + "a\n").collect();
        check(mark, &text);
    }
}

#[test]
fn very_large_notes() {
    let line = "word [[link|shown]] #tag `code` ".repeat(MEGABYTE / 8);
    let note = check("one line", &line);
    assert_eq!(note.links.len(), MEGABYTE / 8);
    check("one word", &"a".repeat(16 * MEGABYTE));
    let headings: String =
        (0..100_000).map(|n| format!("{} H{n} `x`\n", "#".repeat(n % 6 + 1))).collect();
    assert_eq!(check("headings", &headings).headings.len(), 100_000);
    let row = "| a [[b]] ".repeat(60_000);
    let table = format!("{row}|\n{}|\n{row}|\n{}|\n", "|-".repeat(60_000), "| c ".repeat(60_000));
    assert_eq!(check("a wide table", &table).links.len(), 120_000);
    let wide = "| a ".repeat(100_000);
    check("a table too wide", &format!("{wide}|\n{}|\n", "|-".repeat(100_000)));
    check("a tall table", &format!("| a | b |\n|-|-|\n{}", "| [[c]] |\n".repeat(100_000)));
    check("autocompleted cells", &format!("{wide}|\n",).repeat(20));
    let definitions: String =
        (0..50_000).map(|n| format!("[l{n}]: n{n}.md\n[l{n}]\n\n# [l{n}]\n\n")).collect();
    assert!(check("definitions", &definitions).links.len() > 50_000);
    let ids: String = (0..50_000).map(|n| format!("- a ^i{n}\n")).collect();
    assert_eq!(check("block ids", &ids).blocks.len(), 50_000);
}

#[test]
fn front_matter_made_to_take_long() {
    let around = |yaml: &str| format!("---\n{yaml}\n---\n[[a]]");
    let lines: String =
        (0..20_000).map(|n| format!("key{n}: [\"[[note {n}]]\", 'text']\n")).collect();
    let note = check("many properties", &around(&lines));
    assert_eq!(note.links.len(), 20_001);
    let tags: String = (0..50_000).map(|n| format!("  - tag{n}\n")).collect();
    assert_eq!(check("many tags", &around(&format!("tags:\n{tags}"))).tags.len(), 50_000);
    let names: String = (0..100_000).map(|n| format!("name {n}, ")).collect();
    assert_eq!(check("many aliases", &around(&format!("aliases: {names}"))).aliases.len(), 100_000);
    let json: String =
        (0..20_000).map(|n| format!("\"key{n}\": {{\"a\": [\"[[b]]\"]}},")).collect();
    check("JSON", &around(&format!("{{{json}\"end\": 1}}")));
    // Each list names the one before ten times: as text, ten thousand million values.
    let bomb: String = (1..10)
        .map(|n| format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 10].join(", ")))
        .collect();
    let note = check("aliases of aliases", &around(&format!("a0: &a0 [lol]\n{bomb}title: T")));
    assert_eq!(note.title.as_deref(), Some("T"));
    for bit in [
        "[", "{", "{a: ", "- ", "? ", "[[", "a: &a ", "!!str ", "\"", "'", "| ", ">\n", "&a ",
        "*a ", "a: ", "#", "- - ", "\t",
    ] {
        check(bit, &around(&repeated(bit, 50_000)));
        check(bit, &around(&format!("a: {}", repeated(bit, 50_000))));
        check(bit, &around(&format!("{{\"a\": {}", repeated(bit, 50_000))));
    }
    check("deep lists", &around(&format!("a: {}1{}", "[".repeat(50_000), "]".repeat(50_000))));
    check("deep maps", &around(&format!("{}1{}", "{\"a\":".repeat(50_000), "}".repeat(50_000))));
    let deeper: String = (0..1_000).map(|depth| format!("{}a:\n", "  ".repeat(depth))).collect();
    check("deeper maps", &around(&deeper));
    check("never closed", &format!("---\n{}", "a: 1\n".repeat(200_000)));
    check("a long text", &around(&format!("a: |\n{}", "  text\n".repeat(500_000))));
}
