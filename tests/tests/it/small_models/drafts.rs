//! Drafts of a small model: several answers to a question, of which the best supported is shown.

use super::*;

/// The child writes `first`, then `others`.
fn writes(kitchen: &Kitchen, first: &str, others: &str) {
    let says = |text: &str| SAID.replace("Two per cent [1].", text);
    kitchen.place.file("first", &says(first));
    kitchen.place.file("said", &says(others));
    let reply = "if [ -f again ]; then cat said; else touch again; cat first; fi\n";
    kitchen.place.file("reply", reply);
}

// B122
#[tokio::test]
async fn a_better_supported_draft_of_a_small_model_replaces_the_first() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    writes(&kitchen, UNSUPPORTED, SUPPORTED);
    let (events, answer, second) = kitchen.asked().await;
    assert_eq!((shown(&events).as_str(), answer.text.as_str()), (UNSUPPORTED, SUPPORTED));
    assert_eq!(answer.citations[0].support, Some(Support::Supported));
    let line = "The last of 2 drafts is shown: its passages support it better.";
    assert_eq!(notices(&events), [line]);
    assert_eq!(answer.tokens.unwrap().calls, 2);
    let (id, _, _) = started(&events);
    let kept = kitchen.app.conversations.get(id).await.unwrap().messages;
    assert_eq!(
        (kept[1].text.as_str(), &kept[1].answer().unwrap().notices[..]),
        (SUPPORTED, &[line.to_owned()][..])
    );
    let receipts = kitchen.app.conversations.receipts(answer.id).await.unwrap();
    assert_eq!(receipts.len(), 2);
    assert_eq!(receipts[0].problems, [format!("Draft 1: “{UNSUPPORTED}”")]);
    assert_eq!(second.problems, [format!("Draft 2: “{SUPPORTED}”"), line.to_owned()]);
    // The model has read the same request.
    assert_eq!((&receipts[0].context, second.context.auxiliary), (&second.context, false));
    let other = r#""max_tokens":64,"sampling":{"temperature":0.7,"#;
    assert!(!receipts[0].request.contains(other), "{}", receipts[0].request);
    assert!(second.request.contains(other), "{}", second.request);
    assert!(second.request.contains("root ::= untold"), "{}", second.request);

    // A supported answer is the only draft.
    let (events, answer, only) = kitchen.asked().await;
    assert_eq!((shown(&events).as_str(), answer.text.as_str()), (SUPPORTED, SUPPORTED));
    assert_eq!(kitchen.app.conversations.receipts(answer.id).await.unwrap().len(), 1);
    assert_eq!(only.problems, Vec::<String>::new());
}

// B122
#[tokio::test]
async fn the_first_of_three_drafts_without_support_is_withdrawn() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    writes(&kitchen, "It takes 731 g of salt [1].", "It takes 732 g of salt [1].");
    let (events, answer, third) = kitchen.asked().await;
    assert_eq!(answer.text, "The notes don't say.");
    let why =
        "The model wrote “It takes 731 g of salt [1].”, but “731” is in none of the passages.";
    assert_eq!(notices(&events), [why]);
    let receipts = kitchen.app.conversations.receipts(answer.id).await.unwrap();
    let first: Vec<_> = receipts.iter().map(|receipt| receipt.problems[0].as_str()).collect();
    assert_eq!(
        first,
        [
            "Draft 1: “It takes 731 g of salt [1].”",
            "Draft 2: “It takes 732 g of salt [1].”",
            "Draft 3: “It takes 732 g of salt [1].”",
        ]
    );
    assert_eq!(third.problems[1], why);
}

// B122
#[tokio::test]
async fn stopping_a_draft_keeps_the_first() {
    let kitchen = Kitchen::new("scripted-1.5b").await;
    writes(&kitchen, UNSUPPORTED, SUPPORTED);
    let stopped = SAID.replace(r#""stop":"end""#, r#""stop":"cancelled""#);
    kitchen.place.file("said", &stopped);
    // The second draft begins, and waits for the line that cancels it.
    let reply = "if [ -f again ]; then touch second; read -r cancel; cat said; \
        else touch again; cat first; fi\n";
    kitchen.place.file("reply", reply);
    let mut stream = kitchen.app.turns.ask(ask("How much salt goes into bread?", Mode::Notes));
    let mut events = vec![stream.next().await.unwrap()];
    let (_, _, id) = started(&events);
    let second = kitchen.place.folder().join("second");
    until(async || second.exists()).await;
    kitchen.app.turns.cancel(id);
    events.extend(collect(stream).await);
    let answer = finished(&events);
    assert_eq!((shown(&events).as_str(), answer.text.as_str()), (UNSUPPORTED, UNSUPPORTED));
    assert_eq!(notices(&events), Vec::<String>::new());
    let receipts = kitchen.app.conversations.receipts(id).await.unwrap();
    assert_eq!(receipts.len(), 2);
}
