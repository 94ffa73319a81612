use language::NaturalLanguage::{self, German, Spanish};

use super::*;
use crate::context::{batch, compaction, reply_language, work};

fn named(input: &Given) -> Option<NaturalLanguage> {
    reply_language(&input.basis, &input.progress.earlier)
}

// B135
#[test]
fn an_unclear_question_has_the_conversations_language() {
    let cases: [(&[&str], Option<NaturalLanguage>); 8] = [
        (&["Wie viel Salz kommt in den Teig?"], Some(German)),
        (&["Salz?"], None),
        (&["Wie viel Salz kommt in den Teig?", "Hm, why?"], Some(German)),
        (&["Wie viel Salz kommt in den Teig?", "Roggen?", "Salz?"], Some(German)),
        (&["Wie viel Salz kommt in den Teig?", "¿Cuánto pesa la masa?"], Some(Spanish)),
        (&["Wie viel Salz kommt in den Teig?", "Und auf Englisch?"], None),
        (&["Translate my note into German", "Wie viel Salz kommt in den Teig?"], None),
        (&["42"], None),
    ];
    for (questions, expect) in cases {
        let (last, before) = questions.split_last().unwrap();
        let mut given = input(last);
        given.progress.earlier.turns = before.iter().map(|said| turn(said, "Yes.")).collect();
        assert_eq!(named(&given), expect, "{questions:?}");
    }
    let mut given = input("Salz?");
    let text = "Der Benutzer will wissen, wie viel Salz in den Teig kommt.".to_owned();
    given.progress.earlier.summary =
        Some(Summary { text, found: Vec::new(), quotes: Vec::new(), messages: 4 });
    assert_eq!(named(&given), Some(German));
}

// B135
#[test]
fn the_last_line_names_the_language_unless_the_user_wants_another_one() {
    let last = |input: &Given| build(input, &words).messages.pop().unwrap().content;
    let german = || input("Wie viel Salz kommt in den Teig?");
    let hits = |text: &str| vec![hit("Salt.md", 3, text)];
    let english = "The dough needs two per cent of salt, and not more.";
    let found = german().with(|it| it.progress.hits = hits(english));
    assert!(last(&found).ends_with("If the documents do not tell, say so.\nAnswer in German. Leave quotations in the language of their document."), "{}", last(&found));
    let small = found.clone().with(|it| it.fit.small = true);
    assert!(last(&small).ends_with("number after each.\nAnswer in German."), "{}", last(&small));
    assert_eq!(last(&german()), "Answer in German.");
    let own = |text: &str| found.clone().with(|it| it.fit.reminder = Some(text.to_owned()));
    assert!(last(&own("Be brief.")).ends_with("of their document.\nBe brief."));
    // English is named only beside documents in another language.
    let asked = || input("How much salt is in the dough?");
    assert!(!last(&asked().with(|it| it.progress.hits = hits(english))).contains("Answer in"));
    let salz = "Der Teig braucht zwei Prozent Salz, und nicht mehr.";
    let salz = asked().with(|it| it.progress.hits = hits(salz));
    assert!(last(&salz).contains("\nAnswer in English. Leave"));

    let project = |instructions: &str| ProjectPart {
        name: "Bakery".to_owned(),
        instructions: instructions.to_owned(),
        documents: Vec::new(),
    };
    for given in [
        own("Answer in plain English."),
        found.clone().with(|it| it.fit.instructions = Some("Antworte auf Englisch.".to_owned())),
        found.clone().with(|it| it.basis.project = Some(project("Write in English."))),
        found.clone().with(|it| it.basis.question += " Antworte bitte auf Englisch."),
        found.clone().with(|it| it.fit.reminder = None),
    ] {
        assert!(!last(&given).contains("Answer in German"), "{}", last(&given));
    }
}

// B135
#[test]
fn surveys_work_and_summaries_name_the_language_last() {
    let question = "Wie viel Salz?";
    let found = work_of("- Zwei Prozent [3]");
    let turns = [turn("Wie viel Salz kommt in den Teig?", "Zwei Prozent.")];
    for (messages, end) in [
        (
            batch::request(question, Some(German), "Monday", &[]),
            "write only NOTHING. Write in German.",
        ),
        (batch::request(question, None, "Monday", &[]), "write only NOTHING."),
        (
            work::plan_request((question, "Monday"), Some(German), &[], &[], 4),
            "and nothing else. Write in German.",
        ),
        (
            work::plan_request((question, "Monday"), None, &[], &[], 4),
            "a numbered list, and nothing else.",
        ),
        (
            work::check_request((question, "Monday"), Some(German), &found, 999),
            "write only NOTHING. Write in German.",
        ),
        (work::check_request((question, "Monday"), None, &found, 999), "write only NOTHING."),
        (compaction::request(None, &turns, 999), "Zwei Prozent.\n\nWrite the summary in German."),
    ] {
        let last = &messages.last().unwrap().content;
        assert!(last.ends_with(end), "{last}");
    }
}

fn work_of(found: &str) -> conversation::Work {
    let mut work = conversation::Work::new(conversation::WorkLimits::default());
    work.steps = vec![conversation::WorkStep::new("Salz")];
    work.steps[0].found = found.to_owned();
    work
}
