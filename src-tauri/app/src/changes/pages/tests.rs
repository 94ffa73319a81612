use super::*;

fn page(title: &str, text: &str, published: Option<&str>) -> KeptPage {
    KeptPage {
        url: "https://example.org/a?b=\"c\"".to_owned(),
        title: title.to_owned(),
        published: published.map(str::to_owned),
        fetched: "2026-11-23T09:00:00Z".parse().unwrap(),
        text: text.to_owned(),
    }
}

#[test]
fn a_page_says_where_it_is_from() {
    fn check(page: KeptPage, expect: &str) {
        assert_eq!(note_of(&page), expect);
    }
    check(
        page("Salt", "\nSalt slows.\n", Some("2025: May")),
        "---\nsource: \"https://example.org/a?b=\\\"c\\\"\"\nfetched: 2026-11-23\npublished: \"2025: May\"\n\
             ---\n\n# Salt\n\nSalt slows.\n",
    );
    check(
        page(" ", "# Own\n\nText", None),
        "---\nsource: \"https://example.org/a?b=\\\"c\\\"\"\nfetched: 2026-11-23\n---\n\n# Own\n\nText\n",
    );
}
