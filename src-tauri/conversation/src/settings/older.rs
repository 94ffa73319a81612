//! Settings of earlier versions: one server, one model, and one window for any model.

use crate::model::{Override, Tokens};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{ChosenModel, ModelOverride, ServerAt, ServerSetting, Settings};

/// Fields until 0.1.
#[derive(Deserialize)]
struct Older {
    server: Option<ServerSetting>,
    model: Option<String>,
    window: Option<Tokens>,
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(settings: D) -> Result<Self, D::Error> {
        let kept = serde_json::Value::deserialize(settings)?;
        let older = Older::deserialize(&kept).map_err(D::Error::custom)?;
        Ok(Self::deserialize(kept).map_err(D::Error::custom)?.with(older))
    }
}

impl Settings {
    fn with(mut self, older: Older) -> Self {
        let Older { server, model, window } = older;
        let at =
            server.as_ref().map(|server| ServerAt::address(server.base_url.trim_end_matches('/')));
        if let Some(window) = window {
            let known = Override { window: Some(window), ..Override::default() };
            let (server, model) = (at.clone(), model.clone());
            self.overrides.push(ModelOverride { server, model, known });
        }
        if let Some(model) = model {
            self.chosen = self.chosen.or(Some(ChosenModel { server: at, model }));
        }
        self.servers.extend(server);
        self
    }
}
