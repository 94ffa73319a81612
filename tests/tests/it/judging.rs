//! A model that judges citations where the check itself can't decide.

use std::time::Duration;

use crate::fixture::{Place, ask, bread, collect, finished, pieces, server, started};
use app::App;
use conversation::{
    Answer, MessageState, Mode, Support,
    settings::{CheckSettings, Judge, ServerSetting},
};
use futures::StreamExt;
use models::{ProviderKind, Timing};
use serde_json::json;
use tests::model_server::{ListedModel, Rule, Script};
use turn::TurnEvent;

/// Partly supported by the note, so the check can't decide.
const DOUBTFUL: &str = "Bakers weigh the flour before they add salt [1].";

/// A sentence in every question to a judge.
const QUESTION: &str = "Does the document support the claim?";

#[cfg(test)]
/// A server whose model gives this answer, and judges by this rule.
fn judging(answer: &str, rule: Rule) -> Script {
    Script::saying(&[answer]).rule(Rule { when: Some(QUESTION.to_owned()), ..rule })
}

#[cfg(test)]
async fn app(place: &Place, address: &str, judge: Judge) -> App {
    let app = place.asking(address).await;
    let mut settings = app.settings.get();
    settings.check = CheckSettings { judge };
    app.settings.set(settings).await.unwrap();
    app.models.set_timing(Timing { retries: 0, ..Timing::default() });
    app
}

#[cfg(test)]
async fn answered(app: &App) -> Answer {
    finished(&collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await)
}

#[cfg(test)]
/// The first citation's support, and the judge's name.
fn verdict(answer: &Answer) -> (Option<Support>, Option<&str>) {
    let judged = answer.checks.iter().find_map(|check| check.judged_by.as_deref());
    (answer.citations[0].support, judged)
}

#[tokio::test]
async fn a_judge_decides_what_the_check_cannot_and_a_failing_one_leaves_it() {
    let status = |status, body| Rule { status: Some(status), body, ..Rule::default() };
    let cases: [(&str, Rule, Option<Support>, &str); 8] = [
        ("yes", pieces(&["Yes"]), Some(Support::Supported), ""),
        ("no", pieces(&["**No.** ", "Nothing says so."]), Some(Support::Unsupported), ""),
        (
            "thinks",
            Rule { thinking: vec!["No, no.".into()], ..pieces(&["Yes."]) },
            Some(Support::Supported),
            "",
        ),
        ("neither", pieces(&["Perhaps."]), None, "neither yes nor no"),
        ("empty", pieces(&[""]), None, "still apply"),
        ("slow", Rule { stall: true, ..Rule::default() }, None, "still apply"),
        ("away", status(500, json!("out of order")), None, "out of order"),
        ("broken", Rule { break_after: Some(1), ..pieces(&["Y", "es"]) }, None, "still apply"),
    ];
    let place = bread();
    for (name, rule, expected, notice) in cases {
        let server = server(judging(DOUBTFUL, rule)).await;
        let unjudged = verdict(&answered(&app(&place, &server.url(), Judge::Off).await).await).0;
        assert!(matches!(unjudged, Some(Support::Weak | Support::Unsupported)), "{unjudged:?}");
        assert_eq!(server.requests().len(), 1, "{name}: nobody was asked");

        let app = app(&place, &server.url(), Judge::ChatModel).await;
        if name == "slow" {
            let first_token = Duration::from_secs(1);
            app.models.set_timing(Timing { first_token, retries: 0, ..Timing::default() });
        }
        let answer = answered(&app).await;
        let judge = expected.map(|_| "scripted");
        assert_eq!(verdict(&answer), (expected.or(unjudged), judge), "{name}");
        assert_eq!(answer.state, MessageState::Complete);
        assert_eq!(answer.notices.is_empty(), notice.is_empty(), "{name}: {:?}", answer.notices);
        assert!(answer.notices.iter().all(|it| it.contains(notice)), "{:?}", answer.notices);

        // Each call has a receipt.
        let receipts = app.conversations.receipts(answer.id).await.unwrap();
        let sent: Vec<_> = server.requests().into_iter().skip(1).map(|it| it.body).collect();
        let kept: Vec<_> = receipts.iter().map(|receipt| receipt.request.clone()).collect();
        assert_eq!(kept, sent, "{name}");
        assert_eq!(receipts.len(), 2, "{name}");
        assert!(receipts[0].usage.is_some() && receipts[0].problems.is_empty(), "{name}");
        assert_eq!(
            receipts[1].usage.is_none(),
            matches!(name, "slow" | "away" | "broken"),
            "{name}"
        );
        assert_eq!(receipts[1].context.parts[0].label, "How to judge");
        assert_eq!(receipts[1].problems.is_empty(), notice.is_empty(), "{name}");
    }
}

