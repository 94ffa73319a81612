//! Changes that a model proposes, the results that it gets, and answers saved as notes.

use std::fs;

use crate::fixture::{Place, ask, collect, conversation, finished, next, path};
use app::{AnswerPlace, App, FootnoteStanding};
use conversation::{Change, ChangeState, ChosenHunks, ConversationId, Mode};
use serde_json::{Value, json};
use tests::model_server::{ListedModel, Rule, Script, ScriptedCall, ScriptedServer};
use turn::{AskRequest, At};

fn script(when: &str, calls: Vec<(&str, Value)>) -> Script {
    let calls = calls
        .into_iter()
        .map(|(name, arguments)| ScriptedCall { name: name.to_owned(), arguments });
    Script {
        models: vec![ListedModel {
            name: "scripted".to_owned(),
            window: Some(64_000),
            tools: Some(true),
            ..ListedModel::default()
        }],
        rules: vec![
            Rule { when: Some(when.to_owned()), calls: calls.collect(), ..Rule::default() },
            Rule { cite_first: true, ..Rule::default() },
        ],
        ..Script::default()
    }
}

async fn newest(app: &App) -> Change {
    let id = app.changes.list().await.unwrap()[0].id;
    app.changes.get(id).await.unwrap()
}

/// The model's input for the next question.
async fn next_request(app: &App, server: &ScriptedServer, id: ConversationId) -> String {
    let next = AskRequest { at: At::End(Some(id)), ..ask("And rye?", Mode::Notes) };
    collect(app.turns.ask(next)).await;
    server.requests().last().unwrap().body.clone()
}

const SALT: &str =
    "# Salt\n\n- Two per cent of salt.\n- Rye needs more of it.\n- It goes in late.\n";

