//! Settings as earlier versions kept them: one server, one model, and one window for whatever that
//! model was.

use crate::model::{Override, Tokens};
use serde::{Deserialize, Deserializer};

use super::{
    ChatSettings, CheckSettings, ChosenModel, ModelOverride, SearchSettings, ServerSetting,
    Settings,
};

/// Everything that the library may hold.
#[derive(Deserialize)]
#[serde(default)]
pub(super) struct StoredSettings {
    servers: Vec<ServerSetting>,
    chosen: Option<ChosenModel>,
    overrides: Vec<ModelOverride>,
    models_folder: Option<String>,
    reserve: Tokens,
    exclude: Vec<String>,
    gitignore: bool,
    search: SearchSettings,
    chat: ChatSettings,
    check: CheckSettings,
    /// Until 0.1: the only server.
    server: Option<ServerSetting>,
    /// Until 0.1: the model's name.
    model: Option<String>,
    /// Until 0.1: the window.
    window: Option<Tokens>,
}

impl Default for StoredSettings {
    fn default() -> Self {
        let Settings {
            servers,
            chosen,
            overrides,
            models_folder,
            reserve,
            exclude,
            gitignore,
            search,
            chat,
            check,
        } = Settings::default();
        Self {
            servers,
            chosen,
            overrides,
            models_folder,
            reserve,
            exclude,
            gitignore,
            search,
            chat,
            check,
            server: None,
            model: None,
            window: None,
        }
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(settings: D) -> Result<Self, D::Error> {
        StoredSettings::deserialize(settings).map(Self::from)
    }
}

impl From<StoredSettings> for Settings {
    fn from(kept: StoredSettings) -> Self {
        let StoredSettings {
            mut servers, mut chosen, mut overrides, server, model, window, ..
        } = kept;
        let address =
            server.as_ref().map(|server| server.base_url.trim_end_matches('/').to_owned());
        if let Some(window) = window {
            let known = Override { window: Some(window), ..Override::default() };
            overrides.push(ModelOverride { server: address.clone(), model: model.clone(), known });
        }
        if let Some(model) = model {
            chosen = chosen.or(Some(ChosenModel { server: address, model }));
        }
        servers.extend(server);
        Self {
            servers,
            chosen,
            overrides,
            models_folder: kept.models_folder,
            reserve: kept.reserve,
            exclude: kept.exclude,
            gitignore: kept.gitignore,
            search: kept.search,
            chat: kept.chat,
            check: kept.check,
        }
    }
}
