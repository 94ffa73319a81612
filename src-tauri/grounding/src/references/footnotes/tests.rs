use conversation::{
    Check, CitationMark, FilePart, MessageId, PartUnit,
    model::Tokens,
    reference::{Kind, State},
};
use jiff::Timestamp;
use notes::ByteRange;

use super::*;

fn reference(number: u32, note: &str, lines: LineRange, text: &str) -> Reference {
    Reference {
        number: Some(Number(number)),
        wikilink: format!("[[{note}]]"),
        path: Some(NotePath::new(&format!("{note}.md")).unwrap()),
        passage: Some(Passage {
            lines,
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: vec!["Bread".to_owned(), "How much [g]".to_owned()],
            columns: None,
            part: None,
            tokens: Tokens(3),
        }),
        ..Reference::new(Kind::Search, State::Cited)
    }
}

fn answer(text: &str, marks: &[(&str, u32)], references: Vec<Reference>) -> Answer {
    let mut from = 0;
    let citations = marks.iter().map(|(mark, number)| {
        let start = from + text[from..].find(mark).unwrap();
        from = start + mark.len();
        let at = |at| u32::try_from(at).unwrap();
        CitationMark::new(at(start), at(from), Number(*number))
    });
    let citations = citations.collect();
    let answer = Answer::new(MessageId::new(), text.to_owned(), Timestamp::UNIX_EPOCH);
    let mut answer = Answer { citations, ..answer };
    answer.references = references;
    answer
}

#[test]
fn a_passage_that_names_one_page_is_cited_with_it() {
    let check = |text: &str, expect: Option<&str>| assert_eq!(page(text), expect, "{text}");
    check("“Salt slows it” (Doe 2020, p. 12)", Some("12"));
    check("> Salt slows it. [p. 12](zotero://open)", Some("12"));
    check("Seite 3-4, und S. 3-4", Some("3-4"));
    check("On page 7.", Some("7"));
    check("p. 12 and p. 14", None);
    check("Two per cent. 12 of them, p. a", None);
}

#[test]
fn a_kept_sentence_says_that_its_source_does_not_support_it() {
    let check = |supports: [Support; 2], expect: &str| {
        let text = "It is two [3], or three [4]. It is dark.";
        let mut message = answer(text, &[("[3]", 3), ("[4]", 4)], Vec::new());
        for (mark, support) in message.citations.iter_mut().zip(supports) {
            mark.support = Some(support);
        }
        message.checks = vec![Check::new(0, 28)];
        assert_eq!(
            footnoted(&message, |_| false, |_| None),
            format!("It is two [^3], or three [^4]{expect}. It is dark.\n")
        );
    };
    use Support::{Contradicted, Supported, Unsupported, Weak};
    check([Unsupported, Unsupported], " *(not found in the source)*");
    check([Supported, Contradicted], " *(the source says otherwise)*");
    check([Supported, Unsupported], "");
    check([Unsupported, Weak], "");
}

#[test]
fn a_kept_statement_without_a_source_says_so_where_others_have_one() {
    let text = "It is two [3]. It is dark.\n| It is old. |\nSo it keeps [3].";
    let mut message = answer(text, &[("[3]", 3), ("[3]", 3)], Vec::new());
    message.citations[1].support = Some(Support::Unsupported);
    let checks = [(0, 14), (15, 26), (29, 41), (42, 58)];
    message.checks = checks.map(|(start, end)| Check::new(start, end)).to_vec();
    let kept = |message: &Answer| footnoted(message, |_| false, |_| None);
    assert_eq!(
        kept(&message),
        "It is two [^3]. It is dark. *(no source)*\n| It is old. *(no source)* |\nSo it keeps [^3] \
         *(not found in the source)*.\n"
    );
    // An answer without any citation is a text like any other.
    message.citations.clear();
    assert_eq!(kept(&message), format!("{text}\n"));
}

// B89
#[test]
fn citations_become_footnotes_and_are_read_again() {
    let lines = LineRange { start: 3, end: 4 };
    let web = Reference {
        number: Some(Number(5)),
        url: Some("https://a.example/".to_owned()),
        snippet: "Salt.".to_owned(),
        ..Reference::new(Kind::Web, State::Cited)
    };
    let salt = reference(3, "In/Salt", lines, "Two per cent.\nNot more.");
    let message = answer(
        "It is two [3] per cent [5], 3 of them [3].",
        &[("[3]", 3), ("[5]", 5), ("[3]", 3)],
        vec![salt, web],
    );
    let note = footnoted(&message, |label| label == "5", |_| None);
    let key = key("Two per cent.\nNot more.");
    let expect = format!(
        "It is two [^3] per cent [^5-2], 3 of them [^3].\n\n[^3]: [[In/Salt#How much g]] “Two per cent. \
             Not more.” ^marginalia-{key}-3-4\n[^5-2]: <https://a.example/> “Salt.”\n"
    );
    assert_eq!(note, expect);
    // In a file it names the page.
    let mut paper = reference(1, "Paper", lines, "Dark.");
    paper.wikilink = "[[Paper.pdf]]".to_owned();
    paper.path = NotePath::new("Paper.pdf").ok();
    let part = FilePart { unit: PartUnit::Page, number: 3, name: None };
    paper.passage.as_mut().unwrap().part = Some(part);
    let of_paper =
        footnoted(&answer("It is dark [1].", &[("[1]", 1)], vec![paper]), |_| false, |_| None);
    assert!(of_paper.contains("[^1]: [[Paper.pdf#page=3]] “Dark.” ^marginalia-"), "{of_paper}");
    let read = footnotes(&note);
    assert_eq!((read.len(), read[0].line, &*read[0].label), (1, 3, "3"));
    assert_eq!(
        (&*read[0].target.path, read[0].headings()),
        ("In/Salt", &["How much g".to_owned()][..])
    );
    for (text, expect) in [
        ("# Bread\n\nTwo per cent.  \r\nNot more.\n", FootnoteState::Unchanged),
        ("Two per cent.\nNot more.", FootnoteState::Unchanged),
        ("# Bread\n\nThree per cent.\nNot more.\n", FootnoteState::Changed),
        ("", FootnoteState::Changed),
    ] {
        assert_eq!(read[0].state_in(text), expect, "{text}");
    }
    // Both Pandoc and this module read it.
    let citekey = |path: &NotePath| (path.stem() == "Salt").then(|| "doe:2020".to_owned());
    let cited = footnoted(&message, |_| false, citekey);
    assert!(cited.contains("\n[^3]: [@doe:2020] [[In/Salt#How much g]] “Two"), "{cited}");
    assert_eq!(footnotes(&cited)[0].target.path, "In/Salt");
    for odd in [
        "[^1]: [[A]] “x”",
        "[^1]: [[A]] “x” ^marginalia-xyz-1-2",
        "[^1]: [[A]] ^marginalia-0123456789abcdef-4-2",
    ] {
        assert_eq!(footnotes(odd), [], "{odd}");
    }
}
