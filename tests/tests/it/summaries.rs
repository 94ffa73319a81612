//! Summaries on notes' cards, and attached images.

use std::fs;

use crate::fixture::{Place, ask, bread, collect, conversation, finished, pieces, server, until};
use app::App;
use conversation::{Code, Mode, Settings, reference::State, settings::ChatSettings};
use models::{ImageFormat, Tokens, ToolCall};
use tests::model_server::{ListedModel, Script};
use tokio_util::sync::CancellationToken;

#[cfg(test)]
/// The line with a note's summary.
async fn about(app: &App, note: &str) -> String {
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "find_notes".to_owned(),
        arguments: r#"{"query": "salt"}"#.to_owned(),
    };
    let toolbox = app.retrieval.toolbox().unwrap();
    let found = toolbox.run(&call, Tokens(2_000), &CancellationToken::new()).await;
    let line = found.text.lines().find(|line| line.contains(note)).unwrap_or_default();
    line.to_owned()
}

// B14
#[tokio::test]
async fn a_note_without_a_paragraph_gets_a_sentence_where_that_is_allowed() {
    let asked = "Kinds.md\n\n";
    let mut summary = pieces(&["“Kinds of salt ", "for the kitchen.”"]);
    summary.when = Some(asked.to_owned());
    let server = server(Script::saying(&["There are two [1]."]).rule(summary)).await;
    let place = Place::with(&[
        ("Kinds.md", "# Salt\n\n- [[Sea salt]]\n- [[Rock salt]]\n"),
        ("Plain.md", "# More salt\n\nSalt keeps.\n"),
    ]);
    let app = place.asking(&server.url()).await;
    let question = || ask("Which salt is there?", Mode::Notes);
    let first = collect(app.turns.ask(question())).await;
    assert!(finished(&first).references.len() >= 2);
    // No model is asked without the user's permission.
    let start = about(&app, "Kinds.md").await;
    assert!(start.contains("Sea salt"), "{start}");
    let settings = app.settings.get();
    let chat = ChatSettings { summaries: true, ..settings.chat.clone() };
    app.settings.set(Settings { chat, ..settings }).await.unwrap();
    collect(app.turns.ask(question())).await;
    let sentence = "[[Kinds]] (Kinds.md): Kinds of salt for the kitchen.";
    until(async || about(&app, "Kinds.md").await == sentence).await;
    // The card names the author model, and the receipt is stored.
    let third = finished(&collect(app.turns.ask(question())).await);
    let kinds = third.references.iter().find(|it| it.title == "Salt").unwrap();
    let by = kinds.summary_by.clone().unwrap();
    assert_eq!(
        (kinds.summary.as_deref(), by.model.as_str()),
        (Some("Kinds of salt for the kitchen."), "scripted")
    );
    let receipts = app.conversations.receipts(by.answer).await.unwrap();
    assert_eq!(receipts.iter().filter(|it| it.request.contains(r"Kinds.md\n\n")).count(), 1);
    // A note with its own summary or a stored one isn't summarised again.
    collect(app.turns.ask(question())).await;
    let said = |part: &str| {
        let bodies = server.requests();
        bodies.iter().filter(|request| request.json.to_string().contains(part)).count()
    };
    assert_eq!(said(r"Kinds.md\n\n"), 1);
    assert_eq!(said(r"Plain.md\n\n"), 0);
    assert_eq!(about(&app, "Plain.md").await, "[[Plain]] (Plain.md): Salt keeps.");

    // An edit discards the summary.
    place.write("Kinds.md", "# Salt\n\n- [[Sea salt]]\n- [[Pink salt]]\n");
    app.vaults.rescan();
    until(async || about(&app, "Kinds.md").await.contains("Pink salt")).await;

    // A deleted note's card says so.
    fs::remove_file(place.vault().join("Plain.md")).unwrap();
    let kept = app.conversations.get(conversation(&first)).await.unwrap();
    let references = kept.messages.into_iter().flat_map(|message| message.references.clone());
    let gone: Vec<_> = references
        .filter(|it| it.path.as_ref().is_some_and(|it| it.as_str() == "Plain.md"))
        .collect();
    assert!(!gone.is_empty());
    for reference in gone {
        assert_eq!(reference.state, State::Gone);
        assert_eq!(reference.summary.as_deref(), Some("Unable to access document"));
        assert_eq!(reference.snippet, "Unable to access document");
        assert!(reference.passage.unwrap().text.contains("Salt keeps."));
    }
}

#[cfg(test)]
/// A PNG of this size, valid as far as its header and end show.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0....\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}

// B35
#[tokio::test]
async fn an_image_is_attached_if_it_fits() {
    let place = bread();
    let file = place.folder().join("loaf.png");
    fs::write(&file, png(1024, 768)).unwrap();
    for (window, vision, fits) in [(8_192, true, true), (4_096, true, false), (4_096, false, true)]
    {
        let listed = ListedModel {
            name: "scripted".to_owned(),
            window: Some(window),
            vision: Some(vision),
            ..ListedModel::default()
        };
        let server = server(Script { models: vec![listed], ..Script::default() }).await;
        let app = place.asking(&server.url()).await;
        match app.turns.attach(&file).await {
            Ok(attached) => {
                assert!(fits, "{window} {vision}");
                assert_eq!((&*attached.name, attached.tokens), ("loaf.png", Tokens(3104)));
                let image = attached.image.unwrap();
                assert_eq!((image.width, image.height), (1024, 768));
                assert_eq!(image.format, ImageFormat::Png);
            }
            Err(error) => {
                assert!(!fits, "{window} {vision}: {error}");
                assert_eq!(error.code, Code::DoesNotFit);
                for part in ["1024 × 768", "3104", "4096", "leave it out", "smaller", "larger"] {
                    assert!(error.message.contains(part), "{part}: {error}");
                }
            }
        }
    }
}
