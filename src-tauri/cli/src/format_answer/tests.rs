use conversation::{
    Check, CitationMark, Disagreement, MessageId, ProbableSource,
    reference::{Kind, Passage},
};
use notes::{ByteRange, ContentHash, LineRange, NotePath};

use super::*;

fn reference(path: Option<&str>, wikilink: &str, number: Option<u32>, state: State) -> Reference {
    let title = wikilink.trim_matches(['[', ']']).to_owned();
    Reference {
        number: number.map(Number),
        wikilink: wikilink.to_owned(),
        path: path.map(|path| NotePath::new(path).unwrap()),
        passage: path.map(|_| Passage {
            lines: LineRange { start: 3, end: 4 },
            range: ByteRange { start: 10, end: 20 },
            hash: ContentHash::of("x"),
            text: "x".to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: chat_tokens(),
        }),
        snippet: format!("From {title}."),
        title,
        ..Reference::new(Kind::Search, state)
    }
}

fn chat_tokens() -> models::Tokens {
    models::Tokens(3)
}

fn answer() -> Answer {
    let text = "Salt is two per cent [1]. Rye since 1900 [2] keeps [3].\nIt is\x1b[2J old.";
    let cite = |mark: &str, number: u32, support: Support| {
        let start = text.find(mark).unwrap() as u32;
        CitationMark {
            support: Some(support),
            ..CitationMark::new(start, start + 3, Number(number))
        }
    };
    let web = Reference {
        url: Some("https://example.org/salt".to_owned()),
        ..reference(None, "Salt on the web", Some(4), State::Used)
    };
    let created = "2026-05-03T10:00:00Z".parse().unwrap();
    let mut answer = Answer::new(MessageId::new(), text.to_owned(), created);
    answer.references = vec![
        reference(Some("Left.md"), "[[Left]]", Some(5), State::Considered),
        reference(None, "[[Nowhere\u{202e}]]", None, State::Broken),
        web,
        reference(Some("Bread/Rye é.md"), "[[Rye é]]", Some(2), State::Cited),
        Reference {
            summary: Some("What salt does.".to_owned()),
            ..reference(Some("Salt.md"), "[[Salt#How much]]", Some(1), State::Cited)
        },
        reference(Some("Old.md"), "[[Old]]", Some(3), State::Changed),
    ];
    Answer {
        citations: vec![
            cite("[1]", 1, Support::Supported),
            cite("[2]", 2, Support::Unsupported),
            cite("[3]", 3, Support::Weak),
        ],
        checks: vec![Check { missing: vec!["1900".to_owned()], ..Check::new(26, 44) }],
        probably: vec![ProbableSource {
            start: 56,
            end: text.len() as u32,
            number: Number(1),
            evidence: Vec::new(),
        }],
        has_receipt: true,
        ..answer
    }
}

/// Shows the escape character.
fn visible(text: &str) -> String {
    text.replace('\x1b', "␛")
}

fn whole(links: Links) -> String {
    let answer = answer();
    format!("{}\n{}{}", text(&answer), checks(&answer), references(&answer, links))
}

#[test]
fn an_answer_without_colours_looks_like_this() {
    let plain = anstream::adapter::strip_str(&whole(Links(None))).to_string();
    insta::assert_snapshot!(plain);
}

#[test]
fn an_answer_with_colours_and_links_looks_like_this() {
    insta::assert_snapshot!(visible(&whole(Links(Some(Path::new("/home/me/My notes"))))));
}

#[test]
fn calls_of_tools_take_a_line_each() {
    let call = |state: CallState, told: &str| Call {
        id: "1".to_owned(),
        name: "read_note".to_owned(),
        arguments: "{\"path\":\n\"Salt.md\"}".to_owned(),
        state,
        told: told.to_owned(),
        found: Vec::new(),
        gist: None,
    };
    let lines = [
        calling(&call(CallState::Running, "")),
        called(&call(CallState::Done, "Read Salt.")),
        called(&call(CallState::Failed, "There is no note “Salt”.")),
    ];
    let plain = lines.map(|line| anstream::adapter::strip_str(&line).to_string());
    assert_eq!(
        plain,
        [
            "→ read_note {\"path\":\\n\"Salt.md\"}",
            "✓ Read Salt.",
            "✗ read_note: There is no note “Salt”."
        ]
    );
}

