//! Asks one question and prints each event as soon as it is shown, for tests that kill the process at any moment:
//! `child shown DATA VAULT SERVER QUESTION`. Prints a JSON object per line: `ms` since the start, and the event.

use std::{
    error::Error,
    io::{Write, stdout},
    path::PathBuf,
    time::Instant,
};

use app::App;
use conversation::{Settings, settings::ServerSetting};
use futures::StreamExt;
use models::ProviderKind;
use serde_json::{Value, json};
use turn::{AskRequest, TurnEvent};

pub async fn tell(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [data, vault, server, question] = arguments else {
        return Err("four arguments: DATA VAULT SERVER QUESTION".into());
    };
    let app = App::open(&PathBuf::from(data)).await?;
    app.vaults.open(&PathBuf::from(vault)).await?;
    app.vaults.synced().await?;
    let servers = vec![ServerSetting::new(ProviderKind::OpenAi, server)];
    app.settings.set(Settings { servers, ..Settings::default() }).await?;
    let mut events = app.turns.ask(AskRequest::new(question.clone()));
    let begun = Instant::now();
    let mut out = stdout().lock();
    while let Some(event) = events.next().await {
        let Some(mut shown) = shown(&event) else { continue };
        shown["ms"] = u64::try_from(begun.elapsed().as_millis())?.into();
        writeln!(out, "{shown}")?;
        out.flush()?;
    }
    Ok(())
}

/// The part of an event that must be in the library at the next start.
fn shown(event: &TurnEvent) -> Option<Value> {
    Some(match event {
        TurnEvent::Started { conversation, answer, question } => json!({
            "started": { "conversation": conversation, "answer": answer, "question": question.text }
        }),
        TurnEvent::References(references) => json!({
            "references": references.iter().map(|one| json!([one.id, one.number])).collect::<Vec<_>>()
        }),
        TurnEvent::Context(context) => json!({ "parts": context.parts.len() }),
        TurnEvent::Text(text) => json!({ "text": text }),
        TurnEvent::Citation(number) => json!({ "text": format!("[{number}]") }),
        TurnEvent::Thinking(text) => json!({ "thinking": text }),
        TurnEvent::Step(step) => json!({ "step": step.calls.len() }),
        TurnEvent::Called(call) => json!({ "called": call.id }),
        TurnEvent::Finished(answer) => json!({ "ended": "complete", "whole": answer.text }),
        TurnEvent::Failed { answer, .. } => {
            json!({ "ended": "failed", "whole": answer.as_ref().map(|answer| &answer.text) })
        }
        _ => return None,
    })
}
