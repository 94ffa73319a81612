//! Models that run on this machine without a server: the catalogue and the downloaded ones.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use crate::sentences;
use conversation::settings::{ChosenModel, ServerAt};
use conversation::{Code, Error, Result};
use engine::catalogue::{Catalogue, CatalogueModel, Fit, Machine, Measurement, Speed};
use engine::download::{Adding, Error as FileError, LocalModel, ModelFolder};
use engine::memory::Memory;
use engine::protocol::LoadReport;
use engine::{Engine, Options};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use models::{InstalledEngine, PullEvent, Server, file_error};
use retrieval::blocking;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use turn::ModelSource;

use super::Models;
use super::finder::models_of;
use super::pull::Pull;

fn failure(error: FileError) -> Error {
    let code = match &error {
        FileError::Missing { .. } => Code::NotFound,
        FileError::NoModel(_) => Code::UnsupportedFile,
        FileError::Exists { .. } => Code::Exists,
        FileError::NoRoom { .. } | FileError::Full { .. } | FileError::Unusable { .. } => {
            Code::Unwritable
        }
        _ => Code::Model(file_error(&error).code),
    };
    Error::new(code, || error.to_string()).because(error)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningModel {
    pub name: String,
    pub memory: Option<u64>,
    pub loaded: Option<LoadReport>,
    /// Where the engine deviates from its settings.
    pub notices: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum SpeedSource {
    Itself,
    Another,
    /// The number of cores: no model answered here.
    Cores,
}

fn speed_of(
    model: &CatalogueModel,
    itself: Option<Measurement>,
    machine: Machine,
) -> (Speed, SpeedSource) {
    let source = match (itself, machine.measured) {
        (Some(_), _) => SpeedSource::Itself,
        (None, Some(_)) => SpeedSource::Another,
        (None, None) => SpeedSource::Cores,
    };
    let machine = Machine { measured: itself.or(machine.measured), ..machine };
    (machine.speed(model), source)
}

#[derive(Debug, Clone)]
pub struct ModelOffer {
    pub model: &'static CatalogueModel,
    pub local: Option<LocalModel>,
    /// Bytes of an unfinished download.
    pub begun: u64,
    pub fit: Fit,
    pub speed: Speed,
    pub speed_source: SpeedSource,
    pub advised: bool,
}

/// The state before a download.
#[derive(Debug, Clone)]
struct Standing {
    chosen: Option<ChosenModel>,
    /// The model of the engine that answers while none is chosen.
    first: Option<String>,
    /// Whether the downloaded model is the advised one.
    is_advised: bool,
}

impl Standing {
    fn replaces(&self, name: &str) -> bool {
        let bytes = |name: &str| Catalogue::built_in().find(name).map(CatalogueModel::bytes);
        let is_smaller = |chosen: &ChosenModel| {
            bytes(&chosen.model).is_some_and(|old| bytes(name).is_some_and(|new| old < new))
        };
        self.is_advised && self.chosen.as_ref().is_none_or(is_smaller)
    }
}

impl Models {
    /// Doesn't start the engine. Without its library the app needs a server.
    pub fn use_engine(&self, resources: Option<&Path>) {
        let Some(library) = crate::place::engine(resources) else { return };
        match Options::new(library) {
            Ok(options) => {
                let speeds = Some(self.shared.folder.with_file_name("speeds.json"));
                self.install(Engine::new(Options { speeds, ..options }));
            }
            Err(error) => tracing::warn!(%error, "the engine can't be started"),
        }
    }

    pub(super) fn tell_engine(&self) {
        if let Some(installed) = models::installed_engine() {
            self.install(installed.engine);
        }
        self.shared.finder.forget();
    }

    fn install(&self, engine: Engine) {
        models::install_engine(InstalledEngine { engine, models: self.folder() });
    }

    pub async fn running(&self) -> Result<Option<RunningModel>> {
        let Some(engine) = models::installed_engine().map(|installed| installed.engine) else {
            return Ok(None);
        };
        let folder = self.folder();
        blocking(move || {
            let status = engine.status();
            let Some(path) = &status.model else { return Ok(None) };
            let mut there = folder.models().map_err(failure)?.into_iter();
            let name = match there.find(|local| local.path == *path) {
                Some(local) => local.id,
                // The file was removed, or the folder changed.
                None => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            };
            let memory = status.memory();
            Ok(Some(RunningModel { name, memory, loaded: status.loaded, notices: status.notices }))
        })
        .await
    }

    /// Frees the model's memory; a running answer fails. The next question loads the model again.
    pub fn unload(&self) {
        if let Some(installed) = models::installed_engine() {
            installed.engine.unload();
        }
    }

    pub fn folder(&self) -> ModelFolder {
        let own = || self.shared.folder.clone();
        ModelFolder::new(self.shared.settings.get().models_folder.map_or_else(own, PathBuf::from))
    }

    pub async fn offers(&self) -> Result<(Vec<ModelOffer>, Vec<LocalModel>)> {
        let folder = self.folder();
        let engine = models::installed_engine().map(|installed| installed.engine);
        let measured = engine.as_ref().and_then(Engine::last_speed);
        let (machine, mut there) =
            blocking(move || Ok((Machine::this(measured), folder.models().map_err(failure)?)))
                .await?;
        let folder = self.folder();
        let catalogue = Catalogue::built_in();
        let advised = machine.advised(catalogue).map(|model| &model.id);
        let offers = catalogue.models.iter().map(|model| {
            let local = there.extract_if(.., |local| local.entry() == Some(model)).next();
            let itself = local.as_ref().zip(engine.as_ref());
            let itself = itself.and_then(|(local, engine)| engine.speed(&local.path));
            let (speed, speed_source) = speed_of(model, itself, machine);
            ModelOffer {
                local,
                begun: folder.begun(model),
                fit: machine.fit(model),
                speed,
                speed_source,
                advised: advised == Some(&model.id),
                model,
            }
        });
        Ok((offers.collect(), there))
    }

    /// The model that suits this machine, if none is there yet.
    pub async fn advised(&self) -> Result<Option<ModelOffer>> {
        let (offers, own) = self.offers().await?;
        let is_here = !own.is_empty() || offers.iter().any(|offer| offer.local.is_some());
        Ok(offers.into_iter().find(|offer| offer.advised && !is_here))
    }

    /// Downloads a model of the catalogue, tests it, and streams the progress. If it fails the test, the stream ends in
    /// the reason. Dropping the stream stops it, as [`Models::stop_getting`] does; a partial download stays. A second
    /// download of the same model fails, and the first goes on.
    pub fn get(&self, name: &str) -> BoxStream<'static, PullEvent> {
        let (models, name) = (self.clone(), Self::listed(name));
        let cancel = CancellationToken::new();
        let which = (ServerAt::Engine, name.clone());
        let Some(running) = Pull::begin(&models, which, cancel.clone()) else {
            let message = || sentences::downloading_already(&name, None);
            let error = ::models::Error::new(::models::Code::BadRequest, message);
            return stream::iter([PullEvent::Failed(error)]).boxed();
        };
        let events = ::models::download(&name, &self.folder(), cancel.clone());
        let begun = async move {
            let before = models.standing(&name).await;
            let mut running = Some(running);
            events.flat_map(move |event| {
                let running = running.take_if(|_| event.is_terminal());
                if running.is_some() {
                    models.tell_engine();
                }
                if event != PullEvent::Done {
                    return stream::iter([event]).boxed();
                }
                let bytes = Catalogue::built_in().find(&name).map_or(0, CatalogueModel::bytes);
                let status = "testing".to_owned();
                let testing = PullEvent::Progress { status, completed: bytes, total: bytes };
                let (models, name) = (models.clone(), name.clone());
                let (before, cancel) = (before.clone(), cancel.clone());
                let tested = async move {
                    let outcome = models.admit(&name, before, cancel).await;
                    drop(running);
                    outcome
                };
                stream::iter([testing]).chain(stream::once(tested)).boxed()
            })
        };
        stream::once(begun).flatten().boxed()
    }

    async fn standing(&self, name: &str) -> Standing {
        let chosen = self.shared.settings.get().chosen;
        let here = models_of(&Server::engine(), &self.request()).await.unwrap_or_default();
        let (offers, _) = self.offers().await.unwrap_or_default();
        let is_advised = offers.iter().any(|offer| offer.advised && offer.model.id == name);
        Standing { chosen, first: here.into_iter().next().map(|model| model.name), is_advised }
    }

    /// Tests a downloaded model. If the recommended model passes, it replaces the local model that answered so far,
    /// unless the user chose one that is larger or not in the catalogue.
    async fn admit(&self, name: &str, before: Standing, cancel: CancellationToken) -> PullEvent {
        if models::installed_engine().is_none() {
            return PullEvent::Done;
        }
        // Without a choice, the first model by name would answer, which may be the new one.
        let settings = self.shared.settings.get();
        let replaces = before.replaces(name) && settings.chosen == before.chosen;
        if let Some(first) = before.first
            && settings.chosen.is_none()
            && settings.servers.is_empty()
        {
            self.use_local(first).await;
        }
        let meanwhile = self.shared.settings.get().chosen;
        let Some(tested) = cancel.run_until_cancelled(self.examine(name)).await else {
            return PullEvent::Cancelled;
        };
        match tested {
            Ok(()) => {
                let chosen = self.shared.settings.get().chosen;
                let is_local = |chosen: &ChosenModel| chosen.server == Some(ServerAt::Engine);
                if replaces && chosen == meanwhile && chosen.as_ref().is_some_and(is_local) {
                    self.use_local(name.to_owned()).await;
                }
                PullEvent::Done
            }
            Err(error) => {
                let chosen = self.choice(self.request()).chosen().await;
                let answering = chosen.ok().map(|(_, model)| model.name);
                let other = answering.filter(|other| other != name);
                let message = || sentences::exam::failed(name, other.as_deref(), &error.message);
                PullEvent::Failed(models::Error::new(error.code, message))
            }
        }
    }

    async fn use_local(&self, model: String) {
        let chosen = Some(ChosenModel { server: Some(ServerAt::Engine), model });
        if let Err(error) = self.shared.settings.change(|settings| settings.chosen = chosen).await {
            tracing::warn!(%error, "the choice of a model isn't stored");
        }
    }

    pub fn stop_getting(&self, name: &str) {
        if let Some(cancel) = self.pulls().get(&(ServerAt::Engine, Self::listed(name))) {
            cancel.cancel();
        }
    }

    /// Removes a model or its partial download, and returns the freed bytes.
    pub async fn remove(&self, name: &str) -> Result<u64> {
        self.stop_getting(name);
        let (folder, name) = (self.folder(), name.to_owned());
        let freed = blocking(move || folder.remove(&name).map_err(failure)).await;
        self.tell_engine();
        freed
    }

    pub async fn add(&self, file: &Path, adding: Adding) -> Result<LocalModel> {
        let (folder, file) = (self.folder(), file.to_owned());
        let added =
            blocking(move || folder.add(&file, adding, Memory::now()).map_err(failure)).await;
        self.tell_engine();
        added
    }

    fn listed(name: &str) -> String {
        Catalogue::built_in()
            .find(name)
            .map_or_else(|| name.trim().to_owned(), |model| model.id.clone())
    }
}
