//! Plain sentences that the model recognises as commands.

use crate::fixture::{
    Place, ask, bread, collect, conversation, finished, notices, pieces, server, settings, started,
};
use app::App;
use conversation::{Answer, ChangeState, Mode};
use tests::model_server::{Rule, Script, ScriptedServer};
use turn::{AskRequest, At, TurnEvent, Way};

/// The app with a model that answers `line` to the routing question.
async fn routing(line: &str) -> (App, ScriptedServer, Place) {
    let asked = Some("What does the newest message want?".to_owned());
    let rules = vec![Rule { when: asked, ..pieces(&[line]) }];
    let default = pieces(&["# Rye\n\nRye is sticky [1]."]);
    let server = server(Script { rules, default, ..Script::default() }).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let mut settings = settings(&server.url());
    settings.chat.routing = true;
    app.settings.set(settings).await.unwrap();
    (app, server, place)
}

async fn asked(app: &App, request: AskRequest) -> (Answer, Vec<TurnEvent>) {
    let events = collect(app.turns.ask(request)).await;
    (finished(&events), events)
}

#[tokio::test]
async fn a_sentence_that_looks_for_something_shows_passages_and_can_be_answered_instead() {
    let (app, server, _place) = routing("FIND rye dough").await;
    let (answer, events) = asked(&app, ask("Where did I write of rye?", Mode::Notes)).await;
    assert_eq!(answer.routed.as_deref(), Some("/find rye dough"));
    assert!(answer.passages_only && answer.references.iter().any(|it| it.title == "Rye"));
    assert!(
        events
            .iter()
            .any(|it| matches!(it, TurnEvent::Routed(command) if command == "/find rye dough"))
    );
    // The routing call has a receipt, and the question stays as typed.
    assert_eq!(app.conversations.receipts(answer.id).await.unwrap().len(), 1);
    let (id, question, _) = started(&events);
    assert_eq!(question.text, "Where did I write of rye?");
    assert_eq!(app.conversations.get(id).await.unwrap().messages[1].answer(), Some(&answer));

    let again = AskRequest { at: At::Again(question.id), way: Way::Chat, ..ask("", Mode::Notes) };
    let (answer, _) = asked(&app, again).await;
    assert_eq!((answer.routed, answer.passages_only), (None, false));
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_sentence_that_wants_a_note_prepares_one() {
    let (app, _server, _place) = routing("NOTE rye dough").await;
    let (answer, _) = asked(&app, ask("Write me a note on rye dough", Mode::Notes)).await;
    assert_eq!(answer.routed.as_deref(), Some("/note rye dough"));
    let changes = app.changes.list().await.unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].state, ChangeState::Proposed);
}

#[tokio::test]
async fn questions_without_a_command_are_answered() {
    let check = async |line: &str, request: AskRequest, calls: usize| {
        let (app, server, _place) = routing(line).await;
        let (answer, events) = asked(&app, request).await;
        assert_eq!((answer.routed, answer.passages_only), (None, false), "{line}");
        assert_eq!(server.requests().len(), calls, "{line}");
        assert!(notices(&events).is_empty(), "{line}");
        conversation(&events)
    };
    check("CHAT", ask("How sticky is rye?", Mode::Notes), 2).await;
    check("I am not sure.", ask("How sticky is rye?", Mode::Notes), 2).await;
    check("SUMMARIZE Wheat", ask("Sum up what I know of rye", Mode::Notes), 2).await;
    check("FIND rye", AskRequest { way: Way::Chat, ..ask("How sticky is rye?", Mode::Notes) }, 1)
        .await;
    check("FIND rye", ask(&"How sticky is rye? ".repeat(40), Mode::Notes), 1).await;
}
