//! Questions answered step by step, against the scripted server.

use crate::fixture::{
    Place, ask, bread, cancelled,
    child::{reopened, work_in_child},
    collect, conversation, failed, finished, next, notices, pieces, server, settings, started,
};
use app::App;
use conversation::{
    ChangeState, MessageState, Mode, Segment, Support, Work, WorkLimit, WorkLimits, WorkStage,
    WorkState, model::Tokens, reference::State,
};
use futures::StreamExt;
use models::Timing;
use serde_json::json;
use tests::model_server::{Counts, ListedModel, Rule, Script, ScriptedCall, ScriptedServer};
use turn::{AskRequest, NO_SUPPORT, TurnEvent, Way};

const QUESTION: &str = "What do I know of salt and rye?";
const PLAN: &str = "1. How much salt\n2. How rye dough behaves\n3. Which tin";

fn when(part: &str, rule: Rule) -> Rule {
    Rule { when: Some(part.to_owned()), ..rule }
}

fn plan(said: &str) -> Rule {
    when("Now write the plan", pieces(&[said]))
}

fn step(number: u32, said: &[&str]) -> Rule {
    when(&format!("Work on step {number} alone"), pieces(said))
}

fn open(said: &str) -> Rule {
    when("Now list what is still open", pieces(&[said]))
}

fn report(said: &[&str]) -> Rule {
    when("Now write the report", pieces(said))
}

/// A plan of two steps that succeeds with nothing open; `first` is put before its rules.
fn usual(first: Vec<Rule>) -> Vec<Rule> {
    let rest = [
        plan("1. How much salt\n2. How rye dough behaves"),
        step(1, &["Two per cent."]),
        step(2, &["Rye is sticky."]),
        step(3, &["Done, too."]),
        open("NOTHING"),
        report(&["Use two per cent of salt [1]."]),
    ];
    first.into_iter().chain(rest).collect()
}

fn script(tools: bool, rules: Vec<Rule>) -> Script {
    let model = ListedModel {
        name: "scripted".to_owned(),
        window: Some(16_000),
        tools: Some(tools),
        ..ListedModel::default()
    };
    Script { models: vec![model], rules, ..Script::default() }
}

fn work_out(question: &str) -> AskRequest {
    AskRequest { way: Way::Work, ..ask(question, Mode::Notes) }
}

fn work(message: &conversation::Answer) -> &Work {
    message.work.as_ref().unwrap_or_else(|| panic!("it isn't worked out: {message:#?}"))
}

fn done(work: &Work) -> usize {
    work.steps.iter().filter(|step| step.state == WorkState::Done).count()
}

async fn asking(place: &Place, script: Script) -> (App, ScriptedServer) {
    let server = server(script).await;
    (place.asking(&server.url()).await, server)
}

