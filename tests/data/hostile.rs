//! Texts that try to run scripts or load remote content.

use notes::{RenderOptions, render};
use tests::hostile::broken_rules;

use crate::json;

/// The places of a note that can contain a hostile text.
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
    let options = RenderOptions { image_base: "vault://localhost/", ..RenderOptions::default() };
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
