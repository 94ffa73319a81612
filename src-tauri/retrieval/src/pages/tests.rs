use super::*;
use conversation::reference::Passage;
use notes::ContentHash;

fn page(title: &str, text: &str) -> Page {
    Page {
        title: title.to_owned(),
        url: "https://example.org/salt".to_owned(),
        text: text.to_owned(),
        published: Some("2025-03-01".to_owned()),
    }
}

// B112
#[test]
fn a_page_of_nothing_but_headings_is_cut_like_a_note() {
    for text in ["# a\n".repeat(4_000), "# a\n".repeat(200_000), "a\n---\n".repeat(4_000)] {
        let found = references(&page("Salt", &text));
        assert!(!found.is_empty() && found.len() <= index::MAX_PASSAGES);
        let most = index::chunk::MAX_TOKENS;
        let fits = |passage: &Passage| passage.tokens.0 <= most;
        assert!(found.iter().filter_map(|found| found.passage.as_ref()).all(fits));
    }
}

#[test]
fn a_page_is_cited_by_its_address() {
    let page = page("Salt", "Salt slows the yeast.");
    let references = references(&page);
    let [reference] = &references[..] else { panic!("{references:?}") };
    assert_eq!(reference.kind, Kind::Web);
    assert_eq!(reference.url.as_deref(), Some("https://example.org/salt"));
    assert_eq!(reference.path, None);
    assert_eq!(reference.title, "Salt");
    assert_eq!(reference.snippet, "Salt slows the yeast.");
    assert_eq!(reference.match_reason, "found on the web, dated 2025-03-01");
    let passage = reference.passage.as_ref().unwrap();
    assert_eq!(passage.hash, ContentHash::of(&passage.text));
    assert_eq!(text_of(&page)[passage.range.start..passage.range.end], passage.text);
}

#[test]
fn a_long_page_gives_several_passages_and_an_empty_one_none() {
    let paragraph = "Salt slows the yeast, and so the dough takes longer to rise. ".repeat(40);
    let long = references(&page("Salt", &[paragraph.as_str(); 12].join("\n\n")));
    assert!(long.len() > PASSAGES_OF_A_PAGE, "{}", long.len());
    assert_eq!(references(&page("Salt", " \n")), Vec::new());
    // A rule at a page's beginning isn't front matter.
    let ruled = references(&page("", "---\ntitle: not one\n---\nText."));
    assert_eq!(ruled[0].title, "https://example.org/salt");
    assert!(ruled[0].passage.as_ref().unwrap().text.contains("not one"));
}
