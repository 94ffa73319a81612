use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Example {
    /// Questions and answers, oldest first.
    history: Vec<(String, String)>,
    message: String,
    kind: String,
    /// A part of a wording.
    has: Option<String>,
}

/// Reads a message as if all its words were in notes.
fn read(message: &str, past: &[(&str, &str)]) -> FollowUp {
    let exchange = |(question, answer): &(&str, &str)| Exchange {
        question: (*question).to_owned(),
        answer: (*answer).to_owned(),
    };
    let past: Vec<Exchange> = past.iter().map(exchange).collect();
    let texts = past.iter().flat_map(|it| [&*it.question, &*it.answer]).chain([message]);
    let words: Vec<&str> = texts.flat_map(content).collect();
    FollowUp::of(message, &past, &Frequencies::all_known(&words))
}

// B119
#[test]
fn messages_are_read_as_their_examples_say() {
    let mut wrong = Vec::new();
    for line in include_str!("tests/messages.jsonl").lines() {
        let Example { history, message, kind, has } = serde_json::from_str(line).unwrap();
        let past: Vec<(&str, &str)> =
            history.iter().map(|(question, answer)| (&**question, &**answer)).collect();
        let read = read(&message, &past);
        let class = match read.kind {
            Kind::NoSearch => "no search",
            Kind::First => "first",
            Kind::RefersBack => "refers",
            Kind::Adds => "adds",
            Kind::Replaces => "replaces",
        };
        let is_in = |part: &String| read.wordings.iter().any(|it| it.text.contains(part));
        if class != kind || !has.as_ref().is_none_or(is_in) {
            wrong.push(format!("“{message}” {class}, not {kind} {has:?}: {:?}", read.wordings));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_words_that_were_searched_begin_with_the_topic() {
    let past = [("How much salt goes into dough?", "Two per cent [1].")];
    let read = read("Hm, why?", &past);
    assert_eq!(read.kind, Kind::RefersBack);
    assert_eq!(read.words(true).join(", "), "salt, dough, two, cent, why");
    assert_eq!(read.words(false), ["why"]);
    assert!(read.with_topic("Hm, why?").starts_with("Hm, why? salt dough"));
}

#[test]
fn a_row_is_named_by_its_place() {
    let check = |question: &str, message: &str, expect: Option<usize>| {
        assert_eq!(read(message, &[(question, "")]).place, expect, "{message}");
    };
    let books = "Which books by Le Guin have I read?";
    check(books, "the second one", Some(1));
    check(books, "what was wrong with the third?", Some(2));
    check(books, "when did I finish the second book?", Some(1));
    check(books, "and the first of them?", Some(0));
    check(books, "und das zweite?", Some(1));
    check(books, "what did I do on the first?", None);
    check(books, "what did I do the second week?", None);
    check(books, "the second of March", None);
    check(books, "which was best?", None);
}

#[test]
fn a_pronoun_points_back() {
    let check = |message: &str, expect: bool| {
        assert_eq!(read(message, &[("What did I buy?", "")]).points_back, expect, "{message}");
    };
    for message in
        ["How much did that cost?", "Wie viel hat das gekostet?", "which of them was best"]
    {
        check(message, true);
    }
    for message in
        ["How much did the bread cost?", "Was kostet das Brot?", "How many books are there?"]
    {
        check(message, false);
    }
}

#[test]
fn a_message_that_replaces_a_part_of_the_question_restates_it() {
    let check = |question: &str, message: &str, expect: Option<&str>| {
        let read = read(message, &[(question, "Blade Runner, in December [1].")]);
        assert_eq!(read.restated.as_deref(), expect, "{message}");
        if let Some(restated) = expect {
            assert_eq!(read.wordings, [wording(restated)]);
        }
    };
    let films = "Which films did I watch with Hannah?";
    check(films, "And with Deniz?", Some("Which films did I watch with Deniz?"));
    let spent = "How much did I spend on groceries in December?";
    check(spent, "and in November?", Some("How much did I spend on groceries in November?"));
    let salt = "How much salt goes into white bread?";
    check(salt, "And into brioche?", Some("How much salt goes into brioche?"));
    let of_year = "How much did I spend in January 2026 on bread?";
    let in_other_year = "How much did I spend in February 2027 on bread?";
    check(of_year, "and in February 2027?", Some(in_other_year));
    check(of_year, "and in February?", Some("How much did I spend in February 2026 on bread?"));
    check(of_year, "and in 2025?", Some("How much did I spend in 2025 on bread?"));
    check(spent, "and why?", None);
    check(spent, "and for how long?", None);
    check(films, "and with him?", None);
    check("Wann soll das Brot fertig sein?", "Und Brioche?", None);
    check("Wie alt ist sein Bruder?", "Und Tom?", Some("Wie alt ist Toms Bruder?"));
    check(&"I spent it in May, ".repeat(20), "and in June?", None);
    // A chain of them.
    let chain = read("and in October?", &[(spent, ""), ("and in November?", "")]);
    assert_eq!(chain.restated.as_deref(), Some("How much did I spend on groceries in October?"));
    assert_eq!(chain.words(true), ["spend", "groceries", "October"]);
    // Nothing says which part “for travel” replaces.
    let past = [(spent, ""), ("and for travel?", "")];
    assert_eq!(read("and in October?", &past).restated, None);
    check(films, "Where does he live?", None);
}

#[test]
fn the_part_that_a_follow_up_replaces_may_be_a_time() {
    let part = |message: &str| read(message, &[("How far did I run last week?", "")]).part;
    assert_eq!(part("and this week?").as_deref(), Some("this week"));
    assert_eq!(part("und dieses Jahr?").as_deref(), Some("dieses Jahr"));
    assert_eq!(part("and this one?"), None);
    // The question before, as its own follow-ups changed it.
    let chain = [("How far did I run in May?", ""), ("and in June?", "")];
    let before = read("and the month after?", &chain).before;
    assert_eq!(before.as_deref(), Some("How far did I run in June?"));
}

// B81
#[test]
fn the_web_is_searched_for_the_whole_question() {
    let check = |questions: &[&str], message: &str, expected: &str| {
        assert_eq!(web_query(message, questions), expected, "{message}");
    };
    check(&["How long does bread keep?"], "and rye?", "rye How long does bread keep?");
    let bruno = ["Who is Bruno Castellani?", "where does he live?"];
    check(&bruno, "and Hannah?", "where does Hannah live?");
    check(&bruno, "why?", "why? Who is Bruno Castellani? where does he live?");
    let spent = ["What does rent cost in Leipzig?", "and in Bremen?"];
    check(&spent, "And in Turin?", "What does rent cost in Turin?");
    check(&spent, "why?", "why? What does rent cost in Bremen?");
    // These messages are complete.
    check(&["How much salt?"], "And how much salt?", "And how much salt?");
    check(&["How much salt?"], "Which flour has most protein?", "Which flour has most protein?");
    check(&[], "and rye?", "and rye?");
}

#[test]
fn a_question_in_another_language_than_the_notes_is_complete() {
    let past = [Exchange {
        question: "How much salt goes into brioche?".to_owned(),
        answer: "Two per cent.".to_owned(),
    }];
    let kind = |message: &str| FollowUp::of(message, &past, &Frequencies::default()).kind;
    assert_eq!(kind("Wie lange hält Roggenbrot?"), Kind::Replaces);
    assert_eq!(kind("Und warum?"), Kind::RefersBack);
    assert_eq!(kind("Roggenbrot?"), Kind::RefersBack);
}

#[test]
fn wordings_have_no_search_syntax() {
    let past = [("What does \"tag:bread\" say about -rye?", "Nothing: path:x.")];
    let read = read("and why?", &past);
    for wording in &read.wordings {
        assert!(!wording.text.contains(['"', ':']) && !wording.text.contains(" -"), "{wording:?}");
    }
}

#[test]
fn items_of_a_list_and_two_choices_can_be_meant() {
    let check = |answer: &str, expect: &[&str]| assert_eq!(text::items(answer), expect, "{answer}");
    check("1. Rye\n 2) Spelt\n- Wheat", &["Rye", "Spelt", "Wheat"]);
    check("Do you mean Tom Wieland, or Tom Berger?", &["mean Tom Wieland", "Tom Berger"]);
    check("It was 1.5 per cent.", &[]);
    // In Dutch “of” means “or”.
    check("Do you mean the price of the Plover?", &[]);
    check("Bedoel je het huis of de tuin?", &["je het huis", "de tuin"]);
    check("", &[]);
}