// B15, B84
#[tokio::test]
async fn a_plan_is_worked_through_with_tools_and_the_report_cites() {
    let look = ScriptedCall { name: "read_note".into(), arguments: json!({ "note": "Rye" }) };
    let looked = Rule {
        when_result: Some("sticky".to_owned()),
        ..step(1, &["Two per cent [1]. ", "Rye is sticky [2]."])
    };
    let rules = vec![
        plan("1. How much salt\n2. How rye dough behaves"),
        looked,
        Rule { calls: vec![look], ..when("Work on step 1 alone", Rule::default()) },
        step(2, &["It wants a tin [2]."]),
        open("- How long it rests"),
        report(&["Use two per cent of salt [1]. ", "Rye dough is sticky [2]."]),
    ];
    let place = bread();
    let (app, server) = asking(&place, script(true, rules)).await;
    let events = collect(app.turns.ask(work_out(QUESTION))).await;
    let answer = finished(&events);
    let work = work(&answer);
    let tasks: Vec<_> = work.steps.iter().map(|it| (&*it.task, it.state, it.rounds)).collect();
    assert_eq!(
        tasks,
        [("How much salt", WorkState::Done, 1), ("How rye dough behaves", WorkState::Done, 0)]
    );
    assert_eq!(work.steps[0].found, "Two per cent [1]. Rye is sticky [2].");
    assert_eq!((work.stage, work.limit), (WorkStage::Reporting, None));
    assert_eq!(work.open, ["How long it rests"]);

    // Progress was reported: no plan, the plan, then each step.
    let told: Vec<(usize, usize)> = events
        .iter()
        .filter_map(|event| match event {
            TurnEvent::Work(work) => Some((work.steps.len(), done(work))),
            _ => None,
        })
        .collect();
    assert_eq!((told.first(), told.last()), (Some(&(0, 0)), Some(&(2, 2))));
    assert!(told.is_sorted(), "{told:?}");

    // The report alone is the answer, and is checked as usual.
    assert_eq!(answer.text, "Use two per cent of salt [1]. Rye dough is sticky [2].");
    assert!(answer.citations.iter().all(|mark| mark.support == Some(Support::Supported)));
    let cited = answer.references.iter().filter(|it| it.state == State::Cited).count();
    assert_eq!((answer.citations.len(), cited), (2, 2));

    // The plan, two calls for the first step, the second, the check, the report.
    let receipts = app.conversations.receipts(answer.id).await.unwrap();
    let calls = answer.tokens.unwrap().calls;
    assert_eq!((receipts.len(), calls, server.requests().len()), (6, 6, 6));
    assert!(receipts.iter().all(|receipt| receipt.usage.is_some()));
    let last = &receipts[5].context.parts;
    assert!(last.iter().any(|part| part.text.contains("How long it rests")));
    assert!(last.iter().all(|part| part.segment != Segment::Tools));
    assert!(last.iter().any(|part| part.text.contains("sticky") && part.number.is_some()));

    let kept = app.conversations.get(conversation(&events)).await.unwrap();
    assert_eq!(kept.messages[1].answer(), Some(&answer));
}

// B84, B86
#[tokio::test]
async fn a_step_that_changes_a_note_only_proposes_it() {
    let edit = ScriptedCall {
        name: "edit_note".into(),
        arguments: json!({ "note": "Salt", "old": "two per cent", "new": "three per cent" }),
    };
    let rules = vec![
        plan("1. How much salt\n2. Put it right"),
        step(1, &["Two per cent."]),
        Rule {
            when_result: Some("Salt".to_owned()),
            ..step(2, &["The edit of Salt is proposed."])
        },
        Rule { calls: vec![edit], ..when("Work on step 2 alone", Rule::default()) },
        open("NOTHING"),
        report(&["An edit of Salt waits for you."]),
    ];
    let place = bread();
    let mut script = script(true, rules);
    script.models[0].window = Some(64_000);
    let (app, _server) = asking(&place, script).await;
    let answer = finished(&collect(app.turns.ask(work_out("Make the salt three per cent"))).await);
    assert_eq!(answer.text, "An edit of Salt waits for you.");
    assert_eq!(work(&answer).steps[1].found, "The edit of Salt is proposed.");
    let calls: Vec<_> = answer.steps.iter().flat_map(|step| &step.calls).collect();
    assert!(calls.iter().any(|call| call.told.contains("Proposed: Edit “Salt”")), "{calls:#?}");
    let changes = app.changes.list().await.unwrap();
    let states: Vec<_> = changes.iter().map(|change| change.state).collect();
    assert_eq!(states, [ChangeState::Proposed]);
    let change = app.changes.get(changes[0].id).await.unwrap();
    assert_eq!(change.origin.answer, Some(answer.id));
    let note = std::fs::read_to_string(place.vault().join("Salt.md")).unwrap();
    assert_eq!(note, crate::fixture::SALT);
}

// B84
#[tokio::test]
async fn it_stops_at_each_limit_and_reports_what_was_found() {
    let usual = WorkLimits::default();
    let dear = Rule {
        usage: Some(Counts { prompt: 6_000, completion: 10 }),
        ..step(1, &["Two per cent."])
    };
    let steps = WorkLimits { steps: 1, ..usual };
    let calls = WorkLimits { calls: 4, ..usual };
    let tokens = WorkLimits { tokens: Tokens(5_000), ..usual };
    for (limits, first, expect, steps_done) in [
        (steps, step(1, &["Two per cent."]), WorkLimit::Steps, 1),
        (calls, step(1, &["Two per cent."]), WorkLimit::Calls, 2),
        (tokens, dear, WorkLimit::Tokens, 1),
    ] {
        let rules =
            vec![plan(PLAN), first, step(2, &["Sticky."]), report(&["Two per cent of salt."])];
        let place = bread();
        let (app, server) = asking(&place, script(false, rules)).await;
        let mut settings = settings(&server.url());
        settings.chat.work = limits;
        app.settings.set(settings).await.unwrap();
        let answer = finished(&collect(app.turns.ask(work_out(QUESTION))).await);
        let work = work(&answer);
        assert_eq!((work.limit, done(work)), (Some(expect), steps_done));
        assert_eq!((answer.text.as_str(), work.limits), ("Two per cent of salt.", limits));
        // Unfinished steps are listed as open.
        assert_eq!(
            (work.open.len(), work.open[work.open.len() - 1].as_str()),
            (3 - steps_done, "Which tin")
        );
        assert!(answer.tokens.unwrap().calls <= limits.calls);
    }
}

