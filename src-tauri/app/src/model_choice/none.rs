//! Errors for a missing model, with what was tried.

use models::{Model, Place, Timing};

use super::server_models::ServerModels;
use crate::sentences;
use conversation::{Code, Error, Settings};
use language::Words;

/// Maximum model names listed in an error.
const NAMES: usize = 5;

pub(super) fn unreachable(address: &str, error: models::Error) -> Error {
    let tried = vec![format!("{address}: {}", error.message)];
    Error { tried, ..error.into() }
}

pub(super) fn gone(address: &str) -> Error {
    Error::new(Code::NoModel, || sentences::server_gone(address))
}

pub(super) fn a_strangers(address: &str) -> Error {
    Error::new(Code::NoModel, || sentences::server_a_strangers(address))
}

pub(super) fn not_there(listed: ServerModels) -> Error {
    let tried = vec![said(&listed)];
    match listed.models {
        Err(error) => Error { tried, ..error.into() },
        Ok(_) => {
            let message = || sentences::offers_nothing(&listed.server.shown());
            Error { tried, ..Error::new(Code::NoModel, message) }
        }
    }
}

/// No server has the model. Asks the places once more to report their answers.
pub(super) async fn nowhere(
    settings: &Settings,
    servers: &[ServerModels],
    places: &[Place],
    timing: Timing,
) -> Error {
    let mut tried: Vec<String> = servers.iter().map(said).collect();
    for Place { address, program } in places {
        if tried.iter().any(|line| line.starts_with(address)) {
            continue;
        }
        let said = models::discover_at(&[address], timing).await;
        let said = match said.is_empty() {
            true => sentences::NOBODY_ANSWERS.text(),
            false => sentences::JUST_CAME.text(),
        };
        let program = program.map(|name| format!(" ({name})")).unwrap_or_default();
        tried.push(format!("{address}{program}: {said}"));
    }
    let wanted = settings.chosen.as_ref().map(|chosen| chosen.model.as_str());
    let is_wanted = |model: &Model| wanted.is_none_or(|wanted| model.name == wanted);
    let is_unchosen = servers.iter().any(|listed| listed.models.iter().flatten().any(is_wanted));
    let message = match &settings.chosen {
        _ if is_unchosen => sentences::NONE_CHOSEN.into(),
        Some(chosen) if !servers.is_empty() => {
            Words::from(|| sentences::nobody_offers(&chosen.model))
        }
        _ => sentences::NO_MODEL.into(),
    };
    Error { tried, ..Error::new(Code::NoModel, message) }
}

fn said(listed: &ServerModels) -> String {
    let said = match &listed.models {
        Ok(models) if models.is_empty() => sentences::IT_OFFERS_NOTHING.to_string(),
        Ok(models) => sentences::it_offers(&names(models)),
        Err(error) => error.to_string(),
    };
    format!("{}: {said}", listed.server.shown())
}

fn names(models: &[Model]) -> String {
    let names: Vec<_> = models.iter().take(NAMES).map(|model| model.name.as_str()).collect();
    let names = names.join(", ");
    match models.len().saturating_sub(NAMES) {
        0 => names,
        more => sentences::and_more(&names, more),
    }
}
