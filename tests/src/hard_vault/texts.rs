//! Difficult texts.

use super::table::{Fate, Table};

pub(super) fn add(table: &mut Table) {
    markdown(table);
    sizes(table);
    encodings(table);
    front_matter(table);
    data(table);
}

fn markdown(table: &mut Table) {
    table.note("malformed links", "texts/malformed.md", |word| {
        format!(
            "{word} [[|]] [[]] [[#]] [[^]] [[#^]] [[|a]] [[a|]] [[a||b]] [[a#]] [[../..]] [[/]] \
             [[a\nb]] ![[ ![[]] [[[[ ]]]] [[[a]]] [](  ) [a]( [a]() ![](<>) [a][ [[a]]]] \
             [a](%) [a](%zz.md) [a](%00.md) [[\u{0}]] [[a\\|b]] <> <[[a]]> `[[a` %%[[a\n"
        )
    });
    let open = |what: &'static str, piece: &'static str, times: usize| {
        move |table: &mut Table| {
            let path = format!("texts/{}.md", what.replace(' ', "-"));
            table.note(what, &path, |word| format!("{word}\n\n{}", piece.repeat(times)));
        }
    };
    for add in [
        open("unclosed brackets", "[", 50_000),
        open("unclosed wikilinks", "[[a ", 20_000),
        open("unclosed embeds", "![[", 20_000),
        open("unclosed emphasis", "*a **b ", 10_000),
        open("unclosed code", "`a ``b ", 10_000),
        open("unclosed math", "$a $$b ", 1_000),
        open("unclosed comments", "%% <!-- ", 10_000),
        open("unclosed html", "<a b='", 10_000),
        open("nested quotes", "> ", 5_000),
        open("nested lists", "- ", 2_000),
        open("nested html", "<div>", 2_000),
        open("backslashes", "\\", 100_000),
        open("blank lines", "\n", 100_000),
        open("entities", "&#x0;&#xD800;&lt;&ThisIsNone;", 5_000),
        open("a table of many columns", "| a ", 3_000),
        open("footnotes", "a[^1] [^1]: b\n\n", 1_000),
        open("block ids", "a ^id\n\n", 3_000),
        open("tags", "#a/b/c ", 20_000),
        open("rules", "---\n", 2_000),
    ] {
        add(table);
    }
    table.note("10,000 headings", "texts/headings.md", |word| {
        let headings: Vec<_> = (0..10_000).map(|n| format!("{} {n}", "#".repeat(n % 7))).collect();
        format!("{word}\n{}\n", headings.join("\n"))
    });
    table.note("5,000 links in a line", "texts/links.md", |word| {
        let links: Vec<_> = (0..5_000).map(|n| format!("[[note {n}#h|n]]")).collect();
        format!("{word} {}\n", links.join(" "))
    });
    table.note("embeds of itself", "texts/itself.md", |word| {
        format!("# {word}\n\n![[itself]]\n\n![[itself#{word}]]\n")
    });
}

fn sizes(table: &mut Table) {
    table.note("no byte but a word", "texts/short.md", str::to_owned);
    table.file("no byte at all", "texts/nothing.md", Fate::Left, |_| Vec::new());
    table.note("a line of 10 MB", "texts/long-line.md", |word| {
        format!("{word} {}", "some words and more ".repeat(500_000))
    });
    table.note("1 MB without a space", "texts/long-word.md", |word| {
        format!("{word} {}", "longword".repeat(125_000))
    });
}