// B46, B84
#[tokio::test]
async fn a_click_stops_work_and_its_findings_stay() {
    let held = Rule { times: Some(1), hold_after: Some(1), ..step(2, &["Rye is", " sticky."]) };
    let place = bread();
    let (app, server) = asking(&place, script(false, usual(vec![held]))).await;
    let mut events = app.turns.ask(work_out(QUESTION));
    let mut seen = Vec::new();
    while let Some(event) = events.next().await {
        let is_held = matches!(&event, TurnEvent::Text(text) if text == "Rye is");
        seen.push(event);
        if is_held {
            app.turns.cancel(started(&seen).2);
        }
    }
    let stopped = cancelled(&seen);
    let steps = &work(&stopped).steps;
    assert_eq!((steps[0].state, &*steps[0].found), (WorkState::Done, "Two per cent."));
    assert_eq!((steps[1].state, &*steps[1].found), (WorkState::Running, "Rye is"));
    assert_eq!(stopped.text, "");

    let before = server.requests().len();
    let again = next(conversation(&seen), "/continue", Mode::Notes);
    let answer = finished(&collect(app.turns.ask(again)).await);
    assert_eq!((answer.id, done(work(&answer))), (stopped.id, 2));
    assert_eq!(work(&answer).steps[1].found, "Rye is sticky.");
    assert_eq!(answer.text, "Use two per cent of salt [1].");
    // The second step, the check, and the report.
    assert_eq!(server.requests().len() - before, 3);
}

// B84
#[tokio::test]
async fn a_remark_reaches_the_next_step() {
    let hold = |rule: Rule| Rule { times: Some(1), hold_after: Some(1), ..rule };
    let held = vec![hold(step(1, &["Two", " per cent."])), hold(step(2, &["Rye is", " sticky."]))];
    let place = bread();
    let (app, server) = asking(&place, script(false, usual(held))).await;
    let mut events = app.turns.ask(work_out(QUESTION));
    let mut seen = Vec::new();
    while let Some(event) = events.next().await {
        let said = match &event {
            TurnEvent::Text(text) if text == "Two" => Some((" Only rye. ", 1)),
            TurnEvent::Text(text) if text == "Rye is" => Some(("And the tins?", 2)),
            _ => None,
        };
        seen.push(event);
        if let Some((text, step)) = said {
            let long = app.turns.remark(started(&seen).2, &"x".repeat(5_000)).await.unwrap();
            assert_eq!(long, None);
            let remark = app.turns.remark(started(&seen).2, text).await.unwrap().unwrap();
            assert_eq!((remark.text.as_str(), remark.step), (text.trim(), step));
            server.release();
        }
    }
    let answer = finished(&seen);
    let texts = |number: usize| server.requests()[number].json["messages"].to_string();
    assert!(!texts(1).contains("Only rye.") && texts(2).contains("Only rye."));
    // A remark during the last step gets its own step.
    let tasks: Vec<_> = work(&answer).steps.iter().map(|step| step.task.as_str()).collect();
    assert_eq!(tasks, ["How much salt", "How rye dough behaves", "And the tins?"]);
    let said: Vec<_> = answer.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(said, ["Only rye.", "And the tins?"]);
    let kept = app.conversations.get(conversation(&seen)).await.unwrap();
    assert_eq!(kept.messages[1].answer().unwrap().remarks, answer.remarks);

    // Remarks are no longer accepted, and the next question includes the earlier ones.
    assert_eq!(app.turns.remark(answer.id, "Late").await.unwrap(), None);
    let asked = next(conversation(&seen), "And now?", Mode::Notes);
    finished(&collect(app.turns.ask(asked)).await);
    let last = server.requests().pop().unwrap().json["messages"].to_string();
    assert!(last.contains("Only rye.") && !last.contains("Late"));
}

