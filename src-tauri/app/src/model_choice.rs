//! Finds models, and chooses the one for a question.

#[cfg(test)]
mod tests;

mod exam;
mod finder;
mod local;
mod none;
mod owner;
mod pull;
mod server_models;
mod speed;
mod trial;

use parking_lot::{Mutex, RwLock};
use std::{collections::HashMap, path::PathBuf, sync::Arc};

use futures::future::{BoxFuture, FutureExt};
use models::{
    Calibrations, Capabilities, Model, Place, ProviderKind, Server, Timing, TokenCounter, Window,
};
use tokio_util::sync::CancellationToken;

pub use finder::ModelList;
pub use local::{ModelOffer, RunningModel, SpeedSource};
pub use server_models::ServerModels;
pub use trial::Trial;

pub(crate) use self::finder::ModelRequest;
use self::finder::{Choice, ModelFinder, look_at};
use self::owner::Listeners;
use crate::followers::Follower;
use crate::keys::Keys;
use crate::settings::SettingsStore;
use conversation::{ConversationSettings, Result, settings::ServerAt};

#[derive(Clone)]
pub struct Models {
    shared: Arc<Shared>,
}

struct Shared {
    settings: SettingsStore,
    keys: Keys,
    /// Default folder of models that run without a server.
    folder: PathBuf,
    finder: ModelFinder,
    pulls: Mutex<Pulls>,
    timing: RwLock<Timing>,
    places: RwLock<Vec<Place>>,
    calibrations: Calibrations,
}

/// Running downloads by server and model, with their cancellation.
type Pulls = HashMap<(ServerAt, String), CancellationToken>;

/// Any change may invalidate the models found.
impl<Change: Sync> Follower<Change> for Shared {
    fn follow<'a>(self: Arc<Self>, _: &'a Change) -> BoxFuture<'a, Result<()>> {
        // The models' folder may have changed.
        Models { shared: self }.tell_engine();
        async { Ok(()) }.boxed()
    }
}

impl Models {
    pub(crate) fn new(
        settings: SettingsStore,
        keys: Keys,
        folder: PathBuf,
        calibrations: Calibrations,
    ) -> Self {
        let shared = Arc::new(Shared {
            settings,
            keys,
            folder,
            finder: ModelFinder::default(),
            pulls: Mutex::default(),
            timing: RwLock::new(Timing::default()),
            places: RwLock::new(Place::from_environment()),
            calibrations,
        });
        shared.settings.add_follower(&shared);
        shared.keys.add_follower(&shared);
        Self { shared }
    }

    /// Searches all entered servers and this machine's usual ports.
    pub async fn list(&self) -> ModelList {
        self.shared.finder.look(&self.request()).await
    }

    /// The user's own servers on this machine, from the last search. Searches if the settings changed since.
    pub async fn found_here(&self) -> Vec<String> {
        let last = self.shared.finder.last().found.clone();
        let found = match last {
            Some(found) => found,
            None => self.list().await,
        };
        let found =
            found.servers.into_iter().filter(|listed| !listed.entered && !listed.another_users);
        let here = found.map(|listed| listed.server).filter(|server| server.at().is_here());
        here.filter(|server| server.kind != ProviderKind::Engine)
            .map(|server| server.base_url)
            .collect()
    }

    pub async fn look_at(&self, address: &str) -> Result<ServerModels> {
        Ok(look_at(address, &self.request()).await?)
    }

    /// Sets timeouts and retries until the app ends.
    pub fn set_timing(&self, timing: Timing) {
        *self.shared.timing.write() = timing;
    }

    /// Sets where to search besides entered servers, until the app ends. Default: [`Place::from_environment`].
    pub fn set_places(&self, places: Vec<Place>) {
        *self.shared.places.write() = places;
        self.shared.finder.forget();
    }

    /// The model for a question as far as known; else an unknown one with the user's window.
    pub(crate) async fn current(&self) -> Model {
        self.current_with_reading(self.request()).await.0
    }

    /// The model, and the tokens it reads per second if known.
    pub(crate) async fn current_with_reading(&self, wanted: ModelRequest) -> (Model, Option<u32>) {
        match self.chosen_or_recent(&wanted).await {
            Some((server, model)) => {
                let reading = speed::reading(&server, &model).await;
                (model, reading)
            }
            None => {
                let settings = wanted.settings;
                let window = settings.any_window().map_or(Window::ASSUMED, |tokens| Window {
                    tokens,
                    source: models::Source::User,
                });
                let name = settings.chosen.map(|chosen| chosen.model).unwrap_or_default();
                (Model { name, window, capabilities: Capabilities::ASSUMED }, None)
            }
        }
    }

    pub(crate) async fn server_of(&self, wanted: &ModelRequest) -> Option<String> {
        self.chosen_or_recent(wanted).await.map(|(server, _)| server.shown())
    }

    pub(crate) async fn chosen_or_recent(&self, wanted: &ModelRequest) -> Option<(Server, Model)> {
        self.shared.finder.chosen_or_recent(wanted).await
    }

    pub(crate) fn request_for(&self, own: &ConversationSettings) -> ModelRequest {
        let wanted = self.request();
        ModelRequest { settings: own.over(wanted.settings.clone()), ..wanted }
    }

    pub(crate) fn request(&self) -> ModelRequest {
        ModelRequest {
            settings: self.shared.settings.get(),
            keys: self.shared.keys.clone(),
            timing: *self.shared.timing.read(),
            places: self.shared.places.read().clone(),
            listeners: Listeners::of_system(),
        }
    }

    pub(crate) fn choice(&self, wanted: ModelRequest) -> Choice {
        // Cached results for the usual model don't apply to another.
        let is_usual = wanted.settings.chosen == self.shared.settings.get().chosen;
        let finder = if is_usual { self.shared.finder.clone() } else { ModelFinder::default() };
        Choice { finder, wanted }
    }

    pub(crate) fn calibrations(&self) -> Calibrations {
        self.shared.calibrations.clone()
    }

    pub(crate) fn counter(&self, name: &str) -> TokenCounter {
        self.shared.calibrations.counter(name)
    }
}
