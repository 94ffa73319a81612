//! Compares our token counts with a real tokenizer's, before and after calibration.

use conversation::model::Frame;
use models::{ChatRequest, Model, Role, TokenCounter, Tokens};

use super::{connect, count, model, request};

const INSTRUCTIONS: &str = "You answer questions from the user's notes. Cite passages by number, \
    like [1]. If the notes don't say it, say so.";

/// Requests of several sizes and kinds, as the app makes them.
fn requests(model: &Model) -> Vec<(&'static str, ChatRequest)> {
    let prose = include_str!("../../sample-vault/Science/Fermentation and temperature.md");
    let note = include_str!("../../sample-vault/Ingredients/Salt.md");
    let documents = |texts: &[&str]| {
        let list: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| serde_json::json!({ "document": at + 1, "title": "Note", "contents": text }))
            .collect();
        serde_json::json!({ "documents": list }).to_string()
    };
    let (one, two) = (documents(&[note]), documents(&[prose, note]));
    let ask = |text: &str| request(model, &[(Role::System, INSTRUCTIONS), (Role::User, text)]);
    let with = |documents: &str, question: &str| {
        request(
            model,
            &[(Role::System, INSTRUCTIONS), (Role::User, documents), (Role::User, question)],
        )
    };
    vec![
        ("a note and a question", with(&one, "How much salt goes into dough?")),
        ("the same, another question", with(&one, "Why does salt matter for the crust of bread?")),
        ("two notes", with(&two, "How warm should the dough be, and how long does it rise?")),
        ("a question alone", ask("How much salt goes into dough?")),
        (
            "a talk of five messages",
            request(
                model,
                &[
                    (Role::System, INSTRUCTIONS),
                    (Role::User, "How much salt?"),
                    (Role::Assistant, "Two per cent of the flour [1]."),
                    (Role::User, "And sugar?"),
                    (Role::Assistant, "The notes say nothing of sugar."),
                    (Role::User, "Then tell me again about the salt, please."),
                ],
            ),
        ),
    ]
}

// B33
#[tokio::test]
async fn after_one_report_the_next_estimate_is_near() {
    let provider = connect();
    let model = model(&*provider).await;
    // A separate model name, so that the other checks' calibration doesn't apply.
    let counter = TokenCounter::for_model("a model that is counted here");
    println!("{:30} {:>8} {:>16} {:>16}", "", "server", "without reports", "with them");
    let error = |ours: Tokens, theirs: Tokens| {
        100.0 * (f64::from(ours.0) - f64::from(theirs.0)) / f64::from(theirs.0)
    };
    for (at, (name, request)) in requests(&model).into_iter().enumerate() {
        let fresh = TokenCounter::for_model("a model that nothing was reported of");
        let counted = |counter: &TokenCounter| {
            let texts = request.messages.iter().map(|it| counter.count(&it.content).tokens);
            let Frame { message, reply } = counter.frame();
            texts.map(|text| text + message).sum::<Tokens>() + reply
        };
        let (before, after) = (counted(&fresh), counted(&counter));
        let theirs = count(&*provider, request.clone()).await;
        let (before, after) = (error(before, theirs), error(after, theirs));
        println!("{name:30} {theirs:>8} {before:>+15.1}% {after:>+15.1}%");
        counter.learn(&request, theirs);
        if (1..=2).contains(&at) {
            assert!(after.abs() <= 3.0, "{name}: {after:+.1} % off");
        }
    }
}
