use std::path::Path;
use std::process::ExitCode;

use app::{App, ModelOffer};
use engine::catalogue::Catalogue;
use engine::download::{Adding, LocalModel, size};
use futures::StreamExt;
use models::PullEvent;
use serde_json::{Value, json};

use crate::out::{BOLD, DIM, MARK, Out, Stop, WARN, name};
use crate::sentences;

pub async fn list(app: &App, out: &Out) -> Result<ExitCode, Stop> {
    let (offers, own) = app.models.offers().await?;
    if out.json {
        for offer in &offers {
            out.object(&object(offer))?;
        }
        for local in &own {
            out.object(&json!({
                "id": local.id,
                "name": local.name,
                "bytes": local.bytes,
                "here": true,
                "verified": false,
                "path": local.path,
                "outside_folder": local.outside_folder,
            }))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let folder = app.models.folder();
    let here: Vec<_> = offers.iter().filter_map(|offer| offer.local.as_ref()).chain(&own).collect();
    let place = sentences::models_folder(&name(folder.path().display()), folder.free().ok());
    out.line(&format!("{BOLD}{}{BOLD:#} {DIM}{place}{DIM:#}", sentences::HERE))?;
    for local in &here {
        out.line(&format!("  {BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}", name(&local.id), about(local)))?;
    }
    if here.is_empty() {
        out.line(&format!("  {DIM}{}{DIM:#}", sentences::NONE_HERE))?;
    }
    let (to_get, how) = (sentences::TO_GET, sentences::BY_GETTING);
    out.line(&format!("{BOLD}{to_get}{BOLD:#} {DIM}{how}{DIM:#}"))?;
    for offer in offers.iter().filter(|offer| offer.local.is_none()) {
        show(offer, out)?;
    }
    out.line(&format!("{DIM}{}{DIM:#}", sentences::SPEEDS))?;
    Ok(ExitCode::SUCCESS)
}

fn about(local: &LocalModel) -> String {
    let place = match local.outside_folder {
        true => sentences::stays_at(&name(local.path.display())),
        false => String::new(),
    };
    let kind = match (local.entry(), local.verified) {
        (Some(model), true) => format!("{}, {}", model.name, model.licence),
        (Some(model), false) => sentences::not_checked(&model.name),
        (None, _) => sentences::OWN_FILE.to_owned(),
    };
    format!("{kind}, {}{place}", size(local.bytes))
}

fn show(offer: &ModelOffer, out: &Out) -> Result<(), Stop> {
    let ModelOffer { model, fit, speed, speed_source, .. } = offer;
    let mark = if offer.advised { format!("{MARK}→{MARK:#}") } else { " ".to_owned() };
    out.line(&format!("{mark} {BOLD}{}{BOLD:#}  {DIM}{}{DIM:#}", model.id, about_offer(offer),))?;
    if !fit.fits() {
        let needs = sentences::needs_memory(fit.needs, fit.has);
        return out.line(&format!("    {WARN}{needs}{WARN:#}"));
    }
    let first_word = speed.first_word().as_secs().max(1);
    let speed = sentences::speed(fit.needs, first_word, speed.writing, *speed_source);
    let bench = sentences::bench(model.bench);
    out.line(&format!("    {DIM}{speed}\n    {} {bench}{DIM:#}", model.limits))
}

fn about_offer(ModelOffer { model, begun, .. }: &ModelOffer) -> String {
    sentences::offer(&model.name, model.bytes(), &model.licence, &model.host(), *begun)
}

pub async fn offer(app: &App, out: &Out) -> Result<(), Stop> {
    match app.models.advised().await? {
        Some(offer) => out.notice(&sentences::get_model(&offer.model.id, &about_offer(&offer))),
        None => Ok(()),
    }
}

fn object(offer: &ModelOffer) -> Value {
    let ModelOffer { model, local, begun, fit, speed, advised, .. } = offer;
    json!({
        "id": model.id,
        "name": model.name,
        "licence": model.licence,
        "bytes": model.bytes(),
        "host": model.host(),
        "here": local.is_some(),
        "verified": local.as_ref().is_some_and(|local| local.verified),
        "path": local.as_ref().map(|local| &local.path),
        "begun": begun,
        "fits": fit.fits(),
        "memory": fit.needs,
        "memory_for_models": fit.has,
        "reading": speed.reading,
        "writing": speed.writing,
        "measured": speed.measured,
        "first_word_seconds": speed.first_word().as_secs_f64(),
        "advised": advised,
        "tools": model.tools,
        "window": model.window,
        "languages": model.languages,
        "limits": model.limits,
        "bench": model.bench,
    })
}

pub async fn get(app: &App, wanted: &str, out: &Out) -> Result<ExitCode, Stop> {
    let (offers, _) = app.models.offers().await?;
    let model = Catalogue::built_in().find(wanted);
    let Some(offer) = offers.into_iter().find(|offer| Some(offer.model) == model) else {
        let all = Catalogue::built_in().models.iter().map(|model| model.id.as_str());
        let all = all.collect::<Vec<_>>().join(", ");
        let wanted = name(wanted);
        return Err(Stop::bad_input(sentences::no_model_to_get(&wanted, &all)));
    };
    let folder = app.models.folder();
    if offer.local.as_ref().is_none_or(|local| !local.verified) {
        announce(app, &offer, out)?;
    }
    let id = &offer.model.id;
    let mut events = app.models.get(id);
    let end = loop {
        tokio::select! {
            event = events.next() => match event {
                Some(PullEvent::Progress { status, completed, total }) => {
                    tell(out, &status, completed, total)?;
                }
                end => break end,
            },
            Ok(()) = tokio::signal::ctrl_c() => app.models.stop_getting(id),
        }
    };
    out.progress_done();
    match end {
        Some(PullEvent::Done) => {}
        Some(PullEvent::Failed(error)) => return Err(Stop::Failed(error.into())),
        _ => {
            out.aside(sentences::GETTING_STOPPED);
            return Err(Stop::Interrupted);
        }
    }
    let path = folder.find(id).ok().map(|local| local.path);
    match (&path, out.json) {
        (_, true) => out.object(&json!({ "done": true, "id": id, "path": path }))?,
        (Some(path), false) => {
            let place = name(path.display());
            out.line(&format!("{BOLD}{id}{BOLD:#} {}: {place}", sentences::IS_HERE))?;
        }
        (None, false) => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn announce(app: &App, offer: &ModelOffer, out: &Out) -> Result<(), Stop> {
    let folder = app.models.folder();
    let place = name(folder.path().display());
    out.aside(&sentences::going_to_get(&about_offer(offer), &place, folder.free().ok()));
    if offer.fit.fits() {
        return Ok(());
    }
    let needs = sentences::needs_memory(offer.fit.needs, offer.fit.has);
    out.notice(&format!("{needs} {}", sentences::MAY_NOT_START))
}

fn tell(out: &Out, status: &str, completed: u64, total: u64) -> Result<(), Stop> {
    if out.json {
        return out.object(&json!({ "status": status, "completed": completed, "total": total }));
    }
    out.progress(&sentences::getting(status, completed, total));
    Ok(())
}

pub async fn remove(app: &App, wanted: &str, out: &Out) -> Result<ExitCode, Stop> {
    let freed = app.models.remove(wanted).await?;
    out.either(&json!({ "removed": wanted, "freed": freed }), || {
        sentences::removed(&format!("{BOLD}{}{BOLD:#}", name(wanted)), freed)
    })?;
    Ok(ExitCode::SUCCESS)
}

pub async fn add(app: &App, file: &Path, adding: Adding, out: &Out) -> Result<ExitCode, Stop> {
    let added = app.models.add(file, adding).await?;
    out.either(&added, || {
        let (id, here, about) = (name(&added.id), sentences::IS_HERE, about(&added));
        format!("{BOLD}{id}{BOLD:#} {here}  {DIM}{about}{DIM:#}")
    })?;
    Ok(ExitCode::SUCCESS)
}
