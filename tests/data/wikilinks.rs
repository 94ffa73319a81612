//! Three other parsers' wikilink test cases, run with ours.

use notes::{Anchor, Link, LinkKind};

use crate::{agreement, text};

/// Markdown, and the other parser's HTML.
struct Case {
    markdown: String,
    html: String,
}

/// Parses a specification in CommonMark's form: long fences around Markdown, `.`, HTML.
fn cases(path: &str) -> Vec<Case> {
    let text = text(path);
    let mut cases = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("`````````") && line.contains("example") {
            let part = |lines: &mut std::str::Lines<'_>, end: &dyn Fn(&str) -> bool| {
                let part: Vec<_> = lines.by_ref().take_while(|line| !end(line)).collect();
                part.join("\n")
            };
            let markdown = part(&mut lines, &|line| line == ".");
            let html = part(&mut lines, &|line| line.starts_with("`````````"));
            cases.push(Case { markdown, html });
        }
    }
    assert!(!cases.is_empty(), "{path} has no cases");
    cases
}

/// The HTML's links as `target shown`, or `! target shown` for images.
fn theirs(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = rest.find('>').map_or(rest.len(), |end| end + 1);
        let tag = &rest[..end];
        if tag.starts_with("<a ") {
            let close = rest.find("</a>").unwrap_or(rest.len());
            let shown = without_tags(&rest[end..close]);
            found.push(format!("{} → {shown}", attribute(tag, "href")));
        } else if tag.starts_with("<img ") {
            found.push(format!("! {} → {}", attribute(tag, "src"), attribute(tag, "alt")));
        }
        rest = &rest[end..];
    }
    found
}

fn attribute(tag: &str, name: &str) -> String {
    let value = tag.split_once(&format!("{name}=\"")).map_or("", |(_, value)| value);
    let value = unescaped(value.split('"').next().unwrap_or(value));
    let bytes: Vec<u8> = percent_decoded(value.as_bytes());
    String::from_utf8(bytes).unwrap()
}

fn percent_decoded(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                out.push(byte);
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        text += &rest[..open];
        rest = rest[open..].split_once('>').map_or("", |(_, rest)| rest);
    }
    unescaped(&(text + rest))
}

fn unescaped(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(text.to_owned(), |text, (escaped, c)| text.replace(escaped, c))
}

fn ours(markdown: &str) -> Vec<String> {
    notes::parse(markdown).links.iter().map(spelled).collect()
}

fn spelled(link: &Link) -> String {
    let anchor = match &link.target.anchor {
        Some(Anchor::Heading(names)) => format!("#{}", names.join("#")),
        Some(Anchor::Block(id)) => format!("#^{id}"),
        None => String::new(),
    };
    let target = format!("{}{anchor}", link.target.path);
    let shown = link.shown.clone().unwrap_or_else(|| target.clone());
    let mark = if link.kind == LinkKind::Embed { "! " } else { "" };
    format!("{mark}{target} → {shown}")
}

fn check(path: &str, known: &[(&str, &str)]) {
    let cases = cases(path);
    let mut differing = Vec::new();
    for case in &cases {
        let mut theirs = theirs(&case.html);
        // Keep links to the vault only; `[[https://…]]` is the one URL that names a note.
        theirs.retain(|link| {
            !link.starts_with("http")
                || case.markdown.contains("[[h")
                || case.markdown.contains("|h")
        });
        let ours = ours(&case.markdown);
        if theirs != ours {
            differing.push((case.markdown.clone(), format!("{ours:?}, the spec {theirs:?}")));
        }
    }
    agreement(path, cases.len(), &differing, known);
}

const RAW: &str =
    "a name is taken as it is written, as Obsidian does: entities and backslashes stay";
const BEFORE: &str = "in Obsidian what is shown stands behind the pipe";
const SHOWN: &str = "what is shown is kept as it is written, and marked up where it is shown";

// B2
#[test]
fn the_cases_of_comrak_with_the_title_after_the_pipe() {
    const KNOWN: [(&str, &str); 3] = [
        ("[[Gesch&uuml;tztes Leerzeichen|&#xDC;ber &amp;nbsp;]]", RAW),
        ("[[https://example.org|foo\\[\\]bar]]", SHOWN),
        ("[[Name \\[of\\] page]]", RAW),
    ];
    check("specs/comrak-wikilinks_title_after_pipe.md", &KNOWN);
}

// B2
#[test]
fn the_cases_of_comrak_with_the_title_before_the_pipe() {
    const KNOWN: [(&str, &str); 5] = [
        ("[[title|https://example.org]]", BEFORE),
        ("[[Title|Name of page]]", BEFORE),
        ("[[&#xDC;ber &amp;nbsp;|Gesch&uuml;tztes Leerzeichen]]", BEFORE),
        ("[[foo\\[\\]bar|https://example.org]]", BEFORE),
        ("[[Name \\[of\\] page]]", RAW),
    ];
    check("specs/comrak-wikilinks_title_before_pipe.md", &KNOWN);
}

// B2
#[test]
fn the_cases_of_commonmark_hs() {
    const KNOWN: [(&str, &str); 1] =
        [("[[Gesch&uuml;tztes Leerzeichen|&#xDC;ber &amp;nbsp;]]", RAW)];
    check("specs/commonmark-hs-wikilinks_title_after_pipe.md", &KNOWN);
}

// B2
#[test]
fn the_cases_of_pulldown() {
    const KNOWN: [(&str, &str); 9] = [
        (
            "<https://example.org/>\n\n[[https://example.org/]]",
            "an address between angle brackets leads to no note",
        ),
        ("This is [[WikiLink|a **strong** pothole]].", SHOWN),
        (
            "This is a cute dog, linked to the page \"WikiLink\"\n\n[[WikiLink|![dog](dog.png)]]",
            SHOWN,
        ),
        (
            "[[WikiLink|[cat](cat.html)]]",
            "brackets that are balanced belong to the text that is shown (rule 14)",
        ),
        ("]] [[]] [[|]] [[|Symbol]] [[", "`[[|]]` names a note in Obsidian (rule 14)"),
        ("[[link|]]", "with nothing to show the target is shown"),
        ("[inline link]([[url]])", "people write wikilinks between parentheses"),
        ("[inline link]([[url)]]", "people write wikilinks between parentheses"),
        ("[[first\\|second]]", "a backslash before the pipe is that of a table (rule 1)"),
    ];
    check("specs/pulldown-wikilinks.txt", &KNOWN);
}
