//! Texts that took the sanitiser long, measured by its work on its input. It was quadratic: for each `&` it looks
//! through the rest of its piece of text, and it compares each attribute of a tag with those before it.

use super::*;
use crate::render::{pieces::prepare, writer};

const LONG: usize = 20_000;

/// The sanitiser's input for `text`, and its output.
fn rendered(text: &str) -> (String, String) {
    let options = RenderOptions::default();
    let left = Allowance::default();
    let frame =
        Frame { source: None, outer: None, titled: None, left: &left, ids: String::new(), page };
    let (html, _) = writer::write(&prepare(text), None, &options, &frame);
    (html, render(text, &options))
}

/// Bytes that the sanitiser looks at to rewrite a piece of text or an attribute's value.
fn looked_at(piece: &str) -> usize {
    let decoded = piece.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    decoded
        .split(['<', '>'])
        .map(|part| part.len() * (1 + part.bytes().filter(|byte| b"&\xc2".contains(byte)).count()))
        .sum()
}

/// Bytes that are looked at in `html`, and comparisons of attributes.
fn work(html: &str) -> usize {
    let mut work = 0;
    let mut rest = html;
    while let Some((text, behind)) = rest.split_once('<') {
        work += looked_at(text);
        if let Some(comment) = behind.strip_prefix("!--") {
            // A comment isn't rewritten.
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let mut quote = None;
        let end = behind.find(|c: char| {
            match quote {
                Some(open) if c == open => quote = None,
                Some(_) => {}
                None if c == '"' || c == '\'' => quote = Some(c),
                None => return c == '>',
            }
            false
        });
        let (tag, after) = behind.split_at(end.unwrap_or(behind.len()));
        work += tag.split(['"', '\'']).map(looked_at).sum::<usize>();
        work += tag.split_ascii_whitespace().count().pow(2);
        rest = after.strip_prefix('>').unwrap_or(after);
    }
    work + looked_at(rest)
}

#[track_caller]
fn check(name: &str, text: &str) -> String {
    let (html, page) = rendered(text);
    let work = work(&html);
    // Maximum 1,000 bytes of a piece of text, and 4,000 of an attribute.
    assert!(work <= 5_000 * (text.len() + 1_000), "{name}: {work} for {}", text.len());
    assert!(html.len() <= 64 * text.len() + 10_000, "{name}: {} bytes", html.len());
    page
}

/// The text of a page without its tags.
fn shown(page: &str) -> String {
    let text: String = page
        .split('<')
        .enumerate()
        .map(|(at, part)| match at {
            0 => part,
            _ => part.split_once('>').map_or("", |(_, text)| text),
        })
        .collect();
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")];
    signs.iter().fold(text, |text, (name, sign)| text.replace(name, sign)).trim().to_owned()
}

#[test]
fn long_text_is_cut_into_pieces_without_loss() {
    for bit in ["&", "§", "\u{a0}a", "é&b", "日§本"] {
        let line = bit.repeat(LONG / bit.len());
        let lines = format!("{bit}\n").repeat(LONG / bit.len() / 2);
        let fewer = bit.repeat(900 / bit.len());
        for (name, text, expect) in [
            ("text", line.clone(), line.trim()),
            ("lines", lines.clone(), lines.trim()),
            ("heading", format!("# {line}"), line.trim()),
            ("code", format!("```\n{line}\n```"), line.trim()),
            ("indented", format!("    {line}"), line.trim()),
            ("code in a line", format!("`{line}`"), line.trim()),
            ("emphasis", format!("**a{line}a**"), &format!("a{line}a")),
            ("link", format!("[a{line}a](https://a.example)"), &format!("a{line}a")),
            ("wikilink", format!("[[a|a{fewer}a]]"), &format!("a{fewer}a")),
            ("a long wikilink", format!("[[a|a{line}a]]"), ""),
            ("item", format!("- a{line}"), &format!("a{line}")),
            ("raw text", format!("<b>{fewer}</b>"), fewer.trim()),
            ("raw block", format!("<div>\n{line}\n</div>"), line.trim()),
            ("raw table", format!("<table>{line}</table>"), line.trim()),
            ("formula", format!("$$\nx{line}"), &format!("x{line}")),
            ("alone", format!("$$x{fewer}$$"), ""),
            ("comment", format!("a <!-- {line} -->"), "a"),
        ] {
            let page = check(name, &text);
            if !expect.is_empty() {
                assert!(shown(&page) == expect, "{name} of {bit}: {:.200}", shown(&page));
            }
        }
        check("address", &format!("[a](https://a.example/{line})"));
        check("angle address", &format!("[a](<https://a.example/{line}>)"));
        check("title", &format!("[a](https://a.example '{line}')"));
        check("image", &format!("![{line}](a.png '{line}')"));
        check("image of data", &format!("![a](data:image/png;base64,{line})"));
        check("remote image", &format!("![a](https://a.example/{line})"));
        check("raw image", &format!("<img src='https://a.example/{line}' alt='{line}'>"));
        check("broken link", &format!("[[{line}]]"));
        check("anchor", &format!("[[a#{line}]]"));
        check("attribute", &format!("<b title='{line}'>a</b>"));
        check("open attribute", &format!("<div title='\n\n{line}"));
        check("blocks in a table", &format!("<table>\n{}", format!("<tr>{fewer}\n\n").repeat(20)));
        check("language", &format!("```{line}\na\n```"));
        check("callout", &format!("> [!{line}] {line}\n> a"));
        check("footnote", &format!("a[^{line}]\n\n[^{line}]: {line}"));
    }
}

#[test]
fn tags_that_are_too_much_are_text() {
    let many: String = (0..20_000).map(|at| format!(" a{at}")).collect();
    let values: String = (0..300).map(|at| format!(" a{at}=\"b\"")).collect();
    for (name, text) in [
        ("attributes", format!("<b{many}>a</b>")),
        ("attributes in a block", format!("<div{many}>\na\n</div>")),
        ("attributes with values", format!("<b{values}>a</b>")),
        ("a long value", format!("<b title=\"{}\">a</b>", "a ".repeat(3_000))),
        ("slashes", format!("<b{}>a</b>", "/a".repeat(1_000))),
        ("no gaps", format!("<b{}>a</b>", "a=\"\"".repeat(500))),
    ] {
        let page = check(name, &text);
        assert!(page.contains("&lt;b") || page.contains("&lt;div"), "{name}: {page:.200}");
    }
    for honest in ["<b title='x > y' class=file>a</b>", "<ol start=3 class=\"a\"><li>a</ol>"] {
        assert!(!check("honest", honest).contains("&lt;"), "{honest}");
    }
    // Content that isn't text is hidden.
    let style = format!("a\n\n<style>\n{}\n</style>\n", "a>b<c&".repeat(5_000));
    assert_eq!(shown(&check("style", &style)), "a");
}

#[test]
fn a_sanitised_page_is_bounded_too() {
    let page = "&".repeat(LONG);
    assert_eq!(shown(&sanitise(&page)), page);
    assert_eq!(
        sanitise("<p>a &amp; b &lt;i&gt; <b>c</b></p>"),
        "<p>a &amp; b &lt;i&gt; <b>c</b></p>"
    );
    let names = "&amp;&Sigma;&#955;".repeat(2_000);
    assert_eq!(shown(&sanitise(&names)), "&Σλ".repeat(2_000));
}

proptest! {
    // Any note is shown, with bounded work and nothing forbidden.
    #[test]
    fn any_text_is_rendered_by_the_rules(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "<", ">", "</", "<!--", "-->", "<b", "<a href=", "<img src=", "<x>", "<table>", "<td>", "<svg>", "<style>",
            "<script>", "</script>", "<plaintext>", "<textarea>", "\"", "'", "=", "/", " onclick=", "javascript:",
            "https://a.example", "data:image/png;base64,", " ", "\n", "\n\n", "&", "&amp", "&#60;", "§", "a", "`", "```\n",
            "$", "$$", "\\boxed{", "\\hat", "}", "[[", "]]", "![[", "|", "](", "[^1]", "[^1]: ", "> [!a] ", "- [ ] ", "---\n",
            "title: ", "\u{fdd0}0\u{fdd1}", "\u{fdd2}", "\0", "\r",
        ]), 0..30),
    ) {
        let text = pieces.concat();
        let page = check("any text", &text);
        for forbidden in ["<x", "<script", "<style", "<svg", "<plaintext", "<textarea", " href=\"h"] {
            prop_assert!(!page.contains(forbidden), "{forbidden} in {page} of {text:?}");
        }
        for tag in page.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            let names = tag.split('"').step_by(2);
            prop_assert!(!names.into_iter().any(|name| name.contains(" on")), "{tag} of {text:?}");
        }
    }
}
