mod damaged;
mod legacy;
mod round;
mod worst_cases;

use models::{CountKind, ProviderKind, Tokens, Usage};

use super::*;
use crate::{
    ArchivedMessage,
    tests::{answered, question, receipt, reference},
};
use conversation::{
    Author, Call, CallState, CitationMark, Code, Error, MessageId, MessageState, ProbableSource,
    Receipt, Step,
    context::{Cut, Segment},
    reference::{Number, Reference, State},
};

fn when(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn zone() -> TimeZone {
    TimeZone::fixed(jiff::tz::offset(2))
}

/// A conversation with everything that the Markdown export shows.
fn bread() -> Archive {
    let mut asked = question("How much [[Salt]]?\n\n> no pun");
    asked.created = when("2026-05-03T10:00:00Z");
    asked.references = vec![Reference {
        passage: None,
        summary: Some("What salt does.".to_owned()),
        ..reference("Salt.md", "Two per cent.", None, State::Used)
    }];
    let mut left = answered("Not shown.", MessageState::Complete);
    left.created = when("2026-05-03T10:00:01Z");
    let mut replied = answered("Two per cent [1] of `flour` [2].", MessageState::Complete);
    replied.created = when("2026-05-03T10:00:02Z");
    replied.model = Some("small".to_owned());
    replied.citations = vec![CitationMark::new(13, 16, Number(1))];
    replied.steps = vec![Step {
        said: "Let me look.".to_owned(),
        calls: vec![
            Call {
                id: "c1".to_owned(),
                name: "read_note".to_owned(),
                arguments: "{\"path\": \"Salt.md\",\n \"x\": \"`\"}".to_owned(),
                state: CallState::Done,
                told: "Read Salt.".to_owned(),
                found: Vec::new(),
                gist: None,
            },
            Call {
                id: "c2".to_owned(),
                name: "find_notes".to_owned(),
                arguments: "{}".to_owned(),
                state: CallState::Failed,
                told: String::new(),
                found: Vec::new(),
                gist: None,
            },
        ],
    }];
    let nested = {
        let mut nested = reference("Bread/Rye.md", "Rye likes salt.", Some(2), State::Changed);
        nested.passage.as_mut().unwrap().heading_path =
            vec!["Rye".to_owned(), "How [much] | #1".to_owned()];
        nested
    };
    let web = Reference {
        path: None,
        url: Some("https://example.org/a b".to_owned()),
        title: "Salt [web]".to_owned(),
        ..reference("x.md", "Salt is old.", Some(3), State::Cited)
    };
    let broken = Reference {
        path: None,
        wikilink: "[[Nowhere]]".to_owned(),
        passage: None,
        snippet: String::new(),
        ..reference("x.md", "", None, State::Broken)
    };
    let considered = reference("Left.md", "Left out.", Some(4), State::Considered);
    replied.references = vec![
        considered,
        nested,
        broken,
        reference("Salt.md", "Two per cent.", Some(1), State::Cited),
        web,
    ];
    let mut more = question("And rye?");
    more.created = when("2026-05-03T11:00:00Z");
    let mut failed = answered("", MessageState::Failed);
    failed.created = when("2026-05-03T11:00:01Z");
    failed.error = Some(Error::new(Code::NoModel, "No model\nis there."));
    let ids = [asked.id, left.id, replied.id, more.id, failed.id];
    let parents = [None, Some(ids[0]), Some(ids[0]), Some(ids[2]), Some(ids[3])];
    Archive {
        title: "How much\nsalt?".to_owned(),
        created: when("2026-05-03T10:00:00Z"),
        updated: when("2026-05-03T11:00:01Z"),
        pinned: true,
        shown: Some(ids[4]),
        project: None,
        prompts: Vec::new(),
        messages: [asked.into(), left.into(), replied.into(), more.into(), failed.into()]
            .into_iter()
            .zip(parents)
            .map(|(message, parent)| ArchivedMessage { parent, message, receipts: Vec::new() })
            .collect(),
        compactions: Vec::new(),
        attachments: Vec::new(),
    }
}

fn corrected() -> Archive {
    let mut archive = bread();
    let answer = archive.messages[2].message.answer_mut().unwrap();
    answer.probably =
        vec![ProbableSource { start: 0, end: 32, number: Number(2), evidence: Vec::new() }];
    assert!(answer.put_right(0));
    archive
}

#[test]
fn a_citation_that_was_put_right_is_exported_so_and_says_so() {
    let text = markdown(&corrected());
    assert!(text.contains("Two per cent [2] of `flour` [2]."), "{text}");
    assert!(text.contains("*Citations corrected by hand: [2] instead of [1].*"), "{text}");
    // The JSON export preserves the model's original citation.
    let file = json(vec![corrected()]).unwrap();
    let read = read(&file, when("2026-05-04T10:00:00Z"), &zone()).unwrap();
    let answer = read[0].archive.messages[2].message.answer().unwrap();
    assert_eq!(
        (&answer.text[..], answer.citations[0].written()),
        ("Two per cent [1] of `flour` [2].", Some(Number(1)))
    );
    assert_eq!(answer.citations, corrected().messages[2].message.answer().unwrap().citations);
}

#[test]
fn a_conversation_reads_like_this_in_markdown() {
    insta::assert_snapshot!(markdown(&bread()));
}

// B38
#[test]
fn receipts_read_like_this_and_as_json_they_have_everything() {
    let mut first = Receipt {
        created: when("2026-05-03T10:00:00Z"),
        usage: Some(Usage { prompt: Tokens(31), completion: Tokens(5) }),
        deleted_marks: vec!["[99]".to_owned()],
        ..receipt(
            MessageId::new(),
            "{\"messages\":[{\"content\":\"```\"}]}",
            &["You answer.", "How?"],
        )
    };
    first.context.parts[0].segment = Segment::System;
    first.context.parts[0].label = "Instructions | yours".to_owned();
    first.context.parts[0].count = CountKind::Exact;
    first.context.parts[1].origin = Some("Salt.md:3-4".to_owned());
    first.context.cuts = vec![Cut {
        label: "[4] Rye".to_owned(),
        tokens: Tokens(90),
        reason: "It didn't fit.".to_owned(),
        removed: None,
    }];
    let second = Receipt {
        usage: None,
        problems: Vec::new(),
        imported: false,
        deleted_marks: Vec::new(),
        provider: ProviderKind::Ollama,
        ..first.clone()
    };
    let both = [first, second];
    insta::assert_snapshot!(receipts_markdown(&both));
    assert!(!receipts_markdown(&both[..1]).contains("Call 1"));
    let json: Value = serde_json::from_str(&receipts_json(&both).unwrap()).unwrap();
    assert_eq!(json["format"], "marginalia-receipts");
    let back: Vec<Receipt> = serde_json::from_value(json["receipts"].clone()).unwrap();
    assert_eq!(back, both);
}

#[test]
fn errors_in_an_exported_file_have_their_place() {
    let good = json(vec![bread()]).unwrap();
    let same = read(&good, when("2026-01-01T00:00:00Z"), &zone()).unwrap();
    assert_eq!(json(vec![same[0].archive.clone()]).unwrap(), good);
    let change = |edit: &dyn Fn(&mut Archive)| {
        let mut archive = bread();
        edit(&mut archive);
        json(vec![bread(), archive]).unwrap()
    };
    let cases = [
        (good[..good.len() / 2].to_owned(), "isn't JSON: "),
        (good.replacen("\"author\": \"user\"", "\"author\": \"cat\"", 1), "unknown variant `cat`"),
        (good.replacen("\"author\"", "\"autor\"", 1), " at line "),
        (good.replace("\"version\": 2", "\"version\": 3"), "newer Marginalia"),
        (
            change(&|a| a.messages.swap(0, 1)),
            "Conversation 2 (“How much\nsalt?”): message 1 follows",
        ),
        (
            change(&|a| a.messages[1].message.id = a.messages[0].message.id),
            "message 2 has the same id",
        ),
        (change(&|a| a.shown = Some(MessageId::new())), "shown last"),
        (
            change(&|a| a.messages[2].message.answer_mut().unwrap().citations[0].end = 99),
            "message 3 has a citation outside",
        ),
        ("".to_owned(), "isn't JSON"),
        ("7".to_owned(), "has no conversations"),
        ("{}".to_owned(), "no conversation"),
        (
            "{\"format\":\"marginalia-conversations\",\"version\":1,\"conversations\":[]}"
                .to_owned(),
            "no conversation",
        ),
    ];
    for (text, expected) in cases {
        let error = read(&text, when("2026-01-01T00:00:00Z"), &zone()).unwrap_err();
        assert_eq!(error.code, Code::BadInput);
        assert!(error.message.contains(expected), "{expected}: {error}");
    }
}
