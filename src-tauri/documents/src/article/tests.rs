use super::*;
use crate::{Limits, read_web_page};

fn check(page: &[u8], charset: Option<&str>, title: Option<&str>, has: &str, hasnt: &str) {
    let hints = WebPage { charset: charset.map(str::to_owned) };
    let read = read_web_page(page, "page.html", &hints, Limits::default()).unwrap();
    assert_eq!(read.title.as_deref(), title);
    assert!(read.text.contains(has), "{}", read.text);
    assert!(hasnt.is_empty() || !read.text.contains(hasnt), "{}", read.text);
}

#[test]
fn navigation_and_footers_are_left_out() {
    let said = "Salt slows the yeast, and so the dough takes longer to rise than without. ";
    let page = format!(
        "<html><head><title>On salt</title></head><body><nav><ul><li><a href=/>Home</a><li><a \
             href=/shop>Buy our ovens</a></ul></nav><article><h2>Salt</h2><p>{0}</p><p>{0}</p></article>\
             <footer>Cookies</footer><script>alert(1)</script></body></html>",
        said.repeat(6)
    );
    check(page.as_bytes(), None, Some("On salt"), "Salt slows the yeast", "Buy our ovens");
    // A short page is read whole.
    let short = b"<title>Hours</title><p>Open until six.</p>";
    check(short, None, Some("Hours"), "Open until six.", "");
}

#[test]
fn the_server_says_which_encoding_it_is() {
    let latin = b"<title>Br\xf6tchen</title><p>Mehl f\xfcr zw\xf6lf Br\xf6tchen.</p>";
    check(latin, Some("iso-8859-1"), Some("Brötchen"), "Mehl für zwölf Brötchen.", "");
    let said = b"<meta charset=latin1><title>Br\xf6tchen</title><p>F\xfcr zw\xf6lf.</p>";
    check(said, None, Some("Brötchen"), "Für zwölf.", "");
    let japanese = b"<title>x</title><p>\x83p\x83\x93</p>";
    check(japanese, Some("Shift_JIS"), Some("x"), "パン", "");
    check("<title>x</title><p>Für.</p>".as_bytes(), Some("no such"), Some("x"), "Für.", "");
}
