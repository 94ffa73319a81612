//! `models`: lists servers and models and the chosen one; with an option, manages the models that run without a
//! server.

mod local;

pub use self::local::offer;

use std::process::ExitCode;

use app::{App, ServerModels};
use conversation::settings::{ChosenModel, ServerSetting, is_here, is_unencrypted};
use models::{Ability, Model, Server};
use serde_json::json;

use crate::args::{Models, Use};
use crate::out::{BOLD, DIM, MARK, Out, Stop, WARN, name, printable};
use crate::sentences;

pub async fn models(app: &App, args: &Models, out: &mut Out) -> Result<ExitCode, Stop> {
    use engine::download::Adding;
    match args {
        Models { list: true, .. } => local::list(app, out).await,
        Models { get: Some(name), .. } => local::get(app, name, out).await,
        Models { remove: Some(name), .. } => local::remove(app, name, out).await,
        Models { add: Some(file), .. } => local::add(app, file, Adding::Copy, out).await,
        Models { refer: Some(file), .. } => local::add(app, file, Adding::Reference, out).await,
        _ => servers(app, out).await,
    }
}

async fn servers(app: &App, out: &mut Out) -> Result<ExitCode, Stop> {
    let found = app.models.list().await;
    let mut chosen = found.chosen;
    let has_chosen = chosen.is_some();
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
                        .take_if(|(at, one)| at.place() == server.place() && one.name == model.name)
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
    // Lists the chosen model even if its server doesn't.
    if let Some((server, model)) = &chosen {
        if !out.json {
            let not_listed = sentences::NOT_LISTED;
            out.line(&format!("{BOLD}{}{BOLD:#} {DIM}{not_listed}{DIM:#}", server.shown()))?;
        }
        show(server, model, true, false, out)?;
    }
    if any {
        if !has_chosen && !out.json {
            out.notice(sentences::NONE_CHOSEN)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if !out.json {
        out.notice(sentences::NO_MODEL)?;
        offer(app, out).await?;
    }
    Ok(ExitCode::from(1))
}

pub async fn choose(app: &App, wanted: &Use, out: &Out) -> Result<ExitCode, Stop> {
    let mut settings = app.settings.get();
    let listed = app.models.list().await.servers;
    let server = match &wanted.server {
        Some(url) => {
            let at = app.models.look_at(url).await?.server;
            let is_known =
                listed.iter().any(|known| known.entered && known.server.is_at_address(url));
            if !is_known && !is_here(url) {
                settings.servers.push(ServerSetting::new(at.kind, url));
            }
            at
        }
        None => {
            let offers = |listed: &&ServerModels| {
                listed.models.iter().flatten().any(|model| model.name == wanted.model)
            };
            let offering: Vec<_> =
                listed.iter().filter(offers).map(|listed| &listed.server).collect();
            match &offering[..] {
                [server] => (*server).clone(),
                [] => {
                    return Err(Stop::bad_input(sentences::not_offered(&wanted.model)));
                }
                several => {
                    let several: Vec<_> = several.iter().map(|server| server.shown()).collect();
                    let several = several.join(", ");
                    let reason = sentences::offered_by_several(&wanted.model, &several);
                    return Err(Stop::bad_input(reason));
                }
            }
        }
    };
    settings.chosen =
        Some(ChosenModel { server: Some(server.place()), model: wanted.model.clone() });
    app.settings.set(settings).await?;
    let object = json!({ "server": server.shown(), "model": wanted.model });
    out.either(&object, || sentences::questions_go_to(&name(&wanted.model), &server.shown()))?;
    Ok(ExitCode::SUCCESS)
}

fn head(listed: &ServerModels, out: &Out) -> Result<(), Stop> {
    let kind = sentences::server_kind(listed.server.kind);
    let called = listed.name.as_ref().map(|called| format!("{}, ", name(called)));
    let from = if listed.entered { sentences::FROM_SETTINGS } else { sentences::FOUND_HERE };
    let shown = listed.server.shown();
    let open = if is_unencrypted(&shown) { sentences::NOT_ENCRYPTED } else { "" };
    let whose = if listed.another_users { sentences::ANOTHER_USERS } else { "" };
    out.line(&format!(
        "{BOLD}{shown}{BOLD:#} {DIM}{}{kind}, {from}{DIM:#}{WARN}{open}{whose}{WARN:#}",
        called.unwrap_or_default()
    ))
}

fn show(server: &Server, model: &Model, chosen: bool, listed: bool, out: &Out) -> Result<(), Stop> {
    let can = &model.capabilities;
    let abilities = [
        ("tools", sentences::TOOLS, can.tools),
        ("vision", sentences::VISION, can.vision),
        ("thinking", sentences::THINKING, can.thinking),
    ];
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
        for (field, _, Ability { yes, source }) in abilities {
            line[field] = json!(yes);
            line[format!("{field}_source")] = json!(source);
        }
        return out.object(&line);
    }
    let able: String = abilities
        .iter()
        .filter(|(_, _, ability)| ability.yes)
        .map(|(_, what, ability)| sentences::ability(what, ability.source))
        .collect();
    out.line(&format!(
        "{} {BOLD}{}{BOLD:#}  {DIM}{}{able}{DIM:#}",
        if chosen { format!("{MARK}→{MARK:#}") } else { " ".to_owned() },
        name(&model.name),
        sentences::window(model.window.tokens, model.window.source),
    ))
}
