//! `models`: which servers and models there are, and which one is asked.

use std::process::ExitCode;

use app::{App, ServerModels};
use models::{Ability, Model, ProviderKind, Server, Source};
use serde_json::json;

use crate::out::{BOLD, DIM, MARK, Out, Stop, WARN, name, printable};

/// `models`
pub async fn models(app: &App, out: &mut Out) -> Result<ExitCode, Stop> {
    let found = app.models().await;
    let mut chosen = found.chosen;
    let mut any = false;
    for listed in &found.servers {
        let server = &listed.server;
        if !out.json {
            head(listed, out)?;
        }
        match &listed.models {
            Ok(models) => {
                for model in models {
                    any = true;
                    let is_chosen = chosen
                        .take_if(|(at, one)| at.shown() == server.shown() && one.name == model.name)
                        .is_some();
                    show(server, model, is_chosen, true, out)?;
                }
            }
            Err(error) if out.json => out.object(&json!({
                "server": server.shown(),
                "kind": server.kind,
                "error": error,
            }))?,
            Err(error) => out.line(&format!("  {WARN}{}{WARN:#}", printable(&error.message)))?,
        }
    }
    // The chosen one is asked for even if its server doesn't list it.
    if let Some((server, model)) = &chosen {
        if !out.json {
            out.line(&format!("{BOLD}{}{BOLD:#} {DIM}doesn't list{DIM:#}", server.shown()))?;
        }
        show(server, model, true, false, out)?;
    }
    if any {
        return Ok(ExitCode::SUCCESS);
    }
    if !out.json {
        out.notice("No model was found. `npm run model` installs and starts a small one.")?;
    }
    Ok(ExitCode::from(1))
}

fn head(listed: &ServerModels, out: &Out) -> Result<(), Stop> {
    let kind = match listed.server.kind {
        ProviderKind::Ollama => "Ollama",
        ProviderKind::OpenAi => "OpenAI-compatible",
        ProviderKind::Anthropic => "Anthropic",
    };
    let called = listed.name.as_ref().map(|called| format!("{}, ", name(called)));
    let from = if listed.entered { "from the settings" } else { "found on this machine" };
    out.line(&format!(
        "{BOLD}{}{BOLD:#} {DIM}{}{kind}, {from}{DIM:#}",
        listed.server.shown(),
        called.unwrap_or_default()
    ))
}

fn show(server: &Server, model: &Model, chosen: bool, listed: bool, out: &Out) -> Result<(), Stop> {
    let can = &model.capabilities;
    let abilities = [("tools", can.tools), ("vision", can.vision), ("thinking", can.thinking)];
    if out.json {
        let mut line = json!({
            "server": server.shown(),
            "kind": server.kind,
            "model": model.name,
            "window": model.window.tokens,
            "window_source": model.window.source,
            "chosen": chosen,
            "listed": listed,
        });
        for (ability, Ability { yes, source }) in abilities {
            line[ability] = json!(yes);
            line[format!("{ability}_source")] = json!(source);
        }
        return out.object(&line);
    }
    let able: String = abilities
        .iter()
        .filter(|(_, ability)| ability.yes)
        .map(|(what, ability)| format!(", {what} ({})", who(ability.source)))
        .collect();
    out.line(&format!(
        "{} {BOLD}{}{BOLD:#}  {DIM}window {} ({}){able}{DIM:#}",
        if chosen { format!("{MARK}→{MARK:#}") } else { " ".to_owned() },
        name(&model.name),
        model.window.tokens,
        who(model.window.source),
    ))
}

/// Who told something, in a word.
fn who(source: Source) -> &'static str {
    match source {
        Source::Server => "says the server",
        Source::Table => "known",
        Source::User => "set by you",
        Source::Assumed => "assumed",
    }
}
