//! Saved data survives a kill of the app.

use crate::fixture::{
    Place, ask,
    child::{ask_in_child, reopened},
    collect, finished, until,
};
use app::App;
use conversation::{Draft, Message, MessageState, Mode, Scope};
use tests::model_server::{Rule, Script, ScriptedServer};
use turn::{AskRequest, At, Way};

// B46
#[tokio::test]
async fn shown_text_survives_a_kill() {
    let rule = Rule {
        pieces: Some(["Two per cent ", "[1]", ", no", " more."].map(str::to_owned).into()),
        hold_after: Some(3),
        ..Rule::default()
    };
    let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
    let place = Place::with(&[("Salt.md", "# Salt\n\nUse two per cent of salt.\n")]);
    let text = "Two per cent [1], no";
    let (child, id) = ask_in_child(&place, &server.url(), "How much salt?", text);

    // Text is saved at most 250 ms after it is shown. A second app on the same library sees the text, and that it is
    // still growing.
    {
        let watching = App::open(&place.data()).await.unwrap();
        until(async || watching.conversations.get(id).await.unwrap().messages[1].text == text)
            .await;
        let messages = watching.conversations.get(id).await.unwrap().messages;
        assert_eq!(messages[1].state(), MessageState::Streaming);
    }
    drop(child);

    let app = reopened(&place, id).await;
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    let conversation = app.conversations.get(id).await.unwrap();
    assert_eq!(conversation.title, "How much salt");
    let [Message::Question(question), Message::Answer(answer)] = &conversation.messages[..] else {
        panic!("{conversation:#?}")
    };
    assert_eq!(question.text, "How much salt?");
    assert_eq!((&*answer.text, answer.state), (text, MessageState::Interrupted));
    assert_eq!(answer.citations.len(), 1);
    let reference = answer.references[0].clone();
    assert!(app.reader.open_reference(reference.id, Vec::new()).await.unwrap().note.is_some());
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    assert_eq!(receipt.request, server.requests()[0].body);

    app.settings.set(crate::fixture::settings(&server.url())).await.unwrap();
    server.set_script(Script::saying(&["Two per cent [1]."]));
    let again = AskRequest { at: At::Again(question.id), ..ask("", Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(again)).await);
    assert_eq!(answer.text, "Two per cent [1].");
    assert_eq!(answer.references[0].number, reference.number);
}

// B55
#[tokio::test]
async fn a_damaged_library_is_set_aside_and_reported() {
    let place = Place::with(&[("Salt.md", "# Salt")]);
    std::fs::create_dir(place.data()).unwrap();
    std::fs::write(place.data().join("library.db"), "no library at all ".repeat(500)).unwrap();
    let app = place.app().await;
    let notice = app.notice().unwrap();
    assert!(notice.contains("library-damaged-"), "{notice}");
    app.vaults.open(&place.vault()).await.unwrap();
    assert_eq!(app.conversations.list().await.unwrap(), []);
    assert_eq!(place.app().await.notice(), None);
}

// B49
#[tokio::test]
async fn a_conversation_is_the_same_after_a_restart() {
    let server =
        crate::fixture::server(tests::model_server::Script::saying(&["Two per cent [1]."])).await;
    let place = crate::fixture::bread();
    let app = place.asking(&server.url()).await;
    let first = crate::fixture::collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let id = crate::fixture::conversation(&first);
    let question = crate::fixture::started(&first).1.id;
    let again = AskRequest { at: At::Again(question), ..crate::fixture::next(id, "", Mode::Notes) };
    let second = crate::fixture::finished(&crate::fixture::collect(app.turns.ask(again)).await);
    let receipts = async |app: &app::App| {
        let mut all = Vec::new();
        for answer in [crate::fixture::finished(&first).id, second.id] {
            all.extend(app.conversations.receipts(answer).await.unwrap());
        }
        all
    };
    let before = (app.conversations.get(id).await.unwrap(), receipts(&app).await);
    drop(app);
    let app = place.asking(&server.url()).await;
    let after = (app.conversations.get(id).await.unwrap(), receipts(&app).await);
    assert_eq!(after, before);
    let (conversation, receipts) = after;
    let answer = conversation.messages[1].answer().unwrap();
    assert_eq!(answer.branches.len(), 2);
    assert_eq!(answer.references[0].number.map(|number| number.0), Some(1));
    assert!(answer.has_receipt && receipts.iter().all(|one| one.context.total.0 > 0), "its tokens");
}

// B49
#[tokio::test]
async fn the_last_conversation_and_what_was_being_typed_come_back() {
    let place = Place::with(&[("Salt.md", "# Salt\n\nTwo per cent of salt.\n")]);
    let ids = {
        let app = place.opened().await;
        let mut ids = Vec::new();
        for text in ["How much salt?", "More salt?"] {
            let request = AskRequest { way: Way::Passages, ..ask(text, Mode::Notes) };
            ids.push(crate::fixture::conversation(&collect(app.turns.ask(request)).await));
        }
        let draft = Draft {
            text: "And now".to_owned(),
            mode: Mode::None,
            scope: Scope::default(),
            passages_only: false,
            work: false,
            attachments: Vec::new(),
        };
        app.conversations.keep_draft(Some(ids[0]), draft).await.unwrap();
        app.conversations.remember(ids[0]).await.unwrap();
        // Reading a conversation for the terminal or a file doesn't make it the open one.
        app.conversations.get(ids[1]).await.unwrap();
        app.conversations.page(ids[1], None, 10).await.unwrap();
        ids
    };
    let app = place.opened().await;
    let listed: Vec<_> = app.conversations.list().await.unwrap();
    assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [ids[1], ids[0]]);
    assert_eq!((&*listed[1].title, listed[1].messages), ("How much salt", 2));
    assert_eq!(app.conversations.to_show().await.unwrap(), Some(ids[0]));
    // Pinned conversations come first, but the open one stays open.
    app.conversations.pin(ids[1], true).await.unwrap();
    assert_eq!(app.conversations.to_show().await.unwrap(), Some(ids[0]));
    app.conversations.delete(ids[0]).await.unwrap();
    assert_eq!(app.conversations.to_show().await.unwrap(), Some(ids[1]));
    app.conversations.restore(ids[0]).await.unwrap();
    let draft = app.conversations.draft(Some(ids[0])).await.unwrap().unwrap();
    assert_eq!((&*draft.text, draft.mode), ("And now", Mode::None));
    assert_eq!(app.conversations.draft(None).await.unwrap(), None);
}
