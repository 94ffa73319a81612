//! Texts that try to run script or to load from elsewhere.

use notes::{RenderOptions, render};

use crate::json;

/// Elements that run, load, navigate or ask on their own.
const ELEMENTS: [&str; 19] = [
    "script", "style", "iframe", "frame", "frameset", "object", "embed", "applet", "base", "meta",
    "link", "form", "button", "select", "textarea", "template", "portal", "audio", "video",
];

/// Attributes with an address that the window would load by itself.
const LOADING: [&str; 11] = [
    "src",
    "srcset",
    "poster",
    "background",
    "data",
    "xlink:href",
    "action",
    "formaction",
    "ping",
    "lowsrc",
    "dynsrc",
];

/// What in `html` could run, load or lead away unasked. The HTML comes from a serialiser: each `<`
/// begins a tag, and values stand in double quotes.
pub fn broken_rules(html: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for (name, attributes) in tags(html) {
        if ELEMENTS.contains(&name.as_str()) {
            broken.push(format!("<{name}>"));
        }
        for (attribute, value) in attributes {
            let bare: String =
                value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            let bare = bare.to_lowercase();
            let script = ["javascript:", "vbscript:", "data:", "livescript:", "mocha:"];
            // In these an address is text like any other.
            let is_text = ["title", "alt", "id", "class", "name"].contains(&attribute.as_str())
                || attribute.starts_with("data-")
                || attribute.starts_with("aria-");
            let runs = attribute.starts_with("on")
                || matches!(attribute.as_str(), "style" | "srcdoc")
                || (!is_text && script.iter().any(|scheme| bare.starts_with(scheme)));
            let loads =
                LOADING.contains(&attribute.as_str()) && !bare.starts_with("vault://localhost/");
            if runs || loads {
                broken.push(format!("<{name} {attribute}=\"{value}\">"));
            }
        }
    }
    broken
}

type Tag = (String, Vec<(String, String)>);

fn tags(html: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with('/') {
            continue;
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(rest.len());
        let name = rest[..end].to_lowercase();
        rest = &rest[end..];
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                break;
            }
            let end = rest
                .find(|c: char| c.is_whitespace() || matches!(c, '=' | '>'))
                .unwrap_or(rest.len());
            let attribute = rest[..end].to_lowercase();
            rest = &rest[end..];
            let mut value = "";
            if let Some(quoted) = rest.strip_prefix("=\"") {
                let end = quoted.find('"').unwrap_or(quoted.len());
                value = &quoted[..end];
                rest = quoted.get(end + 1..).unwrap_or_default();
            } else if let Some(bare) = rest.strip_prefix('=') {
                let end = bare.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(bare.len());
                value = &bare[..end];
                rest = &bare[end..];
            }
            attributes.push((attribute, unescaped(value)));
        }
        found.push((name, attributes));
    }
    found
}

fn unescaped(value: &str) -> String {
    [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")]
        .iter()
        .fold(value.to_owned(), |value, (escaped, c)| value.replace(escaped, c))
}

/// The places of a note in which a hostile text may stand.
fn places(payload: &str) -> Vec<String> {
    let line = payload.replace(['\n', '\r'], " ");
    vec![
        payload.to_owned(),
        format!("before {line} after"),
        format!("# {line}\n\ntext"),
        format!("---\ntitle: {}\n---\n\ntext", serde_json::to_string(payload).unwrap()),
        format!("[[{line}]] and ![[{line}]] and [[a|{line}]]"),
        format!("[link]({line}) [link](<{line}>) ![image]({line}) ![{line}](<{line}>)"),
        format!("[link][1] ![image][1]\n\n[1]: <{line}> \"{line}\""),
        format!("| a | b |\n|---|---|\n| {line} | `{line}` |"),
        format!("```{line}\n{payload}\n```\n\n~~~\n{payload}\n~~~"),
        format!("> [!note] {line}\n> {line}"),
        format!("$${line}$$ and ${line}$ and %%{line}%% and =={line}=="),
        format!("text[^1]\n\n[^1]: {line}"),
        format!("- [ ] {line}\n- #{line}\n- {line} ^block"),
        format!("<{line}>"),
        format!("<b {line}>x</b> <a href=\"{line}\">x</a> <img src=\"{line}\">"),
    ]
}

fn check(name: &str, payloads: &[String]) {
    let options = RenderOptions { catalog: None, source: None, image_base: "vault://localhost/" };
    let mut texts = 0;
    let mut broken = Vec::new();
    for payload in payloads {
        for text in places(payload) {
            texts += 1;
            let rules = broken_rules(&render(&text, &options));
            if !rules.is_empty() {
                broken.push(format!("{text:?}: {rules:?}"));
            }
        }
    }
    println!("{name}: {} payloads in {texts} texts, {} get through", payloads.len(), broken.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

// B51
#[test]
fn no_script_payload_survives_rendering() {
    let cases = json("security/dompurify/expect.json");
    let cases = cases.as_array().unwrap();
    let payloads: Vec<_> =
        cases.iter().map(|case| case["payload"].as_str().unwrap().to_owned()).collect();
    check("dompurify", &payloads);
}

// B51
#[test]
fn no_naughty_text_survives_rendering() {
    let texts = json("security/blns/blns.json");
    let texts = texts.as_array().unwrap();
    let payloads: Vec<_> = texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    check("blns", &payloads);
}

#[test]
fn the_check_sees_what_it_looks_for() {
    for (html, expect) in [
        ("<p>&lt;script&gt; javascript: onclick=</p>", 0),
        ("<a class=\"external\" href=\"https://a.b/?x=javascript:\">x</a>", 0),
        ("<img src=\"vault://localhost/a%20b.png\" alt=\"onclick=&quot;x&quot;\">", 0),
        ("<span class=\"remote-image\" data-src=\"https://a.b/c.png\"></span>", 0),
        ("<a title=\"javascript:x\">x</a>", 0),
        ("<SCRIPT>x</SCRIPT>", 1),
        ("<img src=\"https://a.b/c.png\">", 1),
        ("<p onclick=\"x\">", 1),
        ("<p onclick>", 1),
        ("<a href=\"java&quot;\" onfocus=x>", 1),
        ("<a href=\" java\tscript:x\">", 1),
        ("<p style=\"background:url(x)\">", 1),
    ] {
        assert_eq!(broken_rules(html).len(), expect, "{html}");
    }
}
