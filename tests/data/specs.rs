//! CommonMark's own examples.
//!
//! Our output is the same HTML with additional markup, so both sides are normalised before comparing. Each function
//! here is one step and states its reason.

use std::collections::HashMap;

use notes::{RenderOptions, render, sanitise};
use percent_encoding::percent_decode_str;

use crate::{agreement, json};

/// Examples rendered differently from the specification, with the reason.
const KNOWN: &[(&str, &str)] = &[
    ("98", "`---` twice at the beginning is front matter, as in Obsidian, and that is hidden"),
    ("550", "`[[foo]]` is a wikilink, whatever brackets stand around it"),
    ("561", "`[[*foo* bar]]` is a wikilink"),
    ("592", "`![[foo]]` is an embed"),
    ("604", "a bare address is a link, as in Obsidian"),
    ("610", "a bare address is a link, as in Obsidian"),
    ("613", "a bare address is a link, as in Obsidian"),
    ("614", "a bare mail address is a link"),
];

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    Open(String, Vec<(String, String)>),
    Close(String),
}

/// Parses HTML written by a serialiser.
fn pieces(html: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        if at > 0 {
            found.push(Piece::Text(unescaped(&rest[..at])));
        }
        rest = &rest[at + 1..];
        let mut quoted = false;
        let is_end = |c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let tag = rest[..end].trim_end_matches('/').trim_end();
        rest = rest.get(end + 1..).unwrap_or_default();
        if let Some(name) = tag.strip_prefix('/') {
            found.push(Piece::Close(name.to_owned()));
            continue;
        }
        let (name, mut behind) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while let Some((name, value)) = behind.split_once("=\"") {
            let (value, after) = value.split_once('"').unwrap_or((value, ""));
            attributes.push((name.trim().to_owned(), unescaped(value)));
            behind = after;
        }
        found.push(Piece::Open(name.to_owned(), attributes));
    }
    if !rest.is_empty() {
        found.push(Piece::Text(unescaped(rest)));
    }
    found
}

/// Decodes entities, because a character can be written in several ways.
fn unescaped(text: &str) -> String {
    [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")]
        .iter()
        .fold(text.to_owned(), |text, (escaped, c)| text.replace(escaped, c))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn written(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(&escaped(text)),
            Piece::Open(name, attributes) => {
                out.push_str(&format!("<{name}"));
                for (name, value) in attributes {
                    out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
                }
                out.push('>');
            }
            Piece::Close(name) => out.push_str(&format!("</{name}>")),
        }
    }
    out
}

/// Converts our links, whose target is in own attributes because only the window may open them, back to `<a href>`. A
/// link that can't be opened is a `span`.
fn our_links(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut blocked = Vec::new();
    let mut spans = Vec::new();
    pieces
        .into_iter()
        .map(|piece| match piece {
            Piece::Open(name, attributes) => {
                let all: HashMap<_, _> = attributes.iter().cloned().collect();
                let of = |name: &str| all.get(name).cloned().unwrap_or_default();
                let is_blocked = name == "span" && of("class") == "blocked";
                if name == "span" {
                    spans.push(is_blocked);
                }
                if is_blocked {
                    blocked.push(());
                    return link(&of("title"), "");
                }
                if name == "a" && of("class").starts_with("wikilink") {
                    let anchor = all.get("data-anchor").map(|anchor| format!("#{anchor}"));
                    let to = format!("{}{}", of("data-target"), anchor.unwrap_or_default());
                    return link(&to, &of("title"));
                }
                if name == "a" && of("class") == "external" {
                    return link(&of("data-href"), &of("title"));
                }
                Piece::Open(name, attributes)
            }
            Piece::Close(name) if name == "span" && spans.pop() == Some(true) => {
                Piece::Close("a".to_owned())
            }
            piece => piece,
        })
        .collect()
}

/// A link with a decoded address: `%20` and a space are equal.
fn link(href: &str, title: &str) -> Piece {
    let decoded = percent_decode_str(href).decode_utf8_lossy().into_owned();
    let mut attributes = vec![("href".to_owned(), decoded)];
    if !title.is_empty() {
        attributes.push(("title".to_owned(), title.to_owned()));
    }
    Piece::Open("a".to_owned(), attributes)
}

/// Removes syntax highlighting.
fn without_colours(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut coloured = 0;
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open(name, attributes)
                if name == "span"
                    && attributes.iter().any(|(_, value)| value.starts_with("tok-")) =>
            {
                coloured += 1;
            }
            Piece::Close(name) if name == "span" && coloured > 0 => coloured -= 1,
            Piece::Text(text) => match out.last_mut() {
                Some(Piece::Text(before)) => before.push_str(&text),
                _ => out.push(Piece::Text(text)),
            },
            piece => out.push(piece),
        }
    }
    out
}

/// Removes line numbers of blocks and the window's own roles.
fn without_additions(pieces: Vec<Piece>) -> Vec<Piece> {
    let added = ["data-lines", "role", "tabindex"];
    pieces
        .into_iter()
        .map(|piece| match piece {
            Piece::Open(name, mut attributes) => {
                attributes.retain(|(name, _)| !added.contains(&name.as_str()));
                Piece::Open(name, attributes)
            }
            piece => piece,
        })
        .collect()
}

