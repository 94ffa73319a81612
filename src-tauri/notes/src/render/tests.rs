use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{Note, parse};

const BASE: &str = "vault://localhost/";

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

fn catalog() -> Catalog {
    let notes = [
        ("Bread.md", "# Good bread\n## Crust\n"),
        ("d/Oven.md", ""),
        ("aa/Twin.md", ""),
        ("bb/Twin.md", ""),
        ("d/s.md", ""),
    ];
    let notes = notes.map(|(name, text)| (path(name), Arc::new(parse(text))));
    Catalog::new(notes, ["d/my pic.png", "plan.pdf"].map(path))
}

fn html(text: &str) -> String {
    let catalog = catalog();
    let source = path("d/s.md");
    let options =
        RenderOptions { catalog: Some(&catalog), source: Some(&source), image_base: BASE };
    render(text, &options)
}

#[test]
fn a_note_with_everything() {
    insta::assert_snapshot!(html(
        "---\ntitle: hidden\n---\n# Heading with [[Bread|good]] ^h1\n\nText *em* **strong** ~~gone~~ \
         ==marked== `[[code]]` and $x^2$, %%not seen%% [[Bread#Crust]], [[#^here]], [[Twin]], \
         [[Bred]], [[plan.pdf]].\n\n> quote\n> [[Oven]]\n\n- [ ] open\n- [x] done\n- [/] half\n\n\
         3. three\n4. four\n\n| a | b |\n|:-:|--:|\n| [[Bread\\|x]] | $y$ |\n\n```rust {.x}\nlet a = \
         \"[[no]]\";\n```\n\n$$\na\n\nb\n$$\n\nafter[^1] https://x.example\n\n[^1]: the note\n\n---\n"
    ));
}

#[test]
fn callouts() {
    insta::assert_snapshot!(html(
        "> [!tip] My *title* [[Bread]]\n> body\n\n> [!warning]-\n> folded\n>\n> $$\n> x\n> $$\n\n\
         > [!my own]+ Open\n> > [!note]\n> > inner\n"
    ));
}

#[test]
fn links_images_and_embeds() {
    insta::assert_snapshot!(html(
        "[md](../Bread.md#Crust) [out](https://x.example/a?b=1&c \"t\") [m](mailto:a@b.example)\n\
         [odd](zotero://select/1) [self](#Crust) [gone](gone.md)\n\n\
         ![[my pic.png|40x30]] ![alt text|200](my%20pic.png) ![[plan.pdf]] ![[gone.png]]\n\n\
         ![remote](https://x.example/p.png) ![](//x.example/q.png) ![d](data:image/png;base64,AA==)\n\n\
         <img src=\"my pic.png\" width=50 onerror=x><img src='https://x.example/r.png' alt=\"r\">\n\n\
         ![[Bread#Crust]]\n\ntext ![[Oven]] text\n\n[![i](my%20pic.png)](Bread.md)\n"
    ));
}

#[test]
fn a_message_has_no_source_and_a_text_may_have_no_catalog() {
    let catalog = catalog();
    let message = RenderOptions { catalog: Some(&catalog), source: None, image_base: BASE };
    let out = render("See [[Bread]] and [[#x]].", &message);
    assert!(out.contains("data-path=\"Bread.md\""), "{out}");
    assert!(out.contains("class=\"wikilink broken\""), "{out}");
    let alone = RenderOptions { catalog: None, source: None, image_base: "" };
    let out = render("[[Bread]] ![](a.png) ![](https://x.example/a.png)", &alone);
    assert!(out.contains("data-target=\"Bread\""), "{out}");
    assert!(!out.contains("<img"), "{out}");
}