// B84, B121
#[tokio::test]
async fn each_step_has_the_memory_and_the_passages_of_files() {
    let place = bread();
    let (app, server) = asking(&place, script(false, usual(Vec::new()))).await;
    let mut with_memory = settings(&server.url());
    with_memory.chat.memories = true;
    app.settings.set(with_memory).await.unwrap();
    app.memories.remember("My salt is coarse.".to_owned()).await.unwrap();
    let file = place.file("mill.txt", "The mill grinds rye on Mondays.");
    let file = app.turns.attach_searched(&file).await.unwrap();
    let request = AskRequest { attachments: vec![file.id], ..work_out(QUESTION) };
    finished(&collect(app.turns.ask(request)).await);
    let sent: Vec<String> =
        server.requests().iter().map(|it| it.json["messages"].to_string()).collect();
    for part in ["Work on step 1 alone", "Work on step 2 alone", "Now write the report"] {
        let of_part = sent.iter().find(|it| it.contains(part)).unwrap();
        for text in ["My salt is coarse.", "grinds rye on Mondays"] {
            assert!(of_part.contains(text), "{part}: {of_part}");
        }
    }
    // The step's own search adds to them.
    assert!(sent.iter().any(|it| it.contains("Work on step 2 alone") && it.contains("sticky")));
}

// B84
#[tokio::test]
async fn without_a_plan_the_question_is_answered_at_once_and_that_is_said() {
    let place = bread();
    let rules = vec![plan("Salt is a mineral.")];
    let script = Script { default: pieces(&["Two per cent of salt [1]."]), ..script(true, rules) };
    let (app, server) = asking(&place, script).await;
    let events = collect(app.turns.ask(work_out(QUESTION))).await;
    let answer = finished(&events);
    assert_eq!(answer.text, "Two per cent of salt [1].");
    assert_eq!((answer.citations.len(), work(&answer).steps.len()), (1, 0));
    assert!(notices(&events).iter().any(|notice| notice.contains("no plan")), "{events:#?}");
    assert_eq!(server.requests().len(), 2);
}

// B46, B84
#[tokio::test]
async fn an_answer_without_a_plan_goes_on_with_its_passages() {
    let held =
        Rule { times: Some(1), hold_after: Some(1), ..pieces(&["Two per cent", " of salt."]) };
    let rules = vec![plan("Salt is a mineral."), held];
    let script = Script { default: pieces(&[" of salt [1]."]), ..script(true, rules) };
    let place = bread();
    let (app, server) = asking(&place, script).await;
    let mut events = app.turns.ask(work_out(QUESTION));
    let mut seen = Vec::new();
    while let Some(event) = events.next().await {
        let is_held = matches!(&event, TurnEvent::Text(text) if text == "Two per cent");
        seen.push(event);
        if is_held {
            app.turns.cancel(started(&seen).2);
        }
    }
    let stopped = cancelled(&seen);
    assert_eq!((work(&stopped).stage, work(&stopped).steps.len()), (WorkStage::Reporting, 0));
    let again = next(conversation(&seen), "/continue", Mode::Notes);
    let answer = finished(&collect(app.turns.ask(again)).await);
    assert_eq!((answer.id, &*answer.text), (stopped.id, "Two per cent of salt [1]."));
    assert_eq!(answer.citations.len(), 1);
    let last = server.requests().pop().unwrap().json["messages"].to_string();
    assert!(last.contains("two per cent") && !last.contains("step by step"), "{last}");
}

