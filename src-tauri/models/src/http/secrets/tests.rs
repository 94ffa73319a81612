use super::*;

fn check(secret: &str, text: &str, expect: &str) {
    assert_eq!(Secrets::new([Key::from(secret)]).hide(text), expect, "{text}");
}

// B54
#[test]
fn a_key_is_hidden_however_it_is_written() {
    let key = "sk-sentinel/93+ab";
    check(key, "", "");
    check(key, "nothing", "nothing");
    check(key, "Wrong: sk-sentinel/93+ab.", "Wrong: ….");
    check(key, "SK-Sentinel/93+AB sk-sentinel/93+ab", "… …");
    check(key, "?key=sk-sentinel%2F93%2Bab&x", "?key=…&x");
    check(key, "?key=%73k%2dsentinel%2f93%2Bab", "?key=…");
    check(key, r#""sk-sentinel\/93+ab""#, r#""…""#);
    check(key, r#""\u0073k-sentinel\u002F93\u002bab" ä"#, r#""…" ä"#);
    // JSON in a JSON string, and an address in JSON.
    check(key, r#"{\"key\":\"sk-sentinel\\/93+ab\"}"#, r#"{\"key\":\"…\"}"#);
    check(key, r"a\u003fkey=sk-sentinel\u00252F93%2Bab.", r"a\u003fkey=….");
    for text in ["é sk-sentinel/93+ab é", "%", "%zz", "\\", "\\u00", "\\ud800"] {
        check(key, text, &text.replace(key, HIDDEN));
    }
}

// B54
#[test]
fn a_key_in_base64_is_hidden() {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};
    let key = "sk-sentinel?93>ab~~~";
    let secrets = Secrets::new([Key::from(key)]);
    for text in [key.to_owned(), format!("me:{key}"), format!("you:{key}"), format!("{key}:")] {
        for engine in [STANDARD, URL_SAFE] {
            let hidden = secrets.hide(&format!("Basic {}.", engine.encode(&text)));
            assert!(hidden.starts_with("Basic ") && hidden.contains(HIDDEN), "{hidden}");
            // The rest reveals only a few letters.
            assert!(hidden.len() < "Basic ".len() + 16, "{hidden}");
        }
    }
}
