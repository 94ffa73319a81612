//! A note's HTML runs and loads nothing, whatever the note contains.

use std::sync::Arc;

use notes::{Catalog, NotePath, RenderOptions, render};
use proptest::prelude::*;
use tests::hostile::broken_rules;

const BASE: &str = "vault://localhost/";

type Parsed = (NotePath, Arc<notes::Note>);

fn parsed((name, text): (&str, &str)) -> notes::Result<Parsed> {
    Ok((NotePath::new(name)?, Arc::new(notes::parse(text))))
}

/// Renders the first of `notes` in a vault with all of them.
fn rendered(notes: &[(&str, &str)], files: &[&str]) -> notes::Result<String> {
    let all: Vec<Parsed> = notes.iter().copied().map(parsed).collect::<notes::Result<_>>()?;
    let source = all[0].0.clone();
    let files: Vec<NotePath> =
        files.iter().map(|file| NotePath::new(file)).collect::<notes::Result<_>>()?;
    let catalog = Catalog::new(all, files);
    let read = |path: &NotePath| {
        let note = notes.iter().find(|(name, _)| *name == path.as_str());
        note.map(|(_, text)| (*text).to_owned()).ok_or_else(|| notes::Error::NotFound(path.clone()))
    };
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(&source),
        image_base: BASE,
        lines_before: 0,
        texts: Some(&read),
    };
    Ok(render(notes[0].1, &options))
}

/// Renders `text` as a note that may embed itself and another note with the same text.
fn html(text: &str) -> notes::Result<String> {
    rendered(&[("Bread.md", text), ("d/Oven.md", text)], &["d/my pic.png", "plan.pdf"])
}

#[track_caller]
fn check(text: &str) -> notes::Result<()> {
    let out = html(text)?;
    assert_eq!(broken_rules(&out), Vec::<String>::new(), "{text:?}: {out}");
    assert!(!out.contains("class=\"modal"), "{out}");
    Ok(())
}

// B51: nothing in a note runs, loads from elsewhere, or uses names that the window looks up.
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
        "<math><mi style=\"color:red\">x</mi></math>",
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
        "```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```",
        "$<script>alert(1)</script>$",
        "$\\text{<img src=x onerror=alert(1)>}$",
        "$\\href{javascript:alert(1)}{x} \\style{color:url(x)}{y}$",
        "$$\n\\color{url(x)} x \\class{modal}{y}\n$$",
        "<div title='\n\n$x$ `\" onclick=alert(1) '\n\n'>",
        "- [\"] x",
        "# <style>*{display:none}</style>",
        "<a title=\"<img src=x onerror=alert(1)>\">",
        "\u{fdd0}0\u{fdd1} [[Bread]] \u{fdd0}9\u{fdd1}",
        "\u{fdd2}0\u{fdd3} <p title=\"&#xfdd2;0&#xfdd3;\">$x$</p>",
        "![[Oven]] <div title='\n\n![[Oven]]\n\n<img src=x onerror=alert(1)>",
    ] {
        check(bad).unwrap();
    }
}

#[test]
fn a_notes_own_math_is_none_of_ours() {
    for own in ["<math><mi>x</mi></math>", "a <math display=\"block\"><mn>1</mn></math> b"] {
        let out = html(own).unwrap();
        assert!(!out.contains("<m"), "{out}");
    }
}

/// The maximum nesting depth of elements in `html`.
fn depth(html: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if tag.starts_with('/') {
            open = open.saturating_sub(1);
        } else if !matches!(name, "" | "br" | "hr" | "img") {
            open += 1;
            deepest = deepest.max(open);
        }
    }
    deepest
}

// Sanitising takes time quadratic in the depth, so the renderer limits depth and raw tags.
#[test]
fn deep_nesting_is_cut_short() {
    for deep in ["> ", "- ", "*a **b ", "[", "![", "$\\frac{", "`", "> [!a]\n> "] {
        let text = deep.repeat(1_000);
        check(&text).unwrap();
        let out = html(&text).unwrap();
        assert!(depth(&out) <= 125, "{deep:?} gives elements {} deep", depth(&out));
        assert!(out.len() <= 60 * text.len(), "{deep:?} gives {} bytes", out.len());
    }
    for deep in ["<div>", "<b>", "<img src=x>"] {
        check(&deep.repeat(1_000)).unwrap();
    }
    let out = html(&"<br>".repeat(7_000)).unwrap();
    assert_eq!((out.matches("<br").count(), out.matches("&lt;br").count()), (6_000, 1_000));
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
        "```html\n",
        "\n",
        "> [!",
        "]-",
        "%%",
        "$",
        "$$\n",
        "\\text{",
        "\\color{",
        "}",
        "<!--",
        "-->",
        "<a href=",
        "<svg",
        "<math>",
        "<style>",
        "x.png",
        "https://x.example",
        "data:text/html,",
        " ",
        "&#x3c;",
        "\u{fdd0}0\u{fdd1}",
        "&#xfdd2;",
        "| a |\n|---|\n",
        "- [",
        "[^1]",
        "\n[^1]: ",
        "Bread",
        "![[Oven]]",
        "#",
        "\0",
        "\\",
        "<div title=",
    ]);
    prop::collection::vec(bits, 0..40).prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    // B51
    #[test]
    fn any_notes_html_is_harmless(text in hostile()) {
        let out = html(&text).unwrap();
        prop_assert_eq!(broken_rules(&out), Vec::<String>::new(), "{}", &out);
        prop_assert!(!out.contains(['\u{fdd0}', '\u{fdd1}']), "a mark is left: {}", out);
    }

    #[test]
    fn any_text_is_rendered(text in "\\PC{0,60}") {
        prop_assert_eq!(broken_rules(&html(&text).unwrap()), Vec::<String>::new());
    }
}

/// The note with everything in it that the window's recordings have.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/recordings/Everything.md");

#[test]
fn a_note_with_everything_in_it_is_harmless() {
    let text = std::fs::read_to_string(SAMPLE).unwrap();
    let notes = [
        ("Everything.md", text.as_str()),
        (
            "Ingredients/Salt.md",
            "# Salt\n\n## When it goes in\n\nAfter the rest. See [[Autolyse]].\n",
        ),
        ("Techniques/Autolyse.md", "# Autolyse\n"),
        ("Recipes/Country loaf.md", "# Country loaf\n"),
        ("Recipes/Rye.md", "# Rye\n"),
        ("Archive/Rye.md", "# Rye\n"),
        ("Troubleshooting/Flat loaf.md", "# Flat loaf\n\nIt rose too long. See [[Salt]].\n"),
    ];
    let html = rendered(&notes, &["prices.pdf"]).unwrap();
    assert_eq!(broken_rules(&html), Vec::<String>::new());
}
