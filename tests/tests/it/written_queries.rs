//! Queries that the chat model writes for questions that the rules leave in doubt.

use std::time::Duration;

use crate::fixture::{Place, ask, collect, finished, pieces, server};
use conversation::{Answer, Mode};
use models::Timing;
use serde_json::json;
use tests::model_server::{Rule, Script, ScriptedServer};

const QUESTION: &str = "How many films made me cry?";

/// The end of the request for a query.
const REQUEST: &str = "The query, in one line:";

/// The app with a model that answers the request for a query by `rule`.
async fn answered(rule: Rule, question: &str, writes: bool) -> (Answer, ScriptedServer) {
    let place = Place::with(&[
        ("Films/Alien.md", "---\nmood: tense\n---\nIn space.\n"),
        ("Films/Ikiru.md", "---\nmood: sad\n---\nA park.\n"),
        ("Films/Umberto D.md", "---\nmood: sad\n---\nA dog.\n"),
    ]);
    let mut timing = Timing { retries: 0, ..Timing::default() };
    if rule.stall {
        timing.first_token = Duration::from_secs(1);
    }
    let rules = vec![Rule { when: Some(REQUEST.to_owned()), ..rule }];
    let server = server(Script { rules, ..Script::saying(&["Two films [1]."]) }).await;
    let app = place.asking(&server.url()).await;
    let mut settings = app.settings.get();
    settings.search.write_queries = writes;
    app.settings.set(settings).await.unwrap();
    app.models.set_timing(timing);
    let mut answer = finished(&collect(app.turns.ask(ask(question, Mode::Notes))).await);
    // An answer with a receipt has these sentences there.
    for receipt in app.conversations.receipts(answer.id).await.unwrap() {
        answer.notices.extend(receipt.problems);
    }
    (answer, server)
}

fn query(answer: &Answer) -> Option<&str> {
    answer.references.iter().find_map(|it| Some(&*it.table.as_ref()?.query))
}

/// The requests for a query.
fn requests(server: &ScriptedServer) -> Vec<String> {
    let sent = server.requests().into_iter().map(|it| it.json["messages"].to_string());
    sent.filter(|it| it.contains(REQUEST)).collect()
}

// B125
#[tokio::test]
async fn a_question_in_doubt_is_answered_by_the_query_that_the_model_writes() {
    let line = "folder:films mood=sad count";
    let (answer, server) = answered(pieces(&[line]), QUESTION, true).await;
    assert_eq!(query(&answer), Some(line));
    let table = answer.references.iter().find_map(|it| it.table.as_ref()).unwrap();
    assert_eq!(table.total, 2);
    let sent = requests(&server);
    assert_eq!(sent.len(), 1);
    for part in ["mood: sad | tense", "Folders: films", QUESTION] {
        assert!(sent[0].contains(part), "{part}: {sent:?}");
    }
    let at = format!("“scripted” at {}", server.url());
    for said in [format!("were sent to {at}"), format!("{at} wrote the query: {line}")] {
        assert!(answer.notices.iter().any(|it| it.contains(&said)), "{said}: {answer:?}");
    }
}

// B125
#[tokio::test]
async fn a_line_that_is_no_query_over_the_vault_is_dropped() {
    for line in [
        "none",
        "Two of your films are sad.",
        "folder:films feeling=sad count",
        "folder:films mood=joyful count",
        "folder:films mood=sad limit:many",
    ] {
        let (answer, server) = answered(pieces(&[line]), QUESTION, true).await;
        assert_eq!((query(&answer), requests(&server).len()), (None, 1), "{line}");
        assert!(!answer.notices.iter().any(|it| it.contains("wrote the query")), "{line}");
    }
}

// B125
#[tokio::test]
async fn a_model_that_fails_or_is_silent_leaves_the_question_to_the_search() {
    let away = Rule { status: Some(500), body: json!("out of order"), ..Rule::default() };
    for rule in [away, Rule { stall: true, ..Rule::default() }] {
        let (answer, _server) = answered(rule, QUESTION, true).await;
        assert_eq!(query(&answer), None);
        let said = "The model wrote no query, so the question was searched as text: ";
        assert!(answer.notices.iter().any(|it| it.starts_with(said)), "{answer:?}");
    }
}

// B125
#[tokio::test]
async fn no_model_writes_a_query_for_a_plain_question_or_without_the_setting() {
    let line = || pieces(&["folder:films mood=sad count"]);
    for (question, writes) in
        [(QUESTION, false), ("What happens in space?", true), ("How many films are sad?", true)]
    {
        let (answer, server) = answered(line(), question, writes).await;
        assert_eq!(requests(&server).len(), 0, "{question}: {answer:?}");
    }
}
