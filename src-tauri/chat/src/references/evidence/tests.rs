use models::Tokens;
use notes::{ByteRange, ContentHash, LineRange, NotePath};

use super::*;
use crate::{
    ReferenceId,
    references::{Kind, Number, Passage},
};

/// A passage `text` of the note `path`.
fn passage(path: &str, text: &str) -> Reference {
    Reference {
        id: ReferenceId::new(),
        number: None,
        kind: Kind::Search,
        state: State::Used,
        wikilink: format!("[[{path}]]"),
        path: Some(NotePath::new(path).unwrap()),
        attachment: None,
        url: None,
        call: None,
        anchor: None,
        title: path.to_owned(),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            tokens: Tokens(1),
        }),
        summary: None,
        snippet: text.to_owned(),
        match_reason: String::new(),
        others: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// The passages `a1`, `a2` … of the note `a.md`, by their texts.
fn passages(texts: &str) -> Vec<Reference> {
    texts.split_whitespace().map(|text| passage(&format!("{}.md", &text[..1]), text)).collect()
}

fn texts<'a>(passages: impl IntoIterator<Item = &'a Reference>) -> String {
    passages.into_iter().map(|it| it.snippet.as_str()).collect::<Vec<_>>().join(" ")
}

/// A message's references: `a1=1` has its number, `a2?` is considered.
fn told(references: &[Reference]) -> String {
    let one = |it: &Reference| match (it.state, it.number) {
        (State::Considered, _) => format!("{}?", it.snippet),
        (_, Some(Number(number))) => format!("{}={number}", it.snippet),
        _ => it.snippet.clone(),
    };
    references.iter().map(one).collect::<Vec<_>>().join(" ")
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

// B16
#[test]
fn after_a_reduction_ledger_message_and_cards_agree() {
    let cases = [
        (1.2, "a0=1 a1=2 a2=3 a3=4 a4=5 a5=6 a6=7 a7=8 b0=9 b1=10 a8? a9? b2?"),
        (2.0, "a0=1 a1=2 a2=3 a3=4 a4=5 b0=6 a5? a6? a7? a8? a9? b1? b2?"),
        (100.0, "a0=1 b0=2 a1? a2? a3? a4? a5? a6? a7? a8? a9? b1? b2?"),
    ];
    for (overshoot, message) in cases {
        let mut evidence = Evidence::default();
        evidence.extract("c1", "find_excerpts", passages("a0 a1 a2 a3 a4 a5 a6 a7 a8 a9"));
        evidence.extract("c2", "find_excerpts", passages("b0 b1 b2"));
        evidence.reduce(overshoot);
        let mut ledger = Ledger::default();
        evidence.number(&mut ledger);
        let references = evidence.of_message();
        assert_eq!(told(&references), message, "{overshoot}");
        // Every number of the ledger is of one reference of the message, and of one on its card.
        let numbers: Vec<Number> = references.iter().filter_map(|it| it.number).collect();
        assert!(numbers.iter().eq(ledger.known()), "{overshoot}");
        let cards = cards(&references);
        assert_eq!(cards.len(), 2);
        let on_cards: usize = cards.iter().map(|card| card.references.len()).sum();
        assert_eq!(on_cards, references.len());
    }
}

// B15, B16
#[test]
fn a_second_reduction_changes_no_number() {
    let mut evidence = Evidence::default();
    let mut ledger = Ledger::default();
    evidence.extract("c1", "find_excerpts", passages("a0 a1 a2 a3"));
    evidence.number(&mut ledger);
    evidence.reduce(2.0);
    evidence.extract("c2", "read_note", passages("b0 a1 a3"));
    evidence.number(&mut ledger);
    // What was cut and is found again is no longer cut, and has its number of before.
    assert_eq!(told(&evidence.of_message()), "a0=1 a1=2 b0=5 a3=4 a2?");
    evidence.reduce(3.0);
    assert_eq!(told(&evidence.of_message()), "a0=1 b0=5 a2? a3? a1?");
}

// B10
#[test]
fn references_come_from_all_calls_in_the_order_asked() {
    /// Calls as `id` or `id<parent`, in the order asked; results as `id:passages`, as they came.
    fn check(asked: &str, came: &[&str], expect: &str) {
        let mut evidence = Evidence::default();
        for call in asked.split_whitespace() {
            let (id, within) = call.split_once('<').map_or((call, None), |(id, of)| (id, Some(of)));
            evidence.asked(id, "find_excerpts", within);
        }
        for result in came {
            let (id, found) = result.split_once(':').unwrap();
            evidence.extract(id, "find_excerpts", passages(found));
        }
        assert_eq!(texts(&evidence.of_message()), expect, "{asked} {came:?}");
    }
    check("1 2 3", &["1:a1", "2:b1", "3:c1"], "a1 b1 c1");
    check("1 2 3", &["3:c1", "1:a1", "2:b1"], "a1 b1 c1");
    check("1 2 3", &["2:b1"], "b1");
    check("1 2 3", &["2:", "1:a1", "3:"], "a1");
    // Calls of several rounds, and those that a tool made while others ran.
    check("1 2 1a<1 3 1b<1", &["3:d1", "1b:c1", "1a:b1", "1:a1", "2:e1"], "a1 b1 c1 e1 d1");
    check("1 1a<1 1aa<1a 1b<1 2", &["2:e1", "1b:d1", "1aa:c1", "1a:b1", "1:a1"], "a1 b1 c1 d1 e1");
    check("1 x<gone 2", &["x:b1", "2:c1", "1:a1"], "a1 b1 c1");
    // A call that nobody announced counts from when it came; the same passage counts once.
    check("1", &["9:b1", "1:a1 b1", "1:a2"], "a1 b1 a2");
}

// B21
#[test]
fn the_seeds_operations_work() {
    let mut evidence = Evidence::default();
    assert_eq!(texts(evidence.latest_references()), "");
    assert!(evidence.latest_referenced_passages().is_empty());
    evidence.extract("1", "read_note", passages("a1 a2"));
    evidence.extract("2", "list_notes", Vec::new());
    evidence.extract("3", "find_excerpts", passages("b1 a2"));
    // Passages, by call and by tool.
    assert_eq!(texts(evidence.passages()), "a1 a2 b1 a2");
    let calls: Vec<_> = evidence.calls().map(|it| format!("{} {}", it.call, it.tool)).collect();
    assert_eq!(calls, ["1 read_note", "3 find_excerpts"]);
    assert_eq!(evidence.passages_of_all_calls().len(), 2);
    assert_eq!(texts(evidence.passages_of("3")), "b1 a2");
    assert_eq!(texts(evidence.passages_of("2")), "");
    assert_eq!(texts(evidence.passages_of("none")), "");
    assert!(evidence.passages().all(|it| it.call.is_some()));
    // References, all and the latest, and the passages that they mean.
    evidence.add_references(passages("b1"));
    evidence.add_references(passages("a2 z9"));
    assert_eq!(evidence.references().len(), 2);
    assert_eq!(texts(evidence.latest_references()), "a2 z9");
    assert_eq!(texts(evidence.latest_referenced_passages()), "a2 a2");
    assert_eq!(texts(evidence.passages_of_references(&passages("b1 a1"))), "b1 a1");
    // Replacing those of one call, and all.
    evidence.replace_passages_of("1", passages("a1"));
    evidence.replace_passages_of("none", passages("c1"));
    assert_eq!(texts(evidence.passages()), "a1 b1 a2");
    let mut all = passages("b2 a3 d1");
    all[0].call = Some("3".to_owned());
    all[1].call = Some("1".to_owned());
    evidence.replace_all(all);
    assert_eq!(texts(evidence.passages_of("1")), "a3");
    assert_eq!(texts(evidence.passages_of("3")), "b2");
    assert_eq!(texts(evidence.passages()), "a3 b2 d1");
    assert_eq!(told(&evidence.of_message()), "a3 b2 d1 a1? b1? a2?");
}

// B9
#[test]
fn a_note_has_one_card_and_each_passage_its_number() {
    let mut evidence = Evidence::default();
    evidence.extract("1", "find_excerpts", passages("a1 b1 a2 c1 b1"));
    evidence.number(&mut Ledger::default());
    let mut references = evidence.of_message();
    let mut broken = passage("x.md", "");
    (broken.path, broken.passage) = (None, None);
    references.push(broken);
    let cards: Vec<String> = cards(&references)
        .iter()
        .map(|card| {
            let numbers =
                card.references.iter().filter_map(|it| it.number).map(|it| it.to_string());
            format!("{} {}", card.source, numbers.collect::<Vec<_>>().join(","))
        })
        .collect();
    assert_eq!(cards, ["a.md 1,3", "b.md 2", "c.md 4", "[[x.md]] "]);
}

#[test]
fn what_is_not_of_a_note_has_its_source_too() {
    let mut page = passage("a.md", "text");
    page.path = None;
    assert_eq!(page.source(), None);
    assert_eq!(page.key(), None);
    page.kind = Kind::Memory;
    assert_eq!(page.source().as_deref(), Some("memory"));
    page.url = Some("https://example.org".to_owned());
    assert_eq!(page.source().as_deref(), Some("https://example.org"));
}
