use std::collections::BTreeSet;

use conversation::model::Tokens;
use notes::{ByteRange, ContentHash, LineRange, NotePath};

use super::*;
use conversation::reference::{Kind, Number, Passage, State};

fn passage(path: &str, text: &str) -> Reference {
    Reference {
        wikilink: format!("[[{path}]]"),
        path: Some(NotePath::new(path).unwrap()),
        title: path.to_owned(),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: Tokens(1),
        }),
        snippet: text.to_owned(),
        ..Reference::new(Kind::Search, State::Used)
    }
}

/// The passages `a1`, `a2` … of the note `a.md`.
fn passages(texts: &str) -> Vec<Reference> {
    texts.split_whitespace().map(|text| passage(&format!("{}.md", &text[..1]), text)).collect()
}

fn texts<'a>(passages: impl IntoIterator<Item = &'a Reference>) -> String {
    passages.into_iter().map(|it| it.snippet.as_str()).collect::<Vec<_>>().join(" ")
}

// B16
#[test]
fn reducing_keeps_the_best_of_each_call() {
    let cases = [
        (10, 1.2, 8),
        (10, 2.0, 5),
        (10, 100.0, 1),
        (10, 1.0, 10),
        (10, 0.5, 10),
        (1, 1.0001, 1),
        (3, 1.5, 2),
        (0, 2.0, 0),
        (4, f64::INFINITY, 1),
        (4, f64::NAN, 4),
    ];
    for (n, overshoot, kept) in cases {
        assert_eq!(kept_after(n, overshoot), kept, "{n} passages, {overshoot} times too large");
    }
}

// B10
#[test]
fn passages_stand_in_the_order_in_which_their_calls_were_asked() {
    /// Results as `id:passages`, in the order of arrival.
    fn check(asked: &str, came: &[&str], expect: &str) {
        let mut evidence = Evidence::default();
        for call in asked.split_whitespace() {
            evidence.register_call(call, "find_excerpts");
        }
        for result in came {
            let (id, found) = result.split_once(':').unwrap();
            evidence.replace_passages_of(id, passages(found));
        }
        assert_eq!(texts(evidence.passages()), expect, "{asked} {came:?}");
    }
    check("1 2 3", &["1:a1", "2:b1", "3:c1"], "a1 b1 c1");
    check("1 2 3", &["3:c1", "1:a1", "2:b1"], "a1 b1 c1");
    check("1 2 3 2", &["2:b1"], "b1");
    check("1 2 3", &["2:", "1:a1 a2", "3:"], "a1 a2");
    check("1", &["9:b1", "1:a1 b1"], "a1 b1");
}

// B21
#[test]
fn the_seeds_operations_work() {
    let mut evidence = Evidence::default();
    assert_eq!(texts(evidence.latest_references()), "");
    for (call, tool) in [("1", "find_excerpts"), ("2", "read_note"), ("3", "find_excerpts")] {
        evidence.register_call(call, tool);
    }
    evidence.replace_passages_of("1", passages("a1 a2"));
    evidence.replace_passages_of("3", passages("b1 a2"));
    assert_eq!(texts(evidence.passages()), "a1 a2 b1 a2");
    assert_eq!(texts(evidence.passages_of("3")), "b1 a2");
    assert_eq!(texts(evidence.passages_of("2")), "");
    assert_eq!(texts(evidence.passages_of("none")), "");
    assert!(evidence.passages().all(|it| it.call.is_some()));
    let by_call: Vec<_> =
        evidence.by_call().map(|(call, tool, found)| (call, tool, texts(found))).collect();
    let expect =
        [("1", "find_excerpts", "a1 a2"), ("2", "read_note", ""), ("3", "find_excerpts", "b1 a2")];
    assert_eq!(by_call, expect.map(|(call, tool, found)| (call, tool, found.to_owned())));
    evidence.replace_passages_of("1", passages("a1"));
    evidence.replace_passages_of("none", passages("c1"));
    assert_eq!(texts(evidence.passages()), "a1 b1 a2");
    let mut all = passages("b2 a3 d1 e1");
    all[0].call = Some("3".to_owned());
    all[1].call = Some("1".to_owned());
    all[2].call = Some("none".to_owned());
    evidence.replace_all(all.clone());
    assert_eq!(texts(evidence.passages_of("1")), "a3");
    assert_eq!(texts(evidence.passages_of("3")), "b2");
    assert_eq!(texts(evidence.passages()), "a3 b2");
    evidence.set_references(passages("b1"));
    all[0].number = Some(Number(7));
    evidence.set_references(all.clone());
    assert_eq!(texts(evidence.latest_references()), "b2 a3 d1 e1");
    assert_eq!(evidence.passages_of("3")[0].number, Some(Number(7)));
    for passage in passages("b2 e1") {
        assert_eq!(of_passage(&mut all, &passage).unwrap().snippet, passage.snippet);
    }
    // Another note may have the same text.
    assert_eq!(of_passage(&mut all, &passage("x.md", "b2")), None);
}

// B21
#[test]
fn a_passage_found_twice_belongs_to_both_calls() {
    let mut evidence = Evidence::default();
    evidence.register_call("1", "find_excerpts");
    evidence.register_call("2", "read_note");
    evidence.replace_passages_of("1", passages("a1 b1"));
    evidence.replace_passages_of("2", passages("b1 c1"));
    // The search found a1 before, the first call b1 before the second; c1 had no room.
    let mut references = passages("a1 b1");
    references[0].number = Some(Number(1));
    references[1] =
        Reference { number: Some(Number(2)), call: Some("1".to_owned()), ..references[1].clone() };
    evidence.set_references(references);
    let numbers = |call: &str| -> BTreeSet<u32> {
        evidence.passages_of(call).iter().filter_map(|it| Some(it.number?.0)).collect()
    };
    assert_eq!((numbers("1"), numbers("2")), ([1, 2].into(), [2].into()));
}

#[test]
fn memories_and_pages_have_sources() {
    let mut page = passage("a.md", "text");
    page.path = None;
    assert_eq!(page.source(), None);
    assert_eq!(page.key(), None);
    page.kind = Kind::Memory;
    assert_eq!(page.source().as_deref(), Some("memory"));
    page.url = Some("https://example.org".to_owned());
    assert_eq!(page.source().as_deref(), Some("https://example.org"));
}
