use crate::{Catalog, Error, Note, NotePath, parse};
use std::sync::Arc;

use proptest::prelude::*;

use super::*;

mod embeds;
mod features;
mod worst_cases;

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
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(&source),
        image_base: BASE,
        lines_before: 0,
        texts: None,
    };
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
    let message =
        RenderOptions { catalog: Some(&catalog), image_base: BASE, ..RenderOptions::default() };
    let out = render("See [[Bread]] and [[#x]].", &message);
    assert!(out.contains("data-path=\"Bread.md\""), "{out}");
    assert!(out.contains("class=\"wikilink broken\""), "{out}");
    let alone = "[[Bread]] ![](a.png) ![](https://x.example/a.png)";
    let out = render(alone, &RenderOptions::default());
    assert!(out.contains("data-target=\"Bread\""), "{out}");
    assert!(!out.contains("<img"), "{out}");
}

// B110
#[test]
fn properties_are_a_table_over_the_text() {
    insta::assert_snapshot!(html(
        "---\ntitle: Over it\nplace: \"[[Bread|the loaf]]\"\nrated: 7\nempty:\nfrom: [\"[[gone]]\", a <b>, \
         https://x.example/a?b&c]\nauthor:\n  name: Ann\n  born: 1990\n---\nText.\n"
    ));
    // Unreadable front matter stays as text.
    assert!(!html("---\na: [\n---\nText.\n").contains("properties"));
    assert!(!html("---\ntitle: Over it\n---\nText.\n").contains("table"));
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
    assert_eq!(lines_of("---\nx: 1\ny:\n  - 2\n\n---\n\na\n"), ["2-2", "3-5", "8-8"]);
    assert_eq!(lines_of("a\r\n\r\nb\r\n"), ["1-1", "3-3"]);
    assert_eq!(lines_of("$$\nx\n\ny\n$$\nafter\n\n[[Bread]]\n"), ["1-5", "6-6", "8-8"]);
    assert_eq!(lines_of("- a\n- b\n\n```\nc\n```\n"), ["1-2", "1-1", "2-2", "4-6"]);
    assert_eq!(lines_of("a\rb\n\nc"), ["1-1", "3-3"]);
}

proptest! {
    #[test]
    fn a_link_is_shown_where_the_parser_sees_one(text in "[a-z |\\[\\]`$%\n-]{0,40}") {
        let Note { links, .. } = parse(&text);
        let wikilinks = links.iter().filter(|link| link.raw.starts_with("[[")).count();
        let shown = html(&text).matches("<a role").count();
        // Links in comments count, but aren't shown.
        prop_assert!(shown <= wikilinks + text.matches("](").count(), "{text:?}");
        if !text.contains("%%") && !text.contains("](") {
            prop_assert_eq!(shown, wikilinks, "{:?}", text);
        }
    }
}

#[test]
fn a_formula_stays_whole_behind_tags_that_are_left_open() {
    let check = |text: &str, others: usize| {
        let out = html(text);
        let drawn = out.matches("<math").count();
        let framed = out.matches("<span class=\"math\" data-tex=\"x\"><math").count();
        assert_eq!((drawn, framed), (others, others), "{text}\n{out}");
    };
    check("$x$", 1);
    check("<plaintext>\n\n$x$", 1);
    check("a <PlainText a=b> $x$ and $x$", 2);
    check("<plaintext", 0);
    // Text that the quotation mark swallows is gone with its frame.
    check("<div title=\"open>\n\n$x$", 1);
    check("<a title=\"\n<b title='\n\n$x$\n", 1);
}
