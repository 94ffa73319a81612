use super::*;

#[test]
fn links_fill_boxes_and_nothing_else() {
    let (conversation, answer) = (ConversationId::new(), MessageId::new());
    let note = |path: &str| Some(NotePath::new(path).unwrap());
    let cases = [
        ("marginalia://open".to_owned(), Some(Link::Open { note: None, line: None })),
        (
            "marginalia://open?note=Bread%2FSalt.md".to_owned(),
            Some(Link::Open { note: note("Bread/Salt.md"), line: None }),
        ),
        (
            "marginalia://open?note=Salt.md&line=12".to_owned(),
            Some(Link::Open { note: note("Salt.md"), line: Some(12) }),
        ),
        ("marginalia://open?note=Salt.md&line=-1".to_owned(), None),
        (
            format!("marginalia://answer?conversation={conversation}&answer={answer}&passage=3"),
            Some(Link::Answer { conversation, answer, passage: Some(3) }),
        ),
        (format!("marginalia://answer?answer={answer}"), None),
        ("marginalia://open?note=../etc/passwd".to_owned(), None),
        (
            "MARGINALIA://ask?q=How%20much+salt%3F".to_owned(),
            Some(Link::Ask { question: "How much salt?".to_owned() }),
        ),
        (
            "marginalia://ask/?q=a%00%1bb%0Ac".to_owned(),
            Some(Link::Ask { question: "ab\nc".to_owned() }),
        ),
        ("marginalia://ask?q=%20".to_owned(), None),
        ("marginalia://ask".to_owned(), None),
        ("marginalia://search?q=rye".to_owned(), Some(Link::Search { query: "rye".to_owned() })),
        (format!("marginalia://receipt?answer={answer}"), Some(Link::Receipt { answer })),
        ("marginalia://receipt?answer=1".to_owned(), None),
        ("marginalia://send?q=x".to_owned(), None),
        ("marginalia:ask?q=x".to_owned(), None),
    ];
    for (address, expected) in cases {
        assert!(is_link(&address), "{address}");
        assert_eq!(Link::parse(&address).ok(), expected, "{address}");
    }
    let Ok(Link::Ask { question }) =
        Link::parse(&format!("marginalia://ask?q={}", "x".repeat(9_000)))
    else {
        panic!("a long question is a question")
    };
    assert_eq!(question.len(), LONGEST);
    assert!(!is_link("/home/you/marginalia") && !is_link("--sample"));
}
