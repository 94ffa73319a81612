//! Why there is no model, with what was tried.

use models::{Model, Place};

use super::server_models::ServerModels;
use conversation::{Code, Error, Settings};

/// More names than this help nobody who reads what was tried.
const NAMES: usize = 5;

/// The chosen server isn't there.
pub(super) fn unreachable(address: &str, error: models::Error) -> Error {
    let tried = vec![format!("{address}: {}", error.message)];
    Error { tried, ..error.into() }
}

/// The chosen server was removed from those that were entered.
pub(super) fn gone(address: &str) -> Error {
    let message = format!(
        "The chosen server {address} isn't in the list of servers any more. Choose another model, or \
         add the server again."
    );
    Error::new(Code::NoModel, message)
}

/// The server that the settings mean has no model for a question.
pub(super) fn not_there(listed: ServerModels) -> Error {
    let tried = vec![said(&listed)];
    match listed.models {
        Err(error) => Error { tried, ..error.into() },
        Ok(_) => {
            let message = format!("{} offers no model.", listed.server.shown());
            Error { tried, ..Error::new(Code::NoModel, message) }
        }
    }
}

/// No server has the model that is wanted. Looks at the places once more for what each of them says.
pub(super) async fn nowhere(
    settings: &Settings,
    servers: &[ServerModels],
    places: &[Place],
) -> Error {
    let mut tried: Vec<String> = servers.iter().map(said).collect();
    for Place { address, program } in places {
        if tried.iter().any(|line| line.starts_with(address)) {
            continue;
        }
        let said = models::discover_at(&[address]).await;
        let said = if said.is_empty() { "no model server answers" } else { "it has just come" };
        let program = program.map(|name| format!(" ({name})")).unwrap_or_default();
        tried.push(format!("{address}{program}: {said}"));
    }
    let wanted = settings.chosen.as_ref().map(|chosen| chosen.model.as_str());
    let is_wanted = |model: &Model| wanted.is_none_or(|wanted| model.name == wanted);
    let is_unchosen = servers.iter().any(|listed| listed.models.iter().flatten().any(is_wanted));
    let message = match &settings.chosen {
        _ if is_unchosen => "Servers with models were found, and you haven't chosen one yet. Your \
                             notes go to no server before you choose it: choose a model first."
            .to_owned(),
        Some(chosen) if !servers.is_empty() => {
            format!("No server that was found offers the model “{}”.", chosen.model)
        }
        _ => "No model was found on this machine. Start Ollama, LM Studio or llama.cpp, or name a \
              server in the settings."
            .to_owned(),
    };
    Error { tried, ..Error::new(Code::NoModel, message) }
}

fn said(listed: &ServerModels) -> String {
    let place = listed.server.shown();
    match &listed.models {
        Ok(models) if models.is_empty() => format!("{place}: it offers no model"),
        Ok(models) => format!("{place}: it offers {}", names(models)),
        Err(error) => format!("{place}: {}", error.message),
    }
}

fn names(models: &[Model]) -> String {
    let names: Vec<_> = models.iter().take(NAMES).map(|model| model.name.as_str()).collect();
    let names = names.join(", ");
    match models.len().saturating_sub(NAMES) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}