#[tokio::test]
async fn the_judge_is_not_asked_about_certain_verdicts() {
    let place = bread();
    let cases = [
        // The check can decide these: supported, a wrong number, or no citation.
        "Use two per cent of the weight of the flour in salt [1].",
        "Use 70 per cent of the weight of the flour in salt [1].",
        "Salt is good.",
    ];
    for text in cases {
        let server = server(judging(text, pieces(&["No"]))).await;
        let app = app(&place, &server.url(), Judge::ChatModel).await;
        let answer = answered(&app).await;
        assert_eq!(server.requests().len(), 1, "{text}");
        assert!(answer.checks.iter().all(|check| check.judged_by.is_none()), "{text}");
    }
}

#[tokio::test]
async fn a_turn_asks_only_so_often() {
    let place = bread();
    let server = server(judging(&[DOUBTFUL; 11].join(" "), pieces(&["No"]))).await;
    let app = app(&place, &server.url(), Judge::ChatModel).await;
    let answer = answered(&app).await;
    assert_eq!(answer.citations.len(), 11);
    assert_eq!(server.requests().len(), 1 + 8);
    let judged = answer.checks.iter().filter(|check| check.judged_by.is_some());
    assert_eq!(judged.count(), 8);
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    assert!(receipt.problems.iter().any(|problem| problem.starts_with("3 more")), "{receipt:?}");
}

#[tokio::test]
async fn stopping_stops_the_judge_and_keeps_the_answer() {
    let rule = Rule { hold_after: Some(0), ..pieces(&["Yes"]) };
    let server = server(judging(DOUBTFUL, rule)).await;
    let place = bread();
    let app = app(&place, &server.url(), Judge::ChatModel).await;
    let mut stream = app.turns.ask(ask("How much salt goes in?", Mode::Notes));
    let mut events: Vec<TurnEvent> = Vec::new();
    while let Some(event) = stream.next().await {
        let is_started = matches!(event, TurnEvent::Started { .. });
        events.push(event);
        if is_started {
            let (_, _, id) = started(&events);
            let app = app.clone();
            let asked = server.requests_when(2);
            tokio::spawn(async move {
                asked.await;
                app.turns.cancel(id);
            });
        }
    }
    let answer = finished(&events);
    assert_eq!(answer.text, DOUBTFUL);
    assert_eq!(verdict(&answer).1, None);
    assert!(answer.citations[0].support.is_some(), "what the check found stands");
    server.client_closed().await;
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    assert!(receipt.problems[0].contains("you stopped the check"), "{:?}", receipt.problems);
}

#[tokio::test]
async fn the_question_goes_to_the_chosen_judge_and_to_nobody_else() {
    let place = bread();
    let chat = server(judging(DOUBTFUL, pieces(&["No"]))).await;
    // A dedicated judge model gets its own prompt format and may be small.
    let listed = ListedModel { name: "bespoke-minicheck:1b".into(), ..ListedModel::default() };
    let script = Script { models: vec![listed], ..Script::saying(&["Yes"]) };
    let judge = server(script).await;
    let setting = ServerSetting::new(ProviderKind::Ollama, judge.url());
    let app = app(
        &place,
        &chat.url(),
        Judge::Server { server: setting, model: "bespoke-minicheck:1b".to_owned() },
    )
    .await;
    let answer = answered(&app).await;
    assert_eq!(verdict(&answer), (Some(Support::Supported), Some("bespoke-minicheck:1b")));
    assert_eq!((chat.requests().len(), judge.requests().len()), (1, 1));
    let asked = &judge.requests()[0];
    assert_eq!(asked.path, "/api/chat");
    let messages = asked.json["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 1);
    let said = messages[0]["content"].as_str().unwrap();
    assert!(said.starts_with("Document: "), "{said}");
    assert!(said.ends_with("\nClaim: Bakers weigh the flour before they add salt."), "{said}");
    // The judge gets neither other notes nor the question.
    assert!(!said.contains("Rye") && !said.contains("How much"), "{said}");
    let receipt = crate::fixture::receipt(&app, answer.id).await;
    assert_eq!((receipt.server, receipt.model), (judge.url(), "bespoke-minicheck:1b".to_owned()));
}

#[tokio::test]
async fn a_small_model_is_no_judge() {
    let place = bread();
    let mut script = judging(DOUBTFUL, pieces(&["Yes"]));
    script.models = vec![ListedModel {
        name: "tiny-1.5b".into(),
        window: Some(8_192),
        ..ListedModel::default()
    }];
    let server = server(script).await;
    let app = app(&place, &server.url(), Judge::ChatModel).await;
    let answer = answered(&app).await;
    assert_eq!(server.requests().len(), 1);
    assert_eq!(verdict(&answer).1, None);
    assert!(answer.notices[0].contains("“tiny-1.5b” is too small"), "{:?}", answer.notices);
}
