//! Which model is chosen, and what the user knows better about models.

use models::{Model, Override, Server, Tokens};
use serde::{Deserialize, Serialize};

use super::Settings;

/// The model that questions go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Its server's address. `None` means the first server that was entered; where none was,
    /// whichever is found on this machine and offers a model of this name.
    #[serde(default)]
    pub server: Option<String>,
    /// Its name.
    pub model: String,
}

/// What the user knows better about a model. Where neither a server nor a model is named, it is
/// about all of them; what is said about a narrower circle wins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelOverride {
    /// The server's address, or `None` for any.
    pub server: Option<String>,
    /// The model's name, or `None` for any.
    pub model: Option<String>,
    /// What is known.
    #[serde(flatten)]
    pub known: Override,
}

impl Settings {
    /// The model as the user knows it.
    pub fn known(&self, server: &Server, model: Model) -> Model {
        let mut said: Vec<_> = self
            .overrides
            .iter()
            .filter(|about| {
                about.server.as_ref().is_none_or(|address| is_at(server, address))
                    && about.model.as_ref().is_none_or(|name| *name == model.name)
            })
            .collect();
        said.sort_by_key(|about| (about.model.is_some(), about.server.is_some()));
        said.into_iter().fold(model, |model, about| model.with(&about.known))
    }

    /// The window that the user set for all models, if any: all that is known of a window where
    /// there is no model yet.
    pub fn any_window(&self) -> Option<Tokens> {
        let general = |about: &&ModelOverride| about.server.is_none() && about.model.is_none();
        self.overrides.iter().filter(general).find_map(|about| about.known.window)
    }
}

/// Whether `address` is the address of `server`, in whichever form it was typed.
pub fn is_at(server: &Server, address: &str) -> bool {
    let there = Server { kind: server.kind, base_url: address.to_owned(), key: None };
    server.place() == there.place()
}

/// Whether an address is on this machine.
pub fn is_here(address: &str) -> bool {
    let host = address.split("://").last().unwrap_or_default();
    ["localhost", "127.", "[::1]", "0.0.0.0"].iter().any(|here| host.starts_with(here))
}