/// Without a vault, an image is shown as a link with its alternative text.
fn images_as_links(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open(name, attributes) if name == "img" => {
                let all: HashMap<_, _> = attributes.into_iter().collect();
                let of = |name: &str| all.get(name).cloned().unwrap_or_default();
                let (src, alt) = (of("src"), of("alt"));
                out.push(link(&src, &of("title")));
                let shown = percent_decode_str(&src).decode_utf8_lossy().into_owned();
                out.push(Piece::Text(if alt.is_empty() { shown } else { alt }));
                out.push(Piece::Close("a".to_owned()));
            }
            piece => out.push(piece),
        }
    }
    out
}

/// Removes insignificant line ends between blocks.
fn without_blank(pieces: Vec<Piece>) -> Vec<Piece> {
    let blocks = [
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "blockquote",
        "pre",
        "hr",
        "div",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "br",
        "details",
        "summary",
        "section",
    ];
    let is_block = |piece: Option<&Piece>| match piece {
        Some(Piece::Open(name, _) | Piece::Close(name)) => blocks.contains(&name.as_str()),
        Some(Piece::Text(_)) => false,
        None => true,
    };
    let mut out: Vec<Piece> = Vec::new();
    let mut code = 0_i32;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(name, _) if name == "pre" => code += 1,
            Piece::Close(name) if name == "pre" => code -= 1,
            _ => {}
        }
        let Piece::Text(text) = piece else {
            out.push(piece.clone());
            continue;
        };
        let mut text = text.as_str();
        if code == 0 {
            if is_block(at.checked_sub(1).and_then(|before| pieces.get(before))) {
                text = text.trim_start();
            }
            if is_block(pieces.get(at + 1)) {
                text = text.trim_end();
            }
        }
        if !text.is_empty() {
            out.push(Piece::Text(text.to_owned()));
        }
    }
    out
}

/// The specification's HTML, sanitised except for links and images made from Markdown, which get a temporary address
/// that the sanitiser accepts. Raw HTML is the same in the example and the result.
fn sanitised(markdown: &str, html: &str) -> Vec<Piece> {
    let safe = "https://spec.example/?";
    let mut protected = String::new();
    let mut rest = html;
    while let Some(at) = rest.find("<a ").into_iter().chain(rest.find("<img ")).min() {
        protected.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('>').map_or(rest.len(), |end| end + 1);
        let (tag, after) = rest.split_at(end);
        rest = after;
        if tag.starts_with("<img ") {
            // Raw images are converted before sanitising.
            protected.push_str(&written(&protect(images_as_links(pieces(tag)), safe)));
        } else if markdown.contains(tag) {
            protected.push_str(tag);
        } else {
            protected.push_str(&written(&protect(pieces(tag), safe)));
        }
    }
    protected.push_str(rest);
    let hex = |text: &str| -> String {
        let bytes: Vec<u8> = (0..text.len() / 2)
            .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
            .collect();
        String::from_utf8(bytes).unwrap()
    };
    pieces(&sanitise(&protected))
        .into_iter()
        .map(|piece| match piece {
            Piece::Open(name, attributes) if name == "a" => {
                let all: HashMap<_, _> = attributes.iter().cloned().collect();
                match all.get("data-href").and_then(|href| href.strip_prefix(safe)) {
                    Some(own) => link(&hex(own), all.get("title").map_or("", String::as_str)),
                    None => Piece::Open(name, attributes),
                }
            }
            piece => piece,
        })
        .collect()
}

fn protect(pieces: Vec<Piece>, safe: &str) -> Vec<Piece> {
    pieces
        .into_iter()
        .map(|piece| match piece {
            Piece::Open(name, attributes) if name == "a" => {
                let change = |(name, value): (String, String)| {
                    let hex = |value: &str| -> String {
                        value.bytes().map(|byte| format!("{byte:02x}")).collect()
                    };
                    let value =
                        if name == "href" { format!("{safe}{}", hex(&value)) } else { value };
                    (name, value)
                };
                Piece::Open(name, attributes.into_iter().map(change).collect())
            }
            piece => piece,
        })
        .collect()
}

#[test]
fn commonmark_examples_render_as_the_specification_says() {
    let examples = json("specs/commonmark-spec.json");
    let examples = examples.as_array().unwrap();
    let mut differing = Vec::new();
    let mut same = 0;
    for example in examples {
        let (markdown, html) =
            (example["markdown"].as_str().unwrap(), example["html"].as_str().unwrap());
        let ours = render(markdown, &RenderOptions::default());
        same += usize::from(ours == html);
        let ours = without_blank(our_links(without_additions(without_colours(pieces(&ours)))));
        let theirs = without_blank(sanitised(markdown, html));
        if ours != theirs {
            let how =
                format!("{markdown:?}\n    spec {}\n    ours {}", written(&theirs), written(&ours));
            differing.push((example["example"].to_string(), how));
        }
    }
    println!("CommonMark's examples, byte for byte: {same} of {}", examples.len());
    agreement("CommonMark's examples, modulo our markup", examples.len(), &differing, KNOWN);
}