#[test]
fn lines_are_those_of_the_note() {
    let lines_of = |text: &str| -> Vec<String> {
        let out = html(text);
        out.split("data-lines=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(lines_of("a\nb\n\n# c\n"), ["1-2", "4-4"]);
    assert_eq!(lines_of("---\nx: 1\n---\n\na\n"), ["5-5"]);
    assert_eq!(lines_of("a\r\n\r\nb\r\n"), ["1-1", "3-3"]);
    assert_eq!(lines_of("$$\nx\n\ny\n$$\nafter\n\n[[Bread]]\n"), ["1-5", "6-6", "8-8"]);
    assert_eq!(lines_of("- a\n- b\n\n```\nc\n```\n"), ["1-2", "1-1", "2-2", "4-6"]);
    assert_eq!(lines_of("a\rb\n\nc"), ["1-1", "3-3"]);
}

/// Every tag of some HTML: its name and its attributes.
fn tags(html: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let end = tag.find(|c: char| c.is_whitespace() || c == '>').unwrap();
        let name = tag[..end].trim_start_matches('/').to_lowercase();
        let mut attributes = Vec::new();
        rest = tag[end..].trim_start();
        while !rest.starts_with('>') {
            let (name, value) = rest.split_once("=\"").unwrap();
            let (value, after) = value.split_once('"').unwrap();
            attributes.push((name.to_lowercase(), value.to_owned()));
            rest = after.trim_start();
        }
        tags.push((name, attributes));
    }
    tags
}

/// Fails on anything that could run, load from elsewhere, or stand in for the window's own.
fn assert_safe(html: &str) {
    for (tag, attributes) in tags(html) {
        let never = [
            "script", "style", "iframe", "form", "svg", "math", "object", "embed", "input",
            "button", "link", "meta", "base", "template", "video", "audio",
        ];
        assert!(!never.contains(&tag.as_str()), "<{tag}> in {html}");
        for (name, value) in attributes {
            assert!(!name.starts_with("on"), "{name} in {html}");
            assert!(
                !["style", "srcset", "srcdoc", "action", "name", "target"].contains(&name.as_str()),
                "{name} in {html}"
            );
            let shown = ["http://", "https://", "mailto:", "#note-"];
            match name.as_str() {
                "href" => {
                    assert!(shown.iter().any(|s| value.to_lowercase().starts_with(s)), "{html}")
                }
                "src" => {
                    assert!(value.starts_with(BASE) || value.starts_with("data:image/"), "{html}")
                }
                "id" => assert!(value.starts_with("note-"), "{html}"),
                _ => {}
            }
        }
    }
}

// B51: nothing in a note runs, loads from elsewhere, or names what the window looks up.
#[test]
fn hostile_html_is_harmless() {
    for bad in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<a href=\"jAvAsCrIpT:alert(1)\">x</a>",
        "<a href=\" javascript:alert(1)\" id=app name=app target=_top>x</a>",
        "<iframe srcdoc=\"<script>\"></iframe>",
        "<div style=\"background:url(https://x.example)\" class=\"modal callout\">x</div>",
        "<form action=\"https://x.example\"><input name=q></form>",
        "<img src=\"https://x.example/p.png\" srcset=\"https://x.example/q.png 2x\">",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](java\u{1}script:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "![x](javascript:alert(1))",
        "<javascript:alert(1)>",
        "[[\"><img src=x onerror=alert(1)>]]",
        "[[a|<img src=x onerror=alert(1)>]]",
        "![[x.png|\" onload=\"alert(1)]]",
        "![\" onerror=\"alert(1)](d/my%20pic.png)",
        "> [!x\" onclick=\"alert(1)] <script>y</script>",
        "```x\" onclick=\"y\n<script>\n```",
        "$<script>alert(1)</script>$",
        "- [\"] x",
        "# <style>*{display:none}</style>",
        "<a title=\"<img src=x onerror=alert(1)>\">",
        "\u{fdd0}0\u{fdd1} [[Bread]] \u{fdd0}9\u{fdd1}",
    ] {
        let out = html(bad);
        assert_safe(&out);
        assert!(!out.contains("modal"), "{out}");
    }
}

// What sanitising would take minutes for is cut short.
#[test]
fn deep_nesting_ends() {
    for deep in ["> ", "- ", "*a **b ", "<div>", "<b>", "[", "![", "<img src=x>"] {
        assert_safe(&html(&deep.repeat(1_000)));
    }
}

fn hostile() -> impl Strategy<Value = String> {
    let bits = prop::sample::select(vec![
        "<script>",
        "</script>",
        "<img src=",
        "onerror=",
        "alert(1)",
        "javascript:",
        "\"",
        "'",
        ">",
        "<",
        "[[",
        "]]",
        "|",
        "![[",
        "](",
        ")",
        "[",
        "![",
        "`",
        "```\n",
        "\n",
        "> [!",
        "]-",
        "%%",
        "$",
        "$$\n",
        "<!--",
        "-->",
        "<a href=",
        "<svg",
        "<style>",
        "x.png",
        "https://x.example",
        "data:text/html,",
        " ",
        "&#x3c;",
        "\u{fdd0}0\u{fdd1}",
        "| a |\n|---|\n",
        "- [",
        "[^1]",
        "\n[^1]: ",
        "Bread",
        "#",
        "\0",
        "\\",
    ]);
    prop::collection::vec(bits, 0..40).prop_map(|bits| bits.concat())
}

proptest! {
    // B51
    #[test]
    fn whatever_stands_in_a_note_is_harmless(text in hostile()) {
        let out = html(&text);
        assert_safe(&out);
        prop_assert!(!out.to_lowercase().contains("<script"));
        prop_assert!(!out.contains('\u{fdd0}'), "a mark is left");
    }

    #[test]
    fn a_link_is_shown_where_the_parser_sees_one(text in "[a-z |\\[\\]`$%\n-]{0,40}") {
        let Note { links, .. } = parse(&text);
        let wikilinks = links.iter().filter(|link| link.raw.starts_with("[[")).count();
        let shown = html(&text).matches("<a role").count();
        // Those in comments are links and aren't shown.
        prop_assert!(shown <= wikilinks + text.matches("](").count(), "{text:?}");
        if !text.contains("%%") && !text.contains("](") {
            prop_assert_eq!(shown, wikilinks, "{:?}", text);
        }
    }
}
