//! Citations by note, related notes, and questions asked before.

use std::fs;

use conversation::{Code, Mode, reference::State};
use library::{CitingFilter, GraphScope};
use tests::model_server::Script;
use turn::AskRequest;

use crate::fixture::{Place, ask, bread, collect, conversation, finished, path, server, until};

// B94 B97
#[tokio::test]
async fn insight_lists_cited_and_uncited_notes_and_fruitless_questions() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let id = conversation(&events);
    collect(app.turns.ask(ask("Qwertzuiop?", Mode::Notes))).await;

    let insight = app.insights.whole().await.unwrap();
    let [salt] = &insight.notes[..] else { panic!("{insight:?}") };
    assert_eq!((salt.path.as_str(), salt.answers, salt.conversations), ("Salt.md", 1, 1));
    assert_eq!(insight.conversations[0].id, id);
    assert_eq!(insight.uncited, [path("Rye.md")]);
    let fruitless: Vec<_> = insight.fruitless.iter().map(|found| &*found.text).collect();
    assert_eq!(fruitless, ["Qwertzuiop?"]);
    let month = insight.months[0].month.clone();
    let filter = CitingFilter { month: Some(month), ..CitingFilter::default() };
    assert_eq!(app.insights.cited(filter).await.unwrap(), insight.notes);

    // B97: the passage is found at its current place.
    let salt = path("Salt.md");
    let passage = || app.reader.cited_passages(&salt);
    let cited = passage().await.unwrap();
    let [before] = &cited[..] else { panic!("{cited:?}") };
    assert_eq!(before.answers, 1);
    let text = fs::read_to_string(place.vault().join("Salt.md")).unwrap();
    place.write("Salt.md", &format!("First of all.\n\n{text}"));
    let moved = passage().await.unwrap();
    assert_eq!(moved[0].lines.start, before.lines.start + 2);
    place.write("Salt.md", "Nothing of it.\n");
    assert_eq!(passage().await.unwrap(), []);
    place.write("Salt.md", &text);

    // A moved note is counted under its new path.
    fs::rename(place.vault().join("Salt.md"), place.vault().join("Spices.md")).unwrap();
    until(async || {
        let insight = app.insights.whole().await.unwrap();
        insight.notes.first().is_some_and(|note| note.path == path("Spices.md"))
    })
    .await;
    // The library follows a moved note before the vault's names do.
    until(async || {
        let graph = app.insights.graph(GraphScope::Conversation(id)).await.unwrap();
        (graph.notes.len(), graph.citations.len()) == (1, 1)
            && graph.questions[0].title == "How much salt?"
    })
    .await;
}

// B96
#[tokio::test]
async fn notes_near_an_answer_that_it_did_not_use_are_found_without_a_model() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let notes: Vec<(String, String)> = (0..9)
        .map(|number| {
            (format!("Salt {number}.md"), format!("# Salt {number}\n\nTwo per cent of salt.\n"))
        })
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(name, text)| (&**name, &**text)).collect();
    let place = Place::with(&notes);
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    let id = conversation(&events);
    let asked = server.requests().len();
    let used: Vec<_> = answer
        .references
        .iter()
        .filter(|reference| matches!(reference.state, State::Cited | State::Used))
        .filter_map(|reference| reference.path.clone())
        .collect();
    let near = app.retrieval.nearby(id, 3).await.unwrap();
    let mut paths: Vec<_> = near.into_iter().map(|hit| hit.path).collect();
    assert_eq!(paths.len(), 3);
    assert!(paths.iter().all(|path| !used.contains(path)), "{paths:?} {used:?}");
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 3);
    assert_eq!(server.requests().len(), asked);

    // A chat without notes suggests no notes.
    let events = collect(app.turns.ask(ask("How much salt?", Mode::None))).await;
    assert!(app.retrieval.nearby(conversation(&events), 3).await.unwrap().is_empty());
}

// B99
#[tokio::test]
async fn a_question_that_was_asked_before_is_found_and_its_answer_taken_along() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
    let (id, answer) = (conversation(&events), finished(&events));
    let before = |text: &'static str, here| app.conversations.asked_before(text, here);
    let found = before("How much salt goes in", None).await.unwrap().unwrap();
    assert_eq!((found.conversation, found.answer), (id, answer.id));
    // Neither the same conversation nor a different question counts.
    assert_eq!(before("How much salt goes in", Some(id)).await.unwrap(), None);
    assert_eq!(before("Why does rye want a tin?", None).await.unwrap(), None);
    assert_eq!(before("Salt?", None).await.unwrap(), None);

    let taken = app.turns.attach_answer(found.answer).await.unwrap();
    let again = AskRequest { attachments: vec![taken.id], ..ask("And in rye?", Mode::None) };
    collect(app.turns.ask(again)).await;
    let sent = server.requests().last().unwrap().body.to_string();
    assert!(sent.contains("How much salt goes in?") && sent.contains("Two per cent"), "{sent}");
    let error = app.turns.attach_answer(found.question).await.unwrap_err();
    assert_eq!(error.code, Code::BadInput, "{error}");

    app.conversations.delete(id).await.unwrap();
    assert_eq!(before("How much salt goes in", None).await.unwrap(), None);
}