fn encodings(table: &mut Table) {
    let mut bytes = |what: &str, name: &str, text: fn(&str) -> Vec<u8>| {
        table.file(what, &format!("encodings/{name}.md"), Fate::Found, text);
    };
    bytes("bytes that aren't UTF-8", "latin-1", |word| {
        [b"caf\xe9 \xff\xfe\xc0\x80 \xed\xa0\x80 ", word.as_bytes(), b" \xf0\x9f"].concat()
    });
    bytes("a byte order mark", "bom", |word| format!("\u{feff}# {word}\n").into_bytes());
    bytes("a byte order mark and nothing valid", "bom-latin-1", |word| {
        [b"\xef\xbb\xbf\xe9 ", word.as_bytes()].concat()
    });
    bytes("UTF-16, little end first", "utf-16le", |word| {
        utf_16(&format!("\u{feff}# {word} 😀\n"), u16::to_le_bytes)
    });
    bytes("UTF-16, big end first", "utf-16be", |word| {
        utf_16(&format!("\u{feff}# {word} 😀\n"), u16::to_be_bytes)
    });
    bytes("UTF-16 that is cut off", "utf-16-cut", |word| {
        let mut bytes = utf_16(&format!("\u{feff}# {word} \n😀"), u16::to_le_bytes);
        bytes.pop();
        bytes
    });
    bytes("NUL bytes", "nul", |word| format!("\0a\0 {word} [[\0]] \0").into_bytes());
    bytes("control characters", "control", |word| {
        let controls: String = ('\u{1}'..' ').collect();
        format!("{controls} {word} \u{1b}[2J\u{7f}\u{85}\u{2028}\u{2029}").into_bytes()
    });
    bytes("noncharacters", "noncharacters", |word| {
        format!("\u{fdd0}0\u{fdd1} {word} \u{fffe}\u{10ffff}\u{e000}").into_bytes()
    });
    bytes("lines that end in CR", "cr", |word| {
        format!("---\rtitle: x\r---\r# One\r\r{word}\r\r[[a]]\r").into_bytes()
    });
    bytes("line ends of all kinds", "line-ends", |word| {
        format!("# One\r\n\r{word}\n\r\n[[a]]\r\n").into_bytes()
    });
    bytes("right to left and zero width", "rtl", |word| {
        format!("\u{202e}{word}\u{202c} \u{200b}\u{200d}\u{2066}שלום\u{2069}").into_bytes()
    });
}

/// Adds no byte order mark; `text` contains `\u{feff}` if one is wanted.
fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

fn front_matter(table: &mut Table) {
    table.note("5 MB of front matter", "front-matter/large.md", |word| {
        let lines: Vec<_> = (0..100_000).map(|n| format!("property {n}: {n:032}")).collect();
        format!("---\n{}\n---\n\n{word}\n", lines.join("\n"))
    });
    let mut yaml = |what: &str, name: &str, yaml: fn() -> String| {
        table.note(what, &format!("front-matter/{name}.md"), |word| {
            format!("---\n{}\n---\n\n{word}\n", yaml())
        });
    };
    yaml("a title of 100 KB", "long", || format!("title: {}", "a ".repeat(50_000)));
    yaml("brackets without end", "brackets", || format!("title: {}", "[".repeat(20_000)));
    yaml("braces without end", "braces", || format!("title: {}", "{a: ".repeat(20_000)));
    yaml("nested sequences", "sequences", || format!("a:\n {}x", "- ".repeat(10_000)));
    yaml("references that grow", "laughs", || {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for n in 1..12 {
            let one = format!("*a{}", n - 1);
            text += &format!("a{n}: &a{n} [{}]\n", [one.as_str(); 9].join(", "));
        }
        text + "aliases: *a11"
    });
    yaml("a reference to itself", "itself", || "a: &a [*a]\naliases: *a".to_owned());
    yaml("the wrong kinds", "kinds", || {
        "title: [1, {a: b}]\naliases: {x: 1}\ntags: 0x10\ncssclasses: ~\n? [a]\n: b".to_owned()
    });
    yaml("the same key twice", "twice", || "title: a\ntitle: b\naliases: [c]\naliases: d".into());
    yaml("tabs and no space", "tabs", || "\ttitle:\ta\n\t- b\n:::\n@ `".to_owned());
    yaml("JSON without end", "json", || "{\"title\": [[[[".to_owned());
    table.note("front matter without end", "front-matter/open.md", |word| {
        format!("---\ntitle: a\n\n{word}\n")
    });
    table.note("nothing in front matter", "front-matter/empty.md", |word| {
        format!("---\n---\n{word}\n")
    });
}

fn data(table: &mut Table) {
    table.note("a drawing", "data/drawing.excalidraw.md", |word| {
        format!(
            "---\nexcalidraw-plugin: parsed\n---\n\n# Text Elements\n{word} ^a1\n\n%%\n\
             ## Drawing\n```compressed-json\n{}\n```\n%%\n",
            "N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMz\n".repeat(10_000)
        )
    });
    table.note("a picture in the text", "data/picture.md", |word| {
        format!(
            "{word}\n\n![](data:image/png;base64,{})\n",
            "iVBORw0KGgoAAAANSUhEUgAA".repeat(10_000)
        )
    });
    table.note("a log", "data/log.md", |word| {
        let lines: Vec<_> = (0..20_000).map(|n| format!("{n:08x} {:016x} ok", n * 7919)).collect();
        format!("{word}\n\n```\n{}\n```\n", lines.join("\n"))
    });
}