#[test]
fn notes_that_disagree_are_named_with_what_they_say() {
    let mut answer = answer();
    for (reference, text) in
        answer.references[3..5].iter_mut().zip(["Rye: 8 hours.", "Rye: 12\nhours."])
    {
        reference.passage.as_mut().unwrap().text = text.to_owned();
    }
    let span = |number: u32, end: u32| PassageSpan { number: Number(number), start: 0, end };
    answer.checks = vec![Check {
        disagreements: vec![Disagreement {
            one: span(1, 14),
            other: span(2, 13),
            differing: Vec::new(),
        }],
        ..Check::new(0, 25)
    }];
    let plain = anstream::adapter::strip_str(&checks(&answer)).to_string();
    let line = "Your notes disagree: [1] says “Rye: 12 hours.”, [2] says “Rye: 8 hours.”";
    assert!(plain.lines().any(|it| it == line), "{plain}");
    for (reference, day) in answer.references[3..5].iter_mut().zip(["2026-05-12", "2026-05-19"]) {
        reference.age.date = Some(day.to_owned());
    }
    let plain = anstream::adapter::strip_str(&checks(&answer)).to_string();
    let line =
        "Your notes changed: 2026-05-12 [2] “Rye: 8 hours.”, then 2026-05-19 [1] “Rye: 12 hours.”";
    assert!(plain.lines().any(|it| it == line), "{plain}");
}

#[test]
fn nothing_is_said_of_an_answer_that_rests_on_nothing() {
    let mut bare =
        Answer { citations: Vec::new(), checks: Vec::new(), probably: Vec::new(), ..answer() };
    bare.references.clear();
    assert_eq!(checks(&bare) + &references(&bare, Links(None)), "");
}

// Each line used to contain its whole sentence: one of 120 kB with 8,000 marks took minutes and gigabytes.
#[test]
fn of_a_long_answer_with_many_findings_the_first_are_listed_and_the_others_counted() {
    const MARKS: u32 = 8_000;
    let text = "Rye bread [1] ".repeat(MARKS as usize);
    let length = u32::try_from(text.len()).unwrap();
    let mark = |at: u32| CitationMark {
        support: Some(Support::Unsupported),
        ..CitationMark::new(at * 14 + 10, at * 14 + 13, Number(1))
    };
    let probably =
        |_| ProbableSource { start: 0, end: length, number: Number(1), evidence: Vec::new() };
    let mut long = Answer {
        citations: (0..MARKS).map(mark).collect(),
        checks: vec![Check { missing: vec![text.clone(); 100], ..Check::new(0, length) }],
        probably: (0..MARKS).map(probably).collect(),
        ..answer()
    };
    long.text = text;
    let check = |message: &Answer, more: usize| {
        let plain = anstream::adapter::strip_str(&checks(message)).to_string();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), FINDINGS + 1);
        let longest = lines.iter().map(|line| line.len()).max();
        assert!(longest < Some(QUOTATIONS * (MAX_QUOTATION + 20)), "{longest:?}");
        assert!(lines[FINDINGS].contains(&format!("and {more} more")), "{}", lines[FINDINGS]);
    };
    let all = 2 * MARKS as usize;
    check(&long, all - FINDINGS);
    check(&Answer { citations: Vec::new(), ..long }, all / 2 - FINDINGS);
}

#[test]
fn a_note_is_listed_once_with_all_its_passages() {
    let passage = |number: u32, line: u32, state: State| {
        let mut one = reference(Some("Salt.md"), "[[Salt]]", Some(number), state);
        one.summary = Some("What salt does.".to_owned());
        one.passage.as_mut().unwrap().lines.start = line;
        one
    };
    let mut answer = answer();
    answer.references = vec![
        passage(4, 30, State::Used),
        reference(Some("Rye.md"), "[[Rye]]", Some(3), State::Used),
        passage(1, 3, State::Cited),
        passage(2, 12, State::Changed),
        passage(5, 40, State::Considered),
        passage(6, 50, State::Considered),
    ];
    let plain = anstream::adapter::strip_str(&references(&answer, Links(None))).to_string();
    let expected = "
📚 Referenced Documents:
  • [1] [2!] [4] [[Salt]] (Salt.md:3, 12, 30) (changed)
    What salt does.
  • [3?] [[Rye]] (Rye.md:3)
    From Rye.

Not used:
  • [5] [6] [[Salt]] (Salt.md:40, 50)
";
    assert_eq!(plain, expected);
}
