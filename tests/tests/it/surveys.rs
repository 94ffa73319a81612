//! Reading every matching note in batches before answering.

use std::collections::{BTreeMap, BTreeSet};

use crate::fixture::{
    Place, ask,
    child::{reopened, survey_in_child},
    collect, conversation, failed, finished, next, notices, pieces, server, settings, started,
};
use app::App;
use conversation::{
    Answer, Code, DateRange, MessageState, Mode, PeriodCoverage, Support,
    reference::{Number, State},
    survey::Survey,
};
use futures::StreamExt;
use models::Tokens;
use serde_json::json;
use tests::model_server::{ListedModel, Rule, Script};
use turn::{AskRequest, At, NO_SUPPORT, TurnEvent, Way};

const QUESTION: &str = "How much salt?";
/// Texts in the requests for a batch and for the answer.
const BATCH: &str = "Now list what these documents say";
const ANSWER: &str = "Salt fact 1: use 1 per cent of salt [1]. And 7 per cent in note 7 [13].";

/// Eight notes of three passages about salt, and one other note.
fn vault() -> Place {
    let filler = "The dough rests in the cool room until the evening comes. ".repeat(14);
    let notes: Vec<(String, String)> = (1..=8)
        .map(|n| {
            let section = |part: u32| {
                format!("## Part {part}\n\nSalt fact {n}: use {n} per cent of salt. {filler}\n\n")
            };
            (format!("Note {n}.md"), format!("# Note {n}\n\n{}{}", section(1), section(2)))
        })
        .collect();
    let mut files: Vec<(&str, &str)> =
        notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("Tins.md", "# Tins\n\nLong ones for rye.\n"));
    Place::with(&files)
}

fn script(window: u32, rules: Vec<Rule>) -> Script {
    let models = vec![ListedModel { window: Some(window), ..Script::default().models[0].clone() }];
    Script { models, rules, default: pieces(&[ANSWER]), ..Script::default() }
}

/// Finds the first sentence of a batch's first document.
fn found() -> Rule {
    Rule { when: Some(BATCH.to_owned()), cite_first: true, ..Rule::default() }
}

fn all(question: &str) -> AskRequest {
    AskRequest { way: Way::Survey, ..ask(question, Mode::Notes) }
}

fn survey(message: &Answer) -> &Survey {
    message.survey.as_ref().unwrap_or_else(|| panic!("no survey: {message:#?}"))
}

/// The number of batches in which each note was finished.
fn times_read(survey: &Survey) -> BTreeMap<&str, usize> {
    let mut times = BTreeMap::new();
    for note in survey.batches.iter().flat_map(|batch| &batch.notes) {
        *times.entry(note.as_str()).or_default() += 1;
    }
    times
}

async fn asking(place: &Place, script: Script) -> (App, tests::model_server::ScriptedServer) {
    let server = server(script).await;
    (place.asking(&server.url()).await, server)
}

