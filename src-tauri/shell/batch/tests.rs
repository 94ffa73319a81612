use super::*;

// B17
#[tokio::test]
async fn with_a_step_the_answer_begins_anew() {
    let told = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let heard = told.clone();
    let channel = Channel::new(move |body| {
        if let tauri::ipc::InvokeResponseBody::Json(json) = body {
            heard.lock().push(json);
        }
        Ok(())
    });
    let step = conversation::Step { said: "Let me see.".into(), calls: Vec::new() };
    let events = [
        TurnEvent::Text("Let me see.".into()),
        TurnEvent::Step(step),
        TurnEvent::Text("Two per cent.".into()),
        TurnEvent::Notice("Done.".into()),
    ];
    forward(futures::stream::iter(events), &channel, None).await.unwrap();
    let told: Vec<serde_json::Value> =
        told.lock().iter().map(|json| serde_json::from_str(json).unwrap()).collect();
    let kinds: Vec<_> = told.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["blocks", "step", "blocks", "notice"]);
    assert_eq!(told[2]["from"], 0);
    assert!(told[2]["blocks"][0].as_str().unwrap().contains("Two per cent."), "{told:?}");
    assert_eq!(told[2]["blocks"].as_array().unwrap().len(), 1);
}
