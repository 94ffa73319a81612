use jiff::Timestamp;

use crate::{
    Answer, CitationMark, MessageId, Number, ProbableSource, Support,
    reference::{Kind, Reference, State},
};

/// An answer with a mark for each `[n]`, and sentences whose probable source is passage 3.
fn answer(text: &str, from_three: &[&str]) -> Answer {
    let mut citations = Vec::new();
    for number in 1..=9 {
        citations.extend(text.match_indices(&format!("[{number}]")).map(|(at, _)| CitationMark {
            support: Some(Support::Unsupported),
            ..CitationMark::new(at as u32, at as u32 + 3, Number(number))
        }));
    }
    citations.sort_by_key(|mark| mark.start);
    let probably = from_three.iter().map(|sentence| {
        let start = text.find(sentence).unwrap() as u32;
        let end = start + sentence.len() as u32;
        ProbableSource { start, end, number: Number(3), evidence: Vec::new() }
    });
    let reference = |number: u32, state: State| Reference {
        number: Some(Number(number)),
        ..Reference::new(Kind::Search, state)
    };
    let mut answer = Answer::new(MessageId::new(), text.to_owned(), Timestamp::UNIX_EPOCH);
    answer.references = vec![reference(1, State::Cited), reference(3, State::Used)];
    Answer { citations, probably: probably.collect(), ..answer }
}

#[test]
fn a_citation_is_put_right_and_taken_back() {
    let check = |text: &str, sentence: &str, expect: &str| {
        let written = answer(text, &[sentence]);
        let at = text.find(sentence).unwrap() as u32;
        let mut corrected = written.clone();
        assert!(corrected.put_right(at), "{text}");
        assert_eq!(corrected.cited_text(), expect);
        assert_eq!(corrected.text, text, "what the model wrote stays");
        let changed: Vec<_> =
            corrected.citations.iter().filter(|mark| mark.instead_of.is_some()).collect();
        assert!(changed.iter().all(|mark| mark.support == Some(Support::Supported)), "{changed:?}");
        assert!(!corrected.put_right(at), "it is right already");
        assert!(corrected.take_back(at));
        assert_eq!(corrected.citations, written.citations);
        assert_eq!(corrected.cited_text(), text);
        assert!(!corrected.take_back(at));
    };
    check("Salt [1]. Rye [2].", "Rye [2].", "Salt [1]. Rye [3].");
    check("It rises. [1] It falls.", "It rises. [1]", "It rises. [3] It falls.");
    check("Salt [1][2].", "Salt [1][2].", "Salt [3].");
    check("Salt [1], so [2] it is.", "Salt [1], so [2] it is.", "Salt [3], so [3] it is.");
    check("Salt [1]. It keeps.", "It keeps.", "Salt [1]. It keeps [3].");
    check("Es hält für Tage…  \nSo [1].", "Es hält für Tage…", "Es hält für Tage [3]…  \nSo [1].");
    check("盐。水 [1]。", "盐。", "盐 [3]。水 [1]。");
    check("| Salt | 2 % |\n", "Salt | 2 % |", "| Salt | 2 % [3] |\n");
}

#[test]
fn only_a_proposed_correction_can_be_made() {
    let mut message = answer("Salt [1]. Rye [3].", &["Rye [3]."]);
    let before = message.clone();
    for sentence in [0, 3, 10, 99] {
        assert!(!message.put_right(sentence) && !message.take_back(sentence), "{sentence}");
    }
    assert_eq!(message.citations, before.citations);
}

#[test]
fn references_say_whether_they_are_cited_now() {
    let states = |message: &Answer| -> Vec<State> {
        message.references.iter().map(|reference| reference.state).collect()
    };
    let mut message = answer("Salt [1].", &["Salt [1]."]);
    message.put_right(0);
    assert_eq!(states(&message), [State::Used, State::Cited]);
    message.take_back(0);
    assert_eq!(states(&message), [State::Cited, State::Used]);
}