// B86
#[tokio::test]
async fn the_model_gets_the_outcome_of_its_proposal() {
    let place = Place::with(&[("Salt.md", SALT)]);
    let edit = json!({
        "note": "Salt", "sources": [1],
        "old": "- Two per cent of salt.\n- Rye needs more of it.",
        "new": "- Three per cent of salt.\n- Rye needs no more of it.",
    });
    let server = ScriptedServer::start(script("Make it three", vec![("edit_note", edit)])).await;
    let server = server.unwrap();
    let app = place.asking(&server.url()).await;
    let file = place.vault().join("Salt.md");
    let propose = async || {
        let events = collect(app.turns.ask(ask("Make it three per cent", Mode::Notes))).await;
        let answer = finished(&events);
        let call = &answer.steps[0].calls[0];
        assert!(call.told.contains("Proposed: Edit “Salt”"), "{call:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), SALT);
        let change = newest(&app).await;
        assert_eq!(change.origin.answer, Some(answer.id));
        // The answer ID lets the answer show the state of its change.
        let entry = app.changes.list().await.unwrap().remove(0);
        assert_eq!(entry.answer, Some(answer.id));
        assert_eq!(call.told, format!("Proposed: {}", entry.title));
        let sources = app.changes.sources(&change).await.unwrap();
        assert_eq!(sources.conversation, Some(conversation(&events)));
        assert_eq!(sources.references.len(), 1);
        // No hunk contains that passage's statement.
        assert_eq!(sources.rests_on, [[[], []]]);
        (conversation(&events), change)
    };

    let (id, change) = propose().await;
    assert!(next_request(&app, &server, id).await.contains("has not decided yet"));
    app.changes.refuse(change.id).await.unwrap();
    assert!(next_request(&app, &server, id).await.contains("the user refused it"));

    let (id, change) = propose().await;
    assert_eq!(change.notes[0].hunks.len(), 2);
    let change = app
        .changes
        .reword(change.id, change.revision, (0, 0), "- Four per cent of salt.\n".to_owned())
        .await
        .unwrap();
    let taken = vec![ChosenHunks { note: 0, hunks: vec![0] }];
    let change = app.changes.apply(change.id, change.revision, taken).await.unwrap().change;
    assert_eq!(change.state, ChangeState::Partly);
    let told = next_request(&app, &server, id).await;
    for part in [
        "only in part",
        "words of the user's own",
        "Four per cent",
        "Left out: “- Rye needs no more",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    app.changes.undo(change.id).await.unwrap();
    assert!(next_request(&app, &server, id).await.contains("and the user undid it"));

    let (id, change) = propose().await;
    app.changes.apply(change.id, change.revision, change.all()).await.unwrap();
    assert!(next_request(&app, &server, id).await.contains("saved as you proposed it"));
}

#[tokio::test]
async fn no_change_is_offered_where_the_user_wants_none() {
    let place = Place::with(&[("Salt.md", SALT)]);
    let server = ScriptedServer::start(script("nothing", Vec::new())).await.unwrap();
    let app = place.asking(&server.url()).await;
    let offers = async || {
        collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        server.requests().last().unwrap().body.contains("edit_note")
    };
    assert!(offers().await);
    let mut settings = app.settings.get();
    settings.chat.changes = false;
    app.settings.set(settings).await.unwrap();
    assert!(!offers().await);
}

// B89
#[tokio::test]
async fn an_answer_becomes_a_note_whose_footnotes_are_checked_later() {
    let place = Place::with(&[("Salt.md", SALT), ("Plan.md", "# Plan\n\nOld [^1].\n\n[^1]: x\n")]);
    let server = ScriptedServer::start(script("nothing", Vec::new())).await.unwrap();
    let app = place.asking(&server.url()).await;
    let answer = finished(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    assert!(!answer.citations.is_empty(), "{answer:#?}");

    assert_eq!(app.changes.answer_path(answer.id).await.unwrap(), path("How much salt.md"));
    let to = |path| app.changes.propose_answer(answer.id, AnswerPlace::NewNote(path));
    let named = to(Some(path("Bread/Salt.md"))).await.unwrap();
    app.changes.apply(named.id, 1, named.all()).await.unwrap();
    assert!(place.vault().join("Bread/Salt.md").exists());
    assert!(to(Some(path("Salt.md"))).await.is_err(), "a new note never replaces another");

    let change = to(None).await.unwrap();
    assert!(!place.vault().join("How much salt.md").exists());
    app.changes.apply(change.id, 1, change.all()).await.unwrap();
    let note = fs::read_to_string(place.vault().join("How much salt.md")).unwrap();
    assert!(note.contains("[^1]: [[Salt#Salt]] “"), "{note}");
    assert!(!note.contains("[1]"), "{note}");

    let end = AnswerPlace::EndOf(path("Plan.md"));
    let change = app.changes.propose_answer(answer.id, end).await.unwrap();
    app.changes.apply(change.id, 1, change.all()).await.unwrap();
    let plan = fs::read_to_string(place.vault().join("Plan.md")).unwrap();
    assert!(plan.starts_with("# Plan\n\nOld [^1].\n\n[^1]: x\n\n"), "{plan}");
    assert!(plan.contains("[^1-2]: [[Salt#Salt]]"), "{plan}");

    let state = async || {
        let all = app.changes.footnotes(Some(path("Plan.md"))).await.unwrap();
        assert_eq!(all.len(), 1);
        all[0].state
    };
    assert_eq!(state().await, FootnoteStanding::Unchanged);
    place.write("Salt.md", &format!("Written later.\n\n{SALT}"));
    assert_eq!(state().await, FootnoteStanding::Unchanged);
    place.write("Salt.md", "# Salt\n\nNo more of it.\n");
    assert_eq!(state().await, FootnoteStanding::Changed);
}

#[tokio::test]
async fn a_note_that_is_asked_for_is_proposed_and_cites_by_key() {
    let place = Place::with(&[("Salt.md", &format!("---\ncitekey: doe2020\n---\n{SALT}"))]);
    let server = ScriptedServer::start(script("nothing", Vec::new())).await.unwrap();
    let app = place.asking(&server.url()).await;
    let answer = finished(&collect(app.turns.ask(ask("/note salt", Mode::Notes))).await);
    assert!(server.requests().last().unwrap().body.contains("Write a note in Markdown"));
    let change = newest(&app).await;
    assert_eq!((change.state, change.origin.answer), (ChangeState::Proposed, Some(answer.id)));
    assert!(change.notes[0].hunks[0].after.contains("[^1]: [@doe2020] [[Salt#Salt]] “"));
    assert_eq!(fs::read_dir(place.vault()).unwrap().count(), 1);

    // A link in the subject names the note as it is shown.
    let request = ask("/note [[Salt|the sea salt]]", Mode::Notes);
    let linked = finished(&collect(app.turns.ask(request)).await);
    let named = app.changes.answer_path(linked.id).await.unwrap();
    assert_eq!(named, path("The sea salt.md"));

    let change = newest(&app).await;
    // No proposal without a subject or passages, or for an ordinary question.
    for question in ["/note", "/note xylophone quartz", "/notes of salt"] {
        collect(app.turns.ask(ask(question, Mode::Notes))).await;
        assert_eq!(newest(&app).await.id, change.id, "{question}");
    }
}

#[tokio::test]
async fn a_note_without_a_heading_is_named_after_its_subject_also_later_in_a_conversation() {
    let place = Place::with(&[("Salt.md", SALT)]);
    let server = ScriptedServer::start(script("nothing", Vec::new())).await.unwrap();
    let app = place.asking(&server.url()).await;
    let id = conversation(&collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await);
    collect(app.turns.ask(next(id, "/note salt in dough", Mode::Notes))).await;
    assert_eq!(newest(&app).await.notes[0].path, path("Salt in dough.md"));
}

#[tokio::test]
async fn no_note_is_proposed_if_the_model_finds_nothing() {
    for told in ["The notes don't say.", "# Salt\n\nThe notes don't say."] {
        let place = Place::with(&[("Salt.md", SALT)]);
        let server = ScriptedServer::start(Script::saying(&[told])).await.unwrap();
        let app = place.asking(&server.url()).await;
        let answer = finished(&collect(app.turns.ask(ask("/note salt", Mode::Notes))).await);
        assert_eq!(answer.text, told);
        assert!(app.changes.list().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_note_that_the_model_prepares_itself_is_proposed_once() {
    let place = Place::with(&[("Salt.md", SALT)]);
    let note = json!({ "path": "Mine", "text": "# Mine\n" });
    let server = ScriptedServer::start(script("salt", vec![("create_note", note)])).await.unwrap();
    let app = place.asking(&server.url()).await;
    collect(app.turns.ask(ask("/note salt", Mode::Notes))).await;
    let all = app.changes.list().await.unwrap();
    assert_eq!(all.iter().map(|entry| &*entry.title).collect::<Vec<_>>(), ["New note “Mine”"]);
}

#[tokio::test]
async fn all_that_a_conversation_changed_is_undone_the_last_first() {
    let place = Place::with(&[("Salt.md", SALT)]);
    let file = place.vault().join("Salt.md");
    let edits = [("cent of salt", "cent of fine salt"), ("fine salt", "coarse salt")];
    let calls = edits.map(|(old, new)| json!({ "note": "Salt", "old": old, "new": new }));
    let [first, second] = calls;
    let mut rules = script("first", vec![("edit_note", first)]);
    rules.rules.extend(script("second", vec![("edit_note", second)]).rules);
    rules.rules.swap(1, 2);
    let server = ScriptedServer::start(rules).await.unwrap();
    let app = place.asking(&server.url()).await;
    let mut talk = None;
    for question in ["Change the salt, first", "Change the salt, second"] {
        let asked = AskRequest { at: At::End(talk), ..ask(question, Mode::Notes) };
        talk = Some(conversation(&collect(app.turns.ask(asked)).await));
        let change = newest(&app).await;
        app.changes.apply(change.id, change.revision, change.all()).await.unwrap();
    }
    let talk = talk.unwrap();
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("cent of coarse salt"), "{written}");
    assert_eq!(app.changes.undo_conversation(talk).await.unwrap(), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), SALT);
    let error = app.changes.undo_conversation(talk).await.unwrap_err();
    assert_eq!(error.code, conversation::Code::NotFound);
}