// B19, B29, B76
#[tokio::test]
async fn every_note_that_matches_is_read_once_and_the_answer_cites_them() {
    let place = vault();
    let (app, _server) = asking(&place, script(4_096, vec![found()])).await;
    let estimate = app.turns.survey_estimate(&all(QUESTION)).await.unwrap();
    let events = collect(app.turns.ask(all(QUESTION))).await;
    let answer = finished(&events);
    let survey = survey(&answer);
    assert_eq!((survey.notes.len(), survey.read, survey.left, survey.to_come), (8, 8, 0, 0));
    assert!(survey.batches.len() >= 2, "{survey:#?}");
    // A note may be split between two batches.
    assert_eq!(times_read(survey).len(), 8);
    let read: u32 = survey.batches.iter().map(|batch| batch.passages).sum();
    assert_eq!(read, estimate.passages);
    assert!(survey.batches.iter().all(|batch| batch.found.contains("per cent of salt [")));

    // Progress is reported.
    let told: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Survey(survey) => Some(survey.read),
            _ => None,
        })
        .collect();
    assert_eq!((told.first(), told.last()), (Some(&0), Some(&8)));
    assert!(told.is_sorted() && told.len() == survey.batches.len() + 1, "{told:?}");

    // Citations use the conversation's numbers and are checked as usual.
    let numbers: BTreeSet<Option<Number>> =
        answer.references.iter().map(|reference| reference.number).collect();
    assert_eq!(numbers.len(), answer.references.len());
    let cited = answer.references.iter().filter(|it| it.state == State::Cited).count();
    assert_eq!((cited, answer.citations.len()), (2, 2));
    assert_eq!(answer.citations[0].support, Some(Support::Supported));

    // Each call has a receipt and fits the window; together they match the reported counts.
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    assert_eq!(receipts.len(), survey.batches.len() + 1);
    assert_eq!(receipts.len(), estimate.calls as usize);
    assert!(receipts.iter().all(|receipt| receipt.context.total.0 < 4_096));
    let tokens = answer.tokens.unwrap();
    assert_eq!(tokens.calls as usize, receipts.len());
    let sent: Tokens = receipts.iter().filter_map(|it| it.usage).map(|usage| usage.prompt).sum();
    assert_eq!(tokens.sent, sent);
    // The last request has the findings and everything needed to cite them.
    let last = &receipts[receipts.len() - 1];
    assert!(last.context.parts.iter().any(|part| part.text.contains("This was found in them")));

    let kept = app.conversations.get(conversation(&events)).await.unwrap();
    assert_eq!(kept.messages[1].answer(), Some(&answer));
}

#[tokio::test]
async fn a_small_window_needs_more_batches_and_a_tiny_one_is_refused() {
    let place = vault();
    let mut batches = Vec::new();
    for window in [4_096, 32_768] {
        let (app, _server) = asking(&place, script(window, vec![found()])).await;
        let answer = finished(&collect(app.turns.ask(all(QUESTION))).await);
        batches.push(survey(&answer).batches.len());
    }
    assert!(batches[0] > batches[1], "{batches:?}");
    let (app, server) = asking(&place, script(1_400, vec![found()])).await;
    let estimated = app.turns.survey_estimate(&all(QUESTION)).await.unwrap_err();
    let (_, error) = failed(&collect(app.turns.ask(all(QUESTION))).await);
    assert_eq!((estimated.code, error.code), (Code::DoesNotFit, Code::DoesNotFit));
    assert_eq!(server.requests().len(), 0);
}

// B46, B76
#[tokio::test]
async fn a_stopped_survey_keeps_its_batches_and_reads_them_only_once() {
    let place = vault();
    let held = Rule { times: Some(1), hold_after: Some(1), ..found() };
    let rules = vec![Rule { times: Some(1), ..found() }, held, found()];
    let (app, server) = asking(&place, script(4_096, rules)).await;
    let mut events = app.turns.ask(all(QUESTION));
    let mut seen = Vec::new();
    while let Some(event) = events.next().await {
        let is_read = matches!(&event, TurnEvent::Survey(survey) if survey.batches.len() == 1);
        seen.push(event);
        if is_read {
            server.requests_when(2).await;
            app.turns.cancel(started(&seen).2);
        }
    }
    let stopped = crate::fixture::cancelled(&seen);
    let first = survey(&stopped).batches.clone();
    assert_eq!((first.len(), stopped.text.as_str()), (1, ""));

    let id = conversation(&seen);
    let before = server.requests().len();
    let answer = finished(&collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await);
    assert_eq!(answer.id, stopped.id);
    let survey = survey(&answer);
    assert_eq!((survey.read, &survey.batches[..1]), (8, &first[..]));
    // The remaining batches, and the answer.
    assert_eq!(server.requests().len() - before, survey.batches.len());
    // A note split by the interruption is read from its beginning, so one passage may be read twice.
    let read: u32 = survey.batches.iter().map(|it| it.passages).sum();
    let known = answer.references.len() as u32;
    assert!((known..=known + 1).contains(&read), "{read} of {known}");
}

