//! Which models there are, and which one a question goes to.

use std::sync::{Arc, Mutex, PoisonError};

use models::{Found, Model, Server, Source, Timing, Window, discover};

use super::ModelsFound;
use crate::{Code, Error, Result, Settings, settings::ServerSetting};

/// Which model is wanted.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) settings: Settings,
    pub(crate) key: Option<String>,
    pub(crate) timing: Timing,
}

impl Wanted {
    /// Whether the model runs on this machine, as far as its address tells.
    pub(crate) fn is_local(&self) -> bool {
        self.settings.server.as_ref().is_none_or(|server| {
            let host = server.base_url.split("://").last().unwrap_or_default();
            ["localhost", "127.", "[::1]"].iter().any(|local| host.starts_with(local))
        })
    }
}

/// Finds models and remembers what it found, so that a draft's preview asks no server at every
/// keystroke.
#[derive(Clone, Default)]
pub(crate) struct ModelFinder {
    last: Arc<Mutex<Option<ModelsFound>>>,
}

impl ModelFinder {
    /// Forgets what was found: the settings changed, or a server said otherwise.
    pub(crate) fn forget(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Looks at the chosen server, or on this machine's usual ports.
    pub(crate) async fn look(&self, wanted: &Wanted) -> ModelsFound {
        let servers = match &wanted.settings.server {
            Some(server) => vec![ask(server, wanted).await],
            None => discover().await,
        };
        let chosen = choose(&wanted.settings, &servers);
        let found = ModelsFound { servers, chosen };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
        found
    }

    /// What the last look found, or a first look.
    pub(crate) async fn known(&self, wanted: &Wanted) -> ModelsFound {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match last {
            Some(found) => found,
            None => self.look(wanted).await,
        }
    }

    /// The model that a question goes to now.
    ///
    /// # Errors
    /// [`Code::NoModel`], or what the chosen server said; with what was tried.
    pub(crate) async fn chosen(&self, wanted: &Wanted) -> Result<(Server, Model)> {
        let mut found = self.known(wanted).await;
        if found.chosen.is_none() {
            found = self.look(wanted).await;
        }
        match found.chosen {
            Some(chosen) => Ok(chosen),
            None => Err(none_found(&wanted.settings, &found.servers).await),
        }
    }
}

async fn ask(server: &ServerSetting, wanted: &Wanted) -> Found {
    let server =
        Server { kind: server.kind, base_url: server.base_url.clone(), key: wanted.key.clone() };
    let models = match server.connect_with(wanted.timing) {
        Ok(provider) => provider.models().await,
        Err(error) => Err(error),
    };
    Found { server, models }
}

/// The model that the settings mean: theirs by name, else the first that a server offers.
pub(super) fn choose(settings: &Settings, servers: &[Found]) -> Option<(Server, Model)> {
    let offered = servers
        .iter()
        .flat_map(|found| found.models.iter().flatten().map(move |model| (&found.server, model)));
    let chosen = match &settings.model {
        None => offered.into_iter().next().map(|(server, model)| (server.clone(), model.clone())),
        Some(name) => offered
            .into_iter()
            .find(|(_, model)| model.name == *name)
            .map(|(server, model)| (server.clone(), model.clone()))
            .or_else(|| {
                // Some servers don't list their models, or not all of them. The one that the user
                // named is asked for, and if it isn't there the server says so itself.
                settings.server.as_ref()?;
                let server = servers.first()?.server.clone();
                Some((server, Model::named(name)))
            }),
    };
    let (server, mut model) = chosen?;
    if let Some(tokens) = settings.window {
        model.window = Window { tokens, source: Source::User };
    }
    Some((server, model))
}

/// Where Marginalia looks when no server is set, for people. The addresses are those of
/// [`models::discover`].
const USUAL_PLACES: [(&str, &str); 4] = [
    ("Ollama", "http://127.0.0.1:11434"),
    ("LM Studio", "http://127.0.0.1:1234"),
    ("llama.cpp", "http://127.0.0.1:8080"),
    ("Marginalia's own small model", "http://127.0.0.1:8765"),
];

/// Why there is no model, with what was tried. Looks at the usual places once more for what each of
/// them says.
async fn none_found(settings: &Settings, servers: &[Found]) -> Error {
    let mut tried: Vec<String> = servers
        .iter()
        .map(|found| {
            let place = found.server.shown();
            match &found.models {
                Ok(models) if models.is_empty() => format!("{place}: it offers no model"),
                Ok(models) => {
                    let names: Vec<_> = models.iter().map(|model| model.name.as_str()).collect();
                    format!("{place}: it offers {}", names.join(", "))
                }
                Err(error) => format!("{place}: {}", error.message),
            }
        })
        .collect();
    if let Some(Found { models: Err(error), .. }) = servers.first()
        && settings.server.is_some()
    {
        return Error { tried, ..error.clone().into() };
    }
    if settings.server.is_none() {
        for (name, address) in USUAL_PLACES {
            if tried.iter().any(|line| line.starts_with(address)) {
                continue;
            }
            let said = models::discover_at(&[address]).await;
            let said = if said.is_empty() { "no model server answers" } else { "it has just come" };
            tried.push(format!("{address} ({name}): {said}"));
        }
    }
    let message = match (&settings.model, &settings.server) {
        (Some(name), None) if !servers.is_empty() => {
            format!("No server on this machine offers the model “{name}”.")
        }
        (_, Some(_)) => "The chosen server offers no model.".to_owned(),
        (_, None) => {
            "No model was found on this machine. Start Ollama, LM Studio or llama.cpp, or \
                      name a server in the settings."
                .to_owned()
        }
    };
    Error { tried, ..Error::new(Code::NoModel, message) }
}

#[cfg(test)]
mod tests;
