use crate::{Catalog, NotePath, Result};
use std::collections::BTreeMap;

use super::*;

/// A vault of notes, rendered with the texts of those that are embedded.
struct Texts(BTreeMap<NotePath, String>);

impl NoteTexts for Texts {
    fn text(&self, path: &NotePath) -> Result<String> {
        self.0.get(path).cloned().ok_or_else(|| Error::NotFound(path.clone()))
    }
}

fn shown(source: &str, notes: &[(&str, &str)]) -> String {
    let texts: BTreeMap<_, _> =
        notes.iter().map(|(name, text)| (path(name), (*text).to_owned())).collect();
    let parsed = texts.iter().map(|(path, text)| (path.clone(), Arc::new(parse(text))));
    // One more, whose file is gone meanwhile.
    let gone = (path("gone.md"), Arc::new(Note::default()));
    let catalog = Catalog::new(parsed.chain([gone]), ["d/film.mp4", "d/pic.png"].map(path));
    let source = path(source);
    let texts = Texts(texts);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(&source),
        image_base: BASE,
        lines_before: 0,
        texts: Some(&texts),
    };
    render(&texts.0[&source], &options)
}

const BREAD: &str = "---\ntitle: Good bread\n---\n# Good bread\n\nSee [[#Crust]], [[oven]] and \
    ![](pic.png)[^1].\n\n## Crust\n\nBrown.[^x]\n\n- one\n- two ^two\n- three\n\n## After\n\n[^1]: first\n\
    [^x]: crisp\n";

#[test]
fn a_note_in_a_note() {
    insta::assert_snapshot!(shown(
        "host.md",
        &[
            ("host.md", "Before[^1]\n\n![[Bread]]\n\nAfter\n\n[^1]: mine\n"),
            ("d/Bread.md", BREAD),
            ("d/oven.md", "")
        ],
    ));
}

#[test]
fn a_section_a_block_and_a_section_of_the_same_note() {
    insta::assert_snapshot!(shown(
        "host.md",
        &[
            (
                "host.md",
                "![[Bread#Crust]]\n\n- item ![[Bread#^two]] end\n\n![[#Mine]]\n\n# Mine\n\nText.\n"
            ),
            ("d/Bread.md", BREAD),
        ],
    ));
}

#[test]
fn an_embed_that_cannot_be_shown_says_so() {
    insta::assert_snapshot!(shown(
        "host.md",
        &[
            (
                "host.md",
                "![[Bread#Crumb]]\n\n![[Bread#^no]]\n\n![[Bred]]\n\n![[gone]]\n\n![[film.mp4]]\n\n![[plan.excalidraw]]\n\n[[Bread#Crumb]]\n"
            ),
            ("d/Bread.md", "# A\n"),
            ("plan.excalidraw.md", "```compressed-json\nN4Ig\n```\n"),
        ],
    ));
}

#[test]
fn a_note_that_embeds_itself_ends() {
    let out = shown("a.md", &[("a.md", "A\n\n![[b]]\n"), ("b.md", "B\n\n![[a]]\n")]);
    assert_eq!(out.matches("class=\"embed cycle\"").count(), 1, "{out}");
    assert_eq!((out.matches("<p").count(), out.matches("<p>B</p>").count()), (2, 1), "{out}");
    // A section that embeds the section around it, and one that doesn't.
    let text = "# A\n\n![[#B]]\n\n![[#A]]\n\n# B\n\ntext\n";
    let out = shown("a.md", &[("a.md", text)]);
    assert_eq!(out.matches("class=\"embed cycle\"").count(), 1, "{out}");
    assert_eq!(out.matches("<p>text</p>").count(), 1, "{out}");
}

#[test]
fn only_the_host_has_lines() {
    let out =
        shown("host.md", &[("host.md", "one\n\n![[b]]\n\nlast\n"), ("b.md", "x\n\ny\n\n- z\n")]);
    let lines: Vec<_> =
        out.split("data-lines=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(lines, ["1-1", "3-3", "5-5"], "{out}");
}

#[test]
fn depth_ends_in_a_link() {
    let notes: Vec<_> =
        (0..7).map(|n| (format!("n{n}.md"), format!("text {n}\n\n![[n{}]]\n", n + 1))).collect();
    let notes: Vec<_> = notes.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let out = shown("n0.md", &notes);
    assert!(out.contains("text 4") && !out.contains("text 5"), "{out}");
    assert!(out.contains("data-path=\"n5.md\"") && out.contains("nested deeper"), "{out}");
}

#[test]
fn many_embeds_of_many_notes_stay_small() {
    let text: String = (0..10).map(|n| format!("![[n{n}]]\n\n")).collect();
    let text = format!("{}\n\n{text}", "word ".repeat(200));
    let notes: Vec<_> = (0..10).map(|n| format!("n{n}.md")).collect();
    let notes: Vec<_> = notes.iter().map(|name| (name.as_str(), text.as_str())).collect();
    let out = shown("n0.md", &notes);
    assert!(out.len() < 1_000_000, "{} bytes", out.len());
    assert!(out.contains("embeds too much"), "{out}");
    // A large note isn't shown, however often it is embedded.
    let large = "word ".repeat(300_000);
    let out = shown("n.md", &[("n.md", &"![[large]]\n\n".repeat(9)), ("large.md", &large)]);
    assert!(out.len() < 10_000 && out.contains("too long"), "{out}");
}

// B51: what a note leaves open doesn't reach into the note that shows it.
#[test]
fn an_embed_stays_in_its_frame() {
    let b = ("b.md", "<b><details><div>\n\n</div></div></div></div>x");
    let host =
        "before\n\n![[b]]\n\nafter\n\n<p data-lines=\"1-1\" class=\"passage-mark\">forged</p>\n";
    let out = shown("a.md", &[("a.md", host), b]);
    let frame =
        &out[out.find("<div class=\"embed\"").unwrap()..out.find("<p data-lines=\"5-5").unwrap()];
    for tag in ["div", "details", "b"] {
        let opened = ["<", "<"]
            .iter()
            .zip([">", " "])
            .map(|(a, b)| frame.matches(&format!("{a}{tag}{b}")).count());
        // The frame itself is one more.
        let one_more = usize::from(tag == "div");
        assert_eq!(
            frame.matches(&format!("</{tag}>")).count(),
            opened.sum::<usize>() + one_more,
            "{tag}: {frame}"
        );
    }
    assert!(!out.contains("data-lines=\"1-1\" class") && !out.contains("passage-mark"), "{out}");
    // An unclosed tag is text: it pulls nothing after it into its attribute.
    let out = shown("a.md", &[("a.md", "<div title='\n\n![[b]]\n\n'>x</div>\n"), b]);
    assert!(out.contains("embed-content\">") && out.contains("&lt;div title='"), "{out}");
    assert!(!out.contains(['\u{fdd2}', '\u{fdd3}']), "{out}");
}
