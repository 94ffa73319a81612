//! Answers of a real model: streamed, stopped, refused, and requested through the whole app.

use std::{fs, path::Path, time::Duration};

use app::App;
use conversation::{Answer, Receipt, Settings, settings::ServerSetting};
use futures::StreamExt;
use models::{Code, ProviderKind, Remote, Role, Source, StreamEvent, Timing, Tokens, discover_at};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use turn::{AskRequest, TurnEvent};

use super::{address, connect, hear, model, request};

#[tokio::test]
async fn the_server_is_found_and_tells_its_window() {
    let found = discover_at(&[address()], super::timing()).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].server.kind, ProviderKind::OpenAi);
    let models = found[0].models.as_ref().unwrap();
    println!("{models:?}");
    assert_eq!(models.len(), 1);
    assert_eq!(models[0].window.source, Source::Server);
    // The window that the script sets, not the trained one.
    assert_eq!(models[0].window.tokens, Tokens(4_096));
}

#[tokio::test]
async fn an_answer_comes_in_pieces_and_is_counted() {
    let provider = connect();
    let model = model(&*provider).await;
    let question = "What does yeast do in bread dough? Answer in two sentences.";
    let asked = models::ChatRequest {
        max_tokens: Some(Tokens(80)),
        ..request(&model, &[(Role::System, "You are a baker."), (Role::User, question)])
    };
    let heard = hear(&*provider, &asked).await;
    println!("{} pieces: {}\n{:?}", heard.pieces.len(), heard.text(), heard.usage);
    assert!(heard.pieces.len() > 5, "it came in {} pieces", heard.pieces.len());
    assert!(heard.text().trim().len() > 20);
    let usage = heard.usage.unwrap();
    assert!(usage.prompt > Tokens(15) && usage.prompt < Tokens(80), "{usage:?}");
    assert!(usage.completion > Tokens(5) && usage.completion <= Tokens(80), "{usage:?}");
}

// B45
#[tokio::test]
async fn stopping_an_answer_stops_the_model() {
    let provider = connect();
    let model = model(&*provider).await;
    let asked = models::ChatRequest {
        // Takes minutes unless stopped.
        max_tokens: Some(Tokens(3_000)),
        ..request(&model, &[(Role::User, "Count from one to five thousand, one number a line.")])
    };
    let cancel = CancellationToken::new();
    let mut events = provider.chat(provider.body(&asked), cancel.clone());
    for _ in 0..3 {
        assert!(matches!(events.next().await, Some(StreamEvent::Text(_))));
    }
    assert!(is_working().await, "the server tells nothing of its work");
    cancel.cancel();
    assert!(matches!(events.next().await, Some(StreamEvent::Cancelled)));
    assert!(events.next().await.is_none());
    let rests = async {
        while is_working().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), rests).await.expect("the model goes on");
}

/// True if llama.cpp reports that it is answering.
async fn is_working() -> bool {
    let asked = tokio::task::spawn_blocking(|| {
        Remote::new(&address(), None, None, Timing::default()).unwrap().ask("/slots", None).unwrap()
    });
    let slots = asked.await.unwrap();
    slots.as_array().unwrap().iter().any(|slot| slot["is_processing"] == true)
}

// B47
#[tokio::test]
async fn a_request_beyond_the_window_is_a_context_overflow() {
    let provider = connect();
    let model = model(&*provider).await;
    let long = "Rye bread keeps for a week. ".repeat(1_000);
    let mut events = provider
        .chat(provider.body(&request(&model, &[(Role::User, &long)])), CancellationToken::new());
    match events.next().await {
        Some(StreamEvent::Failed(error)) => {
            println!("{error}");
            assert_eq!(error.code, Code::ContextOverflow);
        }
        other => panic!("{other:?}"),
    }
}

/// The answer to a question over the sample vault, with its app and receipt.
async fn asked(question: &str) -> (TempDir, App, Answer, Receipt) {
    let place = TempDir::new().unwrap();
    let vault = place.path().join("vault");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../sample-vault"), &vault);
    let app = App::open(&place.path().join("data")).await.unwrap();
    app.vaults.open(&vault).await.unwrap();
    app.vaults.synced().await.unwrap();
    app.models.set_timing(super::timing());
    let server = ServerSetting::new(ProviderKind::OpenAi, address());
    let settings = Settings { servers: vec![server], reserve: Tokens(256), ..Settings::default() };
    app.settings.set(settings).await.unwrap();
    let events: Vec<TurnEvent> = app.turns.ask(AskRequest::new(question)).collect().await;
    let answer = match events.last() {
        Some(TurnEvent::Finished(answer)) => (**answer).clone(),
        other => panic!("{other:?}"),
    };
    let receipt = app.conversations.receipts(answer.id).await.unwrap().pop().unwrap();
    println!("{}\n", answer.text);
    (place, app, answer, receipt)
}

/// The model is sent the question's linked note and answers from it.
// B6
#[tokio::test]
async fn a_linked_note_is_answered_from() {
    let (_place, _app, answer, receipt) =
        asked("What does [[Salt]] say about how much to use?").await;
    // The line is JSON in the request body.
    assert!(receipt.request.contains(r"Referenced Documents:\n- [[Salt]] (Ingredients/Salt.md)"));
    let linked = answer.references.iter().find(|it| it.wikilink == "[[Salt]]").unwrap();
    assert_eq!(linked.path.as_ref().unwrap().as_str(), "Ingredients/Salt.md");
    // The decisive sentence was sent, and every citation refers to a sent passage.
    assert!(receipt.request.contains("Salt is 2% of the flour weight"));
    assert_every_mark_is_a_passage(&answer);
    // The small model doesn't answer from its documents; the others do.
    if super::tools::calls().is_some() {
        assert!(answer.text.contains("2%") || answer.text.contains("10 g"), "{}", answer.text);
    }
}

#[tokio::test]
async fn the_app_answers_from_the_sample_vault() {
    let (_place, _app, answer, receipt) = asked("How much salt goes into dough, and why?").await;
    let usage = receipt.usage.unwrap();
    for reference in answer.references.iter().filter(|reference| reference.number.is_some()) {
        println!("  {:?} {:?} {:?}", reference.number, reference.state, reference.path);
    }
    println!("  counted by us {}, by the server {}", receipt.context.total, usage.prompt);
    println!("  taken out of the answer: {:?}", receipt.deleted_marks);

    assert!(answer.has_receipt && !answer.text.trim().is_empty());
    assert!(answer.references.iter().any(|reference| reference.number.is_some()));
    assert!(receipt.request.contains("How much salt goes into dough"));
    assert!(receipt.context.total + receipt.context.reserve <= receipt.context.window);
    assert_every_mark_is_a_passage(&answer);
}

/// Every remaining citation refers to a passage.
fn assert_every_mark_is_a_passage(answer: &Answer) {
    for mark in &answer.citations {
        assert!(answer.references.iter().any(|reference| reference.number == Some(mark.number)));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}
