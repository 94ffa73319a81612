//! A real model's citations: questions about real texts, each with the note and the words of the answer. `npm run
//! test:real -- --large` runs it where the data is available.

use std::{collections::HashMap, path::PathBuf};

use app::App;
use conversation::{Answer, Settings, Support, reference::Reference, settings::ServerSetting};
use futures::StreamExt;
use models::{ProviderKind, Tokens};
use serde::Deserialize;
use tempfile::TempDir;
use turn::{AskRequest, TurnEvent};

use super::address;

/// Number of questions, evenly spread over all.
const QUESTIONS: usize = 20;

#[derive(Deserialize)]
struct Question {
    text: String,
    answer: String,
    note: String,
}

#[derive(Default)]
struct Tally {
    answered: usize,
    has_the_answer: usize,
    found_gold: usize,
    cites: usize,
    cites_gold: usize,
    citations: usize,
    by_check: HashMap<&'static str, usize>,
    /// Citations of a passage with the words of the right answer.
    contains: usize,
    without: usize,
    probably: usize,
    probably_gold: usize,
    deleted: usize,
    rounds: usize,
}

#[tokio::test]
async fn what_is_cited() {
    let Some(folder) = std::env::var_os("REAL_QUESTIONS").map(PathBuf::from) else {
        println!(
            "The questions aren't here, so nothing was asked: REAL_QUESTIONS names no folder."
        );
        return;
    };
    let text = std::fs::read_to_string(folder.join("queries.jsonl")).unwrap();
    let all: Vec<Question> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let place = TempDir::new().unwrap();
    let app = App::open(&place.path().join("data")).await.unwrap();
    app.retrieval.find_by_meaning(app::place::resources([]).as_deref());
    app.vaults.open(&folder.join("vault")).await.unwrap();
    app.vaults.synced().await.unwrap();
    app.models.set_timing(super::timing());
    let server = ServerSetting::new(ProviderKind::OpenAi, address());
    let settings = Settings { servers: vec![server], reserve: Tokens(400), ..Settings::default() };
    app.settings.set(settings).await.unwrap();

    let mut tally = Tally::default();
    let mut shown = None;
    for question in all.iter().step_by(all.len() / QUESTIONS).take(QUESTIONS) {
        let answer = ask(&app, &question.text).await;
        report(question, &answer, &mut tally);
        if answer.citations.len() == 1 && shown.is_none() {
            shown = Some(answer.id);
        }
        if answer.has_receipt {
            let receipts = app.conversations.receipts(answer.id).await.unwrap();
            tally.rounds += receipts.len();
            tally.deleted += receipts.iter().map(|it| it.deleted_marks.len()).sum::<usize>();
        }
    }
    let Tally { by_check, .. } = &tally;
    println!(
        "\n{} of {QUESTIONS} answered in {} calls; {} have the right words; the gold note was found \
         for {}\n{} answers cite, {} of them the gold note; {} citations: supported {}, weak {}, \
         unsupported {} by our check; {} cite a passage that has the right words\n{} answers cite \
         nothing; for {} of them a passage is offered as “probably from”, for {} of the gold note; \
         {} marks of unknown passages were taken out",
        tally.answered,
        tally.rounds,
        tally.has_the_answer,
        tally.found_gold,
        tally.cites,
        tally.cites_gold,
        tally.citations,
        by_check.get("supported").unwrap_or(&0),
        by_check.get("weak").unwrap_or(&0),
        by_check.get("unsupported").unwrap_or(&0),
        tally.contains,
        tally.without,
        tally.probably,
        tally.probably_gold,
        tally.deleted
    );
    if let Some(id) = shown {
        let receipt = app.conversations.receipts(id).await.unwrap().pop().unwrap();
        println!("\nA receipt:\n{}", serde_json::to_string_pretty(&receipt).unwrap());
    }
    assert!(tally.answered > 0, "no question was answered");
}

async fn ask(app: &App, text: &str) -> Answer {
    let mut events = app.turns.ask(AskRequest::new(text));
    while let Some(event) = events.next().await {
        match event {
            TurnEvent::Finished(answer) | TurnEvent::Cancelled(answer) => return *answer,
            TurnEvent::Failed { answer, error } => {
                println!("failed: {error}");
                return *answer.expect("it had begun");
            }
            _ => {}
        }
    }
    panic!("the turn has no end")
}

fn report(question: &Question, answer: &Answer, tally: &mut Tally) {
    let gold = question.answer.to_lowercase();
    let is_gold =
        |it: &&Reference| it.path.as_ref().is_some_and(|path| path.as_str() == question.note);
    let of = |number| answer.references.iter().find(|it| it.number == Some(number));
    println!("\n{} ({}: {})", question.text, question.note, question.answer);
    for call in answer.steps.iter().flat_map(|step| &step.calls) {
        println!("  {} {}: {}", call.name, call.arguments, call.told);
    }
    println!("  {}", answer.text.replace('\n', "\n  "));
    tally.answered += usize::from(answer.error.is_none() && !answer.text.is_empty());
    tally.has_the_answer += usize::from(answer.text.to_lowercase().contains(&gold));
    tally.found_gold += usize::from(answer.references.iter().any(|it| is_gold(&it)));
    let cited: Vec<&Reference> =
        answer.citations.iter().filter_map(|mark| of(mark.number)).collect();
    tally.cites += usize::from(!cited.is_empty());
    tally.cites_gold += usize::from(cited.iter().any(is_gold));
    tally.citations += cited.len();
    for mark in &answer.citations {
        let support = match mark.support {
            Some(Support::Supported) => "supported",
            Some(Support::Weak) => "weak",
            Some(Support::Unsupported) => "unsupported",
            Some(Support::Contradicted) => "contradicted",
            None => "unchecked",
        };
        *tally.by_check.entry(support).or_default() += 1;
        let reference = of(mark.number);
        let text = reference.and_then(|it| it.passage.as_ref()).map(|it| it.text.to_lowercase());
        let contains = text.is_some_and(|text| text.contains(&gold));
        tally.contains += usize::from(contains);
        let title = reference.map_or("?", |it| it.title.as_str());
        println!("  [{}] {title}: {support}, right words in it: {contains}", mark.number);
    }
    for check in answer.checks.iter().filter(|check| !check.missing.is_empty()) {
        println!("  not in the passage: {}", check.missing.join(", "));
    }
    if cited.is_empty() {
        tally.without += 1;
        let probably: Vec<_> = answer.probably.iter().filter_map(|it| of(it.number)).collect();
        tally.probably += usize::from(!probably.is_empty());
        tally.probably_gold += usize::from(probably.iter().any(is_gold));
        for reference in probably {
            println!("  probably from {}", reference.title);
        }
    }
}
