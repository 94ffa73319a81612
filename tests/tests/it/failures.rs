//! Turns whose server fails, and questions that can't be sent.

use std::time::Duration;

use crate::fixture::{
    ask, bread, collect, conversation, failed, finished, next, notices, pieces, server, settings,
    shown, started,
};
use conversation::{
    Answer, Author, Code, ConversationId, MessageState, Mode, Settings,
    reference::State,
    settings::{ChosenModel, ModelOverride, ServerAt},
};
use futures::StreamExt;
use models::{Override, Timing, Tokens, limits::MAX_TEXT_BYTES};
use serde_json::json;
use tests::model_server::{Rule, Script};
use turn::{AskRequest, At, PASSAGES, TurnEvent, Way};

/// Server failures, each with the turn's error code.
fn failures() -> Vec<(&'static str, Rule, models::Code)> {
    let status = |status, body| Rule { status: Some(status), body, ..Rule::default() };
    let limited = Rule {
        headers: [("retry-after".to_owned(), "600".to_owned())].into(),
        ..status(429, json!({"error": {"message": "slow down"}}))
    };
    vec![
        ("401", status(401, json!({"error": {"message": "no key"}})), models::Code::Unauthorized),
        (
            "404",
            status(404, json!({"error": {"message": "model 'x' not found"}})),
            models::Code::ModelMissing,
        ),
        ("429", limited, models::Code::RateLimited),
        ("500", status(500, json!("out of order")), models::Code::ServerError),
        (
            "overflow",
            status(400, json!({"error": {"code": "context_length_exceeded", "message": "long"}})),
            models::Code::ContextOverflow,
        ),
        (
            "no protocol",
            Rule { raw: Some(vec!["<html>hello</html>".to_owned()]), ..Rule::default() },
            models::Code::InvalidReply,
        ),
        ("stalled", Rule { stall: true, ..Rule::default() }, models::Code::TimedOut),
        (
            "broken",
            Rule { break_after: Some(1), ..pieces(&["Two per", " cent"]) },
            models::Code::BrokenStream,
        ),
    ]
}

// B47
#[tokio::test]
async fn every_failure_has_its_sentence_and_keeps_the_question() {
    let place = bread();
    let good = Script::saying(&["Two per cent [1]."]);
    let mut sentences = Vec::new();
    for (name, rule, code) in failures() {
        let server = server(Script::always(rule)).await;
        let app = place.asking(&server.url()).await;
        let mut timing = Timing { retries: 0, ..Timing::default() };
        if name == "stalled" {
            timing.first_token = Duration::from_secs(1);
        }
        app.models.set_timing(timing);
        let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        let (answer, error) = failed(&events);
        assert_eq!(error.code, Code::Model(code), "{name}: {error}");
        assert!(error.tried[0].contains(&server.url()), "{name}: {:?}", error.tried);
        assert_eq!(answer.state, MessageState::Failed);
        if name == "broken" {
            assert_eq!(answer.text, "Two per");
        }
        sentences.push(error.message.to_string());

        let (id, question, _) = started(&events);
        let kept = app.conversations.get(id).await.unwrap().messages;
        assert_eq!(kept[0].question(), Some(&question), "{name}");
        assert_eq!(kept[1].answer().unwrap().error, Some(error), "{name}");
        assert_eq!(kept[1].text, answer.text, "{name}");

        // A retry uses the stored question.
        server.set_script(good.clone());
        app.models.set_timing(Timing::default());
        let again = AskRequest { at: At::Again(question.id), ..next(id, "", Mode::Notes) };
        let events = collect(app.turns.ask(again)).await;
        assert_eq!(finished(&events).text, "Two per cent [1].", "{name}");
        let kept = app.conversations.get(id).await.unwrap().messages;
        assert_eq!(kept.len(), 2, "{name}");
        assert_eq!(kept[0].question(), Some(&question), "{name}");
        assert_eq!(kept[1].text, "Two per cent [1].", "{name}");
    }
    let mut different = sentences.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), sentences.len(), "{sentences:#?}");
}

#[cfg(test)]
/// The passages' sentence that is marked as the closest to the question.
fn closest(answer: &Answer) -> &str {
    let span = &answer.checks[0].nearest[0];
    let of = |reference: &&conversation::Reference| reference.number == Some(span.number);
    let passage = answer.references.iter().find(of).and_then(|it| it.passage.as_ref()).unwrap();
    &passage.text[span.start as usize..span.end as usize]
}