// B84
#[tokio::test]
async fn a_model_without_tools_gets_what_the_app_finds_for_each_step() {
    let place = bread();
    let (app, server) = asking(&place, script(false, usual(Vec::new()))).await;
    let answer = finished(&collect(app.turns.ask(work_out("What do I know?"))).await);
    assert_eq!(done(work(&answer)), 2);
    let texts = |number: usize| server.requests()[number].json["messages"].to_string();
    assert!(texts(1).contains("two per cent") && !texts(1).contains("sticky and"));
    assert!(texts(2).contains("sticky and") && !texts(2).contains("look with a tool"));

    // If no step finds anything, nothing is invented.
    let rules = vec![
        plan("1. Zebras\n2. Quaggas"),
        when("Work on step", pieces(&["Nothing found."])),
        open("- All of it"),
    ];
    let place = bread();
    let (app, _server) = asking(&place, script(false, rules)).await;
    let answer = finished(&collect(app.turns.ask(work_out("Zebras?"))).await);
    assert_eq!(answer.text, NO_SUPPORT.text());
}

/// A step that always fails with this status.
fn failing(number: u32, status: u16) -> Rule {
    let body = json!({ "error": { "message": "out of order" } });
    let refused = Rule { status: Some(status), body, ..Rule::default() };
    when(&format!("Work on step {number} alone"), refused)
}

// B46, B84
#[tokio::test]
async fn a_step_that_always_fails_is_skipped_and_the_others_are_done() {
    // A refusal (400) is permanent; a failure (500) may succeed later, but isn't retried forever.
    for (status, continues) in [(400, 0), (500, 1)] {
        let place = bread();
        let rules = usual(vec![failing(1, status)]);
        let (app, _server) = asking(&place, script(false, rules)).await;
        app.models.set_timing(Timing { retries: 0, ..Timing::default() });
        let mut events = collect(app.turns.ask(work_out(QUESTION))).await;
        let id = conversation(&events);
        for _ in 0..continues {
            let (answer, error) = failed(&events);
            assert!(error.message.contains("out of order"), "{error}");
            assert_eq!(work(&answer).steps[0].state, WorkState::Running);
            events = collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await;
        }
        let answer = finished(&events);
        assert_eq!(answer.text, "Use two per cent of salt [1].", "{status}");
        let told = notices(&events);
        assert!(told.iter().any(|notice| notice.starts_with("Step 1 was skipped: ")), "{told:?}");
        assert_eq!(work(&answer).steps[1].found, "Rye is sticky.");
        assert_eq!(work(&answer).open, ["How much salt"]);
        finished(&collect(app.turns.ask(next(id, "And now?", Mode::Notes))).await);
    }
}

// B46, B84
#[tokio::test]
async fn work_waits_for_a_server_that_is_away_and_skips_nothing() {
    let place = bread();
    let (app, server) = asking(&place, script(false, usual(vec![failing(1, 401)]))).await;
    let mut events = collect(app.turns.ask(work_out(QUESTION))).await;
    let id = conversation(&events);
    for _ in 0..2 {
        assert_eq!(work(&failed(&events).0).steps[0].state, WorkState::Running);
        events = collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await;
    }
    assert_eq!(work(&failed(&events).0).steps[0].state, WorkState::Running);
    server.set_script(script(false, usual(Vec::new())));
    let answer = finished(&collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await);
    assert_eq!(work(&answer).steps[0].found, "Two per cent.");
}

// B46
#[tokio::test]
async fn an_app_that_is_killed_in_a_step_goes_on_there() {
    let held = Rule { times: Some(1), hold_after: Some(1), ..step(2, &["Rye is", " sticky."]) };
    let place = bread();
    let server = server(script(false, usual(vec![held]))).await;
    let shown = "(step 1)Two per cent.(step 2)";
    let (child, id) = work_in_child(&place, &server.url(), QUESTION, shown);
    server.requests_when(3).await;
    drop(child);
    let app = reopened(&place, id).await;
    let kept = app.conversations.get(id).await.unwrap().messages.pop().unwrap();
    let kept = kept.into_answer().unwrap();
    assert_eq!((kept.state, done(work(&kept))), (MessageState::Interrupted, 1));
    app.models.set_places(Vec::new());
    app.vaults.open(&place.vault()).await.unwrap();
    app.vaults.synced().await.unwrap();
    app.settings.set(settings(&server.url())).await.unwrap();
    let answer = finished(&collect(app.turns.ask(next(id, "/continue", Mode::Notes))).await);
    assert_eq!((answer.id, done(work(&answer))), (kept.id, 2));
    assert_eq!(work(&answer).steps[0], work(&kept).steps[0]);
    assert_eq!(answer.text, "Use two per cent of salt [1].");
}
