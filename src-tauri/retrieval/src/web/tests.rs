use super::*;

fn page(title: &str, text: &str) -> Page {
    Page {
        title: title.to_owned(),
        url: "https://example.org/salt".to_owned(),
        text: text.to_owned(),
        published: Some("2025-03-01".to_owned()),
    }
}

#[test]
fn a_page_is_cited_by_its_address() {
    let references = page("Salt", "Salt slows the yeast.").references();
    let [reference] = &references[..] else { panic!("{references:?}") };
    assert_eq!(reference.kind, Kind::Web);
    assert_eq!(reference.url.as_deref(), Some("https://example.org/salt"));
    assert_eq!(reference.path, None);
    assert_eq!(reference.title, "Salt");
    assert_eq!(reference.snippet, "Salt slows the yeast.");
    assert_eq!(reference.match_reason, "found on the web, of 2025-03-01");
    let passage = reference.passage.as_ref().unwrap();
    assert_eq!(passage.hash, ContentHash::of(&passage.text));
}

#[test]
fn a_long_page_gives_several_passages_and_an_empty_one_none() {
    let paragraph = "Salt slows the yeast, and so the dough takes longer to rise. ".repeat(40);
    let long = page("Salt", &[paragraph.as_str(); 12].join("\n\n")).references();
    assert_eq!(long.len(), PASSAGES_OF_A_PAGE);
    assert_eq!(page("Salt", " \n").references(), Vec::new());
    // A rule at a page's beginning isn't front matter.
    let ruled = page("", "---\ntitle: not one\n---\nText.").references();
    assert_eq!(ruled[0].title, "https://example.org/salt");
    assert!(ruled[0].passage.as_ref().unwrap().text.contains("not one"));
}