// B47 B48
#[tokio::test]
async fn with_no_server_listening_the_card_says_so() {
    // Nothing answers at the first port.
    let closed = "http://127.0.0.1:1".to_owned();
    let place = bread();
    let app = place.asking(&closed).await;
    app.models.set_timing(Timing { retries: 0, ..Timing::default() });
    let small = ChosenModel { server: Some(ServerAt::address(&closed)), model: "small".to_owned() };
    for chosen in [None, Some(small)] {
        app.settings.set(Settings { chosen, ..settings(&closed) }).await.unwrap();
        let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
        let (answer, error) = failed(&events);
        assert_eq!(error.code, Code::Model(models::Code::Refused));
        assert!(error.tried[0].contains(&closed), "{:?}", error.tried);
        // The passages are found despite the failure.
        assert_eq!(answer.references[0].path.as_ref().unwrap().as_str(), "Salt.md");
        assert_eq!(closest(&answer), "Use two per cent of the weight of the flour in salt.");
        let (id, question, _) = started(&events);

        let again = AskRequest {
            at: At::Again(question.id),
            way: Way::Passages,
            ..next(id, "", Mode::Notes)
        };
        let events = collect(app.turns.ask(again)).await;
        let answer = finished(&events);
        assert_eq!(answer.text, format!("{PASSAGES} [1]"));
        assert_eq!(answer.references[0].state, State::Cited);
        assert!(answer.passages_only && !answer.has_receipt);
        assert_eq!(closest(&answer), "Use two per cent of the weight of the flour in salt.");
        assert_eq!(app.conversations.receipts(answer.id).await.unwrap_err().code, Code::NotFound);
    }
}

#[tokio::test]
async fn a_model_that_only_thinks_has_not_answered() {
    let rule = Rule { thinking: vec!["Hm.".to_owned()], ..pieces(&[""]) };
    let server = server(Script::always(rule)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let (answer, error) = failed(&events);
    assert_eq!(error.code, Code::Model(models::Code::InvalidReply));
    assert!(error.message.contains("thought"), "{error}");
    assert_eq!((&*answer.text, &*answer.thinking), ("", "Hm."));
    assert!(events.iter().any(|event| matches!(event, TurnEvent::Thinking(_))));
}

#[tokio::test]
async fn an_answer_that_was_cut_off_says_so() {
    let rule = Rule { finish: Some("length".to_owned()), ..pieces(&["Two per"]) };
    let server = server(Script::always(rule)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!(answer.notices, notices(&events));
    assert!(answer.notices[0].contains("cut off"), "{:?}", answer.notices);
    assert_eq!(crate::fixture::receipt(&app, answer.id).await.problems, answer.notices);
}

// B65
#[tokio::test]
async fn an_answer_that_is_too_long_ends_at_its_limit_and_says_so() {
    let said = |piece: u32| (piece * 5_000..(piece + 1) * 5_000).map(|at| format!("flour {at} "));
    let long: Vec<String> = (0..20).map(|piece| said(piece).collect()).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let server = server(Script::always(pieces(&long))).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::None))).await;
    let answer = finished(&events);
    assert!(answer.text.len() <= MAX_TEXT_BYTES, "{}", answer.text.len());
    assert_eq!(notices(&events).len(), 1);
    assert!(notices(&events)[0].contains("longer than 1 MB"), "{:?}", notices(&events));
    assert_eq!(crate::fixture::receipt(&app, answer.id).await.problems, notices(&events));
    // The shown text and the notice survive a restart.
    app.close().await;
    drop(app);
    let app = place.opened().await;
    let kept = app.conversations.get(conversation(&events)).await.unwrap().messages.pop().unwrap();
    let kept = kept.into_answer().unwrap();
    assert_eq!((kept.text.clone(), kept.notices), (shown(&events), notices(&events)));
}

