//! Questions and notes in other languages than English.

use crate::fixture::{
    Place, SALT, ask, bread, collect, conversation, finished, next, pieces, server,
};
use app::App;
use conversation::{
    Answer, Mode, Number, Support,
    settings::{CheckSettings, Judge},
};
use serde_json::json;
use tests::model_server::{Rule, Script};

const GERMAN: &str = "# Salz\n\nSalz ist im Teig mit zwei Prozent vom Gewicht des Mehls genug.\n";

// B135
#[tokio::test]
async fn the_request_names_the_language_of_the_question() {
    let server = server(Script::saying(&["Zwei Prozent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let last = || server.requests().last().unwrap().body.clone();
    let first = "Wie viel salt kommt in den Teig?";
    let talk = conversation(&collect(app.turns.ask(ask(first, Mode::Notes))).await);
    let names = |language: &str| format!("Answer in {language}.");
    let names_none = |sent: &str| {
        ["English", "German", "Spanish"].iter().all(|language| !sent.contains(&names(language)))
    };
    assert!(last().contains(&names("German")), "{}", last());
    for (question, expect) in [
        ("Salt?", Some("German")),
        ("Und warum salt?", Some("German")),
        ("¿Y cuánto salt necesita la masa de rye?", Some("Spanish")),
        ("Hm, salt?", Some("Spanish")),
        ("Wie viel salt ist das auf Englisch?", None),
    ] {
        let before = server.requests().len();
        collect(app.turns.ask(next(talk, question, Mode::Notes))).await;
        assert_eq!(server.requests().len(), before + 1, "{question}");
        match expect {
            Some(language) => assert!(last().contains(&names(language)), "{question}: {}", last()),
            None => assert!(names_none(&last()), "{question}: {}", last()),
        }
    }
    // Instructions and documents are English already.
    collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
    assert!(names_none(&last()), "{}", last());
}

// B135
#[tokio::test]
async fn english_is_named_beside_notes_in_another_language() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = Place::with(&[("Salz.md", GERMAN)]);
    let app = place.asking(&server.url()).await;
    let question = "How much is the Salz in the Teig?";
    collect(app.turns.ask(ask(question, Mode::Notes))).await;
    let sent = server.requests()[0].body.clone();
    assert!(sent.contains("Answer in English."), "{sent}");
    // The user's own instructions go first.
    let mut settings = app.settings.get();
    settings.chat.reminder = "Always answer in French.".to_owned();
    app.settings.set(settings).await.unwrap();
    collect(app.turns.ask(ask(question, Mode::Notes))).await;
    let sent = server.requests()[1].body.clone();
    assert!(!sent.contains("Answer in English."), "{sent}");
}

#[cfg(test)]
async fn answered(app: &App, question: &str) -> Answer {
    finished(&collect(app.turns.ask(ask(question, Mode::Notes))).await)
}

// B136
#[tokio::test]
async fn a_passage_in_another_language_is_neither_supported_nor_doubted() {
    for (note, question, says) in [
        (
            SALT,
            "Wie viel salt kommt in den Teig?",
            "Salz ist im Teig mit zwei Prozent vom Mehl genug [1].",
        ),
        (
            GERMAN,
            "How much Salz is in the Teig?",
            "The dough needs two per cent of its flour in salt [1].",
        ),
    ] {
        let server = server(Script::saying(&[says])).await;
        let place = Place::with(&[("Note.md", note)]);
        let app = place.asking(&server.url()).await;
        let answer = answered(&app, question).await;
        assert_eq!(answer.citations.len(), 1, "{answer:?}");
        assert_eq!(answer.citations[0].support, None, "{says}");
        assert_eq!(answer.checks[0].other_language, [Number(1)], "{says}");
        assert!(answer.checks[0].missing.is_empty() && answer.probably.is_empty(), "{says}");
    }
}

// B136
#[tokio::test]
async fn a_judge_decides_about_a_passage_in_another_language() {
    for (word, expect) in [("Yes", Support::Supported), ("No", Support::Unsupported)] {
        let judge =
            Rule { when: Some("Does the document support the claim?".into()), ..pieces(&[word]) };
        let says = "Salz ist im Teig mit zwei Prozent vom Mehl genug [1].";
        let server = server(Script::saying(&[says]).rule(judge)).await;
        let place = bread();
        let app = place.asking(&server.url()).await;
        let mut settings = app.settings.get();
        settings.check = CheckSettings { judge: Judge::ChatModel };
        app.settings.set(settings).await.unwrap();
        let answer = answered(&app, "Wie viel salt kommt in den Teig?").await;
        assert_eq!(answer.citations[0].support, Some(expect));
        assert!(answer.checks[0].other_language.is_empty());
    }
}

// B135
#[tokio::test]
async fn a_passage_is_translated_into_the_language_of_its_answer() {
    let asks = |text: &str| Rule { when: Some(text.into()), ..pieces(&["Salt is two per cent."]) };
    let says = "The dough needs two per cent of its flour in salt [1].";
    let script = Script::saying(&[says]).rule(asks("Translate this text into English"));
    let server = server(script).await;
    let place = Place::with(&[("Salz.md", GERMAN)]);
    let app = place.asking(&server.url()).await;
    let answer = answered(&app, "How much Salz is in the Teig?").await;
    let before = app.conversations.receipts(answer.id).await.unwrap().len();

    let translation = app.turns.translate(answer.id, Number(1)).await.unwrap();
    assert_eq!(translation.text, "Salt is two per cent.");
    assert_eq!(translation.model, "scripted");
    assert!(server.requests().last().unwrap().body.contains("zwei Prozent"));
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    // The window and the terminal open the answer's own receipt first.
    let auxiliary: Vec<bool> = receipts.iter().map(|it| it.context.auxiliary).collect();
    assert_eq!((auxiliary.first(), auxiliary.last()), (Some(&false), Some(&true)));
    assert_eq!(receipts.len(), before + 1);
    assert!(app.turns.translate(answer.id, Number(9)).await.is_err());
}

// B135
#[tokio::test]
async fn a_failed_translation_is_in_the_receipt() {
    let failing = Rule {
        when: Some("Translate this text".into()),
        status: Some(500),
        body: json!("out of order"),
        ..Rule::default()
    };
    let server = server(Script::saying(&["Two per cent [1]."]).rule(failing)).await;
    let place = Place::with(&[("Salz.md", GERMAN)]);
    let app = place.asking(&server.url()).await;
    let answer = answered(&app, "How much Salz is in the Teig?").await;
    let error = app.turns.translate(answer.id, Number(1)).await.unwrap_err();
    assert!(error.message.contains("out of order"), "{error}");
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    let problems = &receipts.last().unwrap().problems;
    assert!(problems.iter().any(|it| it.contains("out of order")), "{problems:?}");
}
