//! Models that run without a server, as the window sees them. Sizes are in megabytes.

use app::{ModelOffer, RunningModel, SpeedSource};
use engine::download::{LocalModel, ModelFolder};
use serde::Serialize;
use specta::Type;

/// The models that can be got, and those that are there.
#[derive(Debug, Clone, Serialize, Type)]
pub struct LocalModelsView {
    pub folder: String,
    /// What is free there, if the system tells.
    pub free: Option<u32>,
    pub offers: Vec<ModelOfferView>,
    pub own: Vec<OwnModelView>,
}

/// A model of the catalogue, and what it would be on this machine.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ModelOfferView {
    pub id: String,
    pub name: String,
    pub licence: String,
    pub licence_url: String,
    pub host: String,
    pub size: u32,
    pub here: bool,
    /// How much of it came in a download that isn't whole.
    pub begun: u32,
    pub fits: bool,
    pub memory: u32,
    /// Seconds to the first word of a usual answer.
    pub first_word: u32,
    /// Tokens that it writes in a second.
    pub writing: u32,
    pub speed_source: SpeedSource,
    pub advised: bool,
    /// What it can't do.
    pub limits: String,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct OwnModelView {
    pub id: String,
    pub size: u32,
    /// It stays where the user has it.
    pub elsewhere: bool,
}

/// The model that the engine has in memory.
#[derive(Debug, Clone, Serialize, Type)]
pub struct RunningModelView {
    pub name: String,
    /// What it takes of the memory, if the system tells.
    pub memory: Option<u32>,
    /// Its window, in tokens, and what computes, once it is loaded.
    pub window: Option<u32>,
    pub device: Option<String>,
    /// What the engine does otherwise than it was told.
    pub notices: Vec<String>,
}

impl From<RunningModel> for RunningModelView {
    fn from(running: RunningModel) -> Self {
        let RunningModel { name, memory, loaded, notices } = running;
        Self {
            name,
            memory: memory.map(megabytes),
            window: loaded.as_ref().map(|loaded| loaded.window),
            device: loaded.map(|loaded| loaded.device),
            notices,
        }
    }
}

fn megabytes(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1_000_000)).unwrap_or(u32::MAX)
}

/// A small number for people; what is no number, or too large, is the largest.
fn whole(number: f64) -> u32 {
    // `as` ends at the bounds, and there are no negative speeds.
    number.round() as u32
}

impl LocalModelsView {
    /// What the window shows of a folder and what is in it.
    pub fn new(folder: &ModelFolder, offers: Vec<ModelOffer>, own: Vec<LocalModel>) -> Self {
        Self {
            folder: folder.path().display().to_string(),
            free: folder.free().ok().map(megabytes),
            offers: offers.into_iter().map(Into::into).collect(),
            own: own.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ModelOffer> for ModelOfferView {
    fn from(offer: ModelOffer) -> Self {
        let ModelOffer { model, local, begun, fit, speed, speed_source, advised } = offer;
        Self {
            id: model.id.clone(),
            name: model.name.clone(),
            licence: model.licence.clone(),
            licence_url: model.licence_url.clone(),
            host: model.host(),
            size: megabytes(model.bytes()),
            here: local.is_some(),
            begun: megabytes(begun),
            fits: fit.fits(),
            memory: megabytes(fit.needs),
            first_word: whole(speed.first_word().as_secs_f64()).max(1),
            writing: whole(speed.writing),
            speed_source,
            advised,
            limits: model.limits.clone(),
        }
    }
}

impl From<LocalModel> for OwnModelView {
    fn from(local: LocalModel) -> Self {
        Self { size: megabytes(local.bytes), id: local.id, elsewhere: local.elsewhere }
    }
}