// B65
#[tokio::test]
async fn of_an_answer_that_does_not_stop_the_beginning_is_checked() {
    const CHECKED: u32 = 128 * 1024;
    let line = |at: u32| format!("Salt is two per cent of the flour, loaf {at} [1].\n");
    let long: String = (0..5_000).map(line).collect();
    let server = server(Script::saying(&[long.as_str()])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!(answer.citations.len(), 5_000);
    let checked = answer.citations.iter().filter(|mark| mark.support.is_some());
    assert_eq!(
        checked.map(|mark| mark.end).collect::<Vec<_>>(),
        answer
            .citations
            .iter()
            .map(|mark| mark.end)
            .filter(|end| *end < CHECKED)
            .collect::<Vec<_>>()
    );
    assert!(answer.checks.iter().all(|check| check.end <= CHECKED), "{:?}", answer.checks.last());
    let problems = crate::fixture::receipt(&app, answer.id).await.problems;
    assert!(problems.iter().any(|problem| problem.contains("first 128 KB")), "{problems:?}");
}

#[tokio::test]
async fn a_question_that_cannot_fit_is_not_sent() {
    let server = server(Script::saying(&["never"])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    let known = Override { window: Some(Tokens(1_100)), ..Override::default() };
    let overrides = vec![ModelOverride { known, ..ModelOverride::default() }];
    app.settings.set(Settings { overrides, ..settings(&server.url()) }).await.unwrap();
    let events = collect(app.turns.ask(ask(&"How much salt? ".repeat(400), Mode::Notes))).await;
    let (_, error) = failed(&events);
    assert_eq!(error.code, Code::DoesNotFit);
    assert!(error.message.contains("1100") || error.message.contains("1,100"), "{error}");
    assert_eq!(server.requests(), []);
    let kept = app.conversations.get(conversation(&events)).await.unwrap().messages;
    assert_eq!((kept.len(), kept[0].author()), (2, Author::User));
}

#[tokio::test]
async fn an_invalid_request_fails_with_one_event() {
    let place = bread();
    let app = place.app().await;
    let refused = async |request| match &collect(app.turns.ask(request)).await[..] {
        [TurnEvent::Failed { answer: None, error }] => error.code,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(ask("How much salt?", Mode::Notes)).await, Code::NoVault);
    app.vaults.open(&place.vault()).await.unwrap();
    assert_eq!(refused(ask(" \n", Mode::Notes)).await, Code::BadInput);
    let nowhere = next(ConversationId::new(), "How much salt?", Mode::Notes);
    assert_eq!(refused(nowhere).await, Code::NotFound);
    let lost = AskRequest {
        attachments: vec![conversation::AttachmentId::new()],
        ..ask("How much salt?", Mode::Notes)
    };
    assert_eq!(refused(lost).await, Code::NotFound);
    assert_eq!(app.conversations.list().await.unwrap(), []);
}

// B38 B46
#[tokio::test]
async fn problems_before_the_call_are_in_its_receipt_while_the_answer_streams() {
    let rule = Rule { hold_after: Some(1), ..pieces(&["From memory", ", too."]) };
    let server = server(Script::always(rule)).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    for entry in std::fs::read_dir(place.data().join("index")).unwrap() {
        std::fs::write(entry.unwrap().path(), "no index at all ".repeat(20_000)).unwrap();
    }
    let mut stream = app.turns.ask(ask("How much salt?", Mode::Notes));
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        let is_text = matches!(event, TurnEvent::Text(_));
        events.push(event);
        if is_text {
            break;
        }
    }
    // The state that a kill at this moment would leave.
    let answer = started(&events).2;
    let kept = crate::fixture::receipt(&app, answer).await;
    assert!(kept.usage.is_none(), "the answer has ended");
    assert_eq!(kept.problems, notices(&events));
    assert!(kept.problems[0].contains("couldn't be searched"), "{:?}", kept.problems);
    app.turns.cancel(answer);
    while stream.next().await.is_some() {}
}

// B11 B39
#[tokio::test]
async fn a_broken_index_leaves_the_answer_and_a_notice() {
    let server = server(Script::saying(&["From memory."])).await;
    let place = bread();
    let app = place.asking(&server.url()).await;
    for entry in std::fs::read_dir(place.data().join("index")).unwrap() {
        std::fs::write(entry.unwrap().path(), "no index at all ".repeat(20_000)).unwrap();
    }
    let events = collect(app.turns.ask(ask("How much salt?", Mode::Notes))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, "From memory.");
    assert!(notices(&events)[0].contains("couldn't be searched"), "{:?}", answer.notices);
    assert_eq!(crate::fixture::receipt(&app, answer.id).await.problems, answer.notices);
}