// B46
#[tokio::test]
async fn a_server_that_fails_half_way_and_a_killed_app_lose_nothing() {
    let place = vault();
    let busy = Rule {
        when: Some(BATCH.to_owned()),
        times: Some(1),
        status: Some(401),
        body: json!({"error": {"message": "no key"}}),
        ..Rule::default()
    };
    let rules = vec![Rule { times: Some(1), ..found() }, busy, found()];
    let (app, _server) = asking(&place, script(4_096, rules)).await;
    let events = collect(app.turns.ask(all(QUESTION))).await;
    let (broken, error) = failed(&events);
    assert_eq!(error.code, Code::Model(models::Code::Unauthorized));
    assert_eq!(survey(&broken).batches.len(), 1);
    let again = next(conversation(&events), "/continue", Mode::Notes);
    let answer = finished(&collect(app.turns.ask(again)).await);
    assert_eq!(survey(&answer).read, 8);
    drop(app);

    let place = vault();
    let stalled = Rule { times: Some(1), hold_after: Some(1), ..found() };
    let rules = vec![Rule { times: Some(1), ..found() }, stalled, found()];
    let server = server(script(4_096, rules)).await;
    let (child, id) = survey_in_child(&place, &server.url(), QUESTION, "(0)(1)");
    server.requests_when(2).await;
    drop(child);
    let app = reopened(&place, id).await;
    let kept = app.conversations.get(id).await.unwrap().messages.pop().unwrap();
    let kept = kept.into_answer().unwrap();
    assert_eq!((kept.state, survey(&kept).batches.len()), (MessageState::Interrupted, 1));
    app.models.set_places(Vec::new());
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    app.settings.set(settings(&server.url())).await.unwrap();
    let answer = finished(&collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await);
    assert_eq!((answer.id, survey(&answer).read), (kept.id, 8));
    assert_eq!(survey(&answer).batches[0], survey(&kept).batches[0]);
}

#[tokio::test]
async fn where_nothing_is_found_no_model_makes_something_up() {
    let place = vault();
    let nothing = Rule { when: Some(BATCH.to_owned()), ..pieces(&["NOTHING"]) };
    let (app, _server) = asking(&place, script(4_096, vec![nothing])).await;
    let events = collect(app.turns.ask(all(QUESTION))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, NO_SUPPORT.text());
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    assert_eq!(receipts.len(), survey(&answer).batches.len());
    assert!(notices(&events).is_empty());
}

// B127
#[tokio::test]
async fn a_time_with_too_many_notes_is_read_batch_by_batch() {
    let rain = "The rain fell on the roof until the evening came. ".repeat(4);
    let days = (1..=30).flat_map(|day| ["01", "03"].map(|month| format!("2025-{month}-{day:02}")));
    let days: Vec<(String, String)> = days
        .map(|day| {
            (format!("Daily/{day}.md"), format!("# {day}\n\nWe weeded the garden. {rain}\n"))
        })
        .collect();
    let days = days.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let files: Vec<_> = days.chain([("Tools.md", "# Tools\n\nA hoe for the garden.\n")]).collect();
    let place = Place::with(&files);
    let said =
        Script { default: pieces(&["We weeded the garden [1]."]), ..script(4_096, vec![found()]) };
    let (app, _server) = asking(&place, said).await;
    let question = "What did we do in the garden in 2025?";
    let events = collect(app.turns.ask(ask(question, Mode::Notes))).await;
    let period = |answer: &Answer| answer.coverage.unwrap().period.unwrap();
    let before = period(&finished(&events));
    assert_eq!((before.days, before.in_part), (60, true));
    assert!(before.sent < 60, "{before:?}");

    let (_, stored, _) = started(&events);
    let (first, last) = (before.first, before.last);
    let read =
        AskRequest { at: At::Again(stored.id), period: Some(DateRange { first, last }), ..all("") };
    let estimate = app.turns.survey_estimate(&read).await.unwrap();
    let answer = finished(&collect(app.turns.ask(read)).await);
    assert_eq!(period(&answer), PeriodCoverage { sent: 60, in_part: false, ..before });
    let survey = survey(&answer);
    assert_eq!((estimate.notes, estimate.left, survey.left), (60, 0, 0));
    assert_eq!(survey.notes.len(), 60);
    assert!(survey.notes.iter().all(|note| note.as_str().starts_with("Daily/2025-")));
    assert!(survey.batches.len() > 1, "{}", survey.batches.len());
}
