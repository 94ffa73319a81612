//! Asks one question, for tests that kill the process midway: `child ask DATA VAULT SERVER QUESTION [all|work]`.
//! Writes the conversation's ID on the first line, then each piece of the answer as a JSON string per line. `all`
//! reads all matching notes and adds a line per batch; `work` answers step by step and adds a line per step begun.

use std::{
    error::Error,
    io::{Write, stdout},
    path::PathBuf,
};

use app::App;
use conversation::{Settings, WorkState, settings::ServerSetting};
use futures::StreamExt;
use models::ProviderKind;
use turn::{AskRequest, TurnEvent, Way};

pub async fn ask(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [data, vault, server, question, way @ ..] = arguments else {
        return Err("four arguments or five: DATA VAULT SERVER QUESTION [all|work]".into());
    };
    let is = |word: &str| way.iter().any(|given| given == word);
    let app = App::open(&PathBuf::from(data)).await?;
    app.vaults.open(&PathBuf::from(vault)).await?;
    app.vaults.synced().await?;
    let servers = vec![ServerSetting::new(ProviderKind::OpenAi, server)];
    app.settings.set(Settings { servers, ..Settings::default() }).await?;
    let mut events = app.turns.ask(AskRequest {
        way: match () {
            () if is("all") => Way::Survey,
            () if is("work") => Way::Work,
            () => Way::Answer,
        },
        ..AskRequest::new(question)
    });
    let mut out = stdout().lock();
    while let Some(event) = events.next().await {
        match event {
            TurnEvent::Started { conversation, .. } => writeln!(out, "{conversation}")?,
            TurnEvent::Text(text) => writeln!(out, "{}", serde_json::to_string(&text)?)?,
            TurnEvent::Citation(number) => writeln!(out, "\"[{number}]\"")?,
            TurnEvent::Work(work) => {
                if let Some(at) = work.steps.iter().position(|it| it.state == WorkState::Running) {
                    writeln!(out, "\"(step {})\"", at + 1)?;
                }
            }
            TurnEvent::Survey(survey) => writeln!(out, "\"({})\"", survey.batches.len())?,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
