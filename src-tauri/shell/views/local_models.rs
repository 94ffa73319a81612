//! Models that run without a server, as the window shows them. Sizes are in megabytes, `begun` is the size of an
//! unfinished download, and `writing` is in tokens a second.

use app::{ModelOffer, RunningModel, SpeedSource};
use engine::download::{LocalModel, ModelFolder};
use serde::Serialize;
use specta::Type;

#[derive(Debug, Clone, Serialize, Type)]
pub struct LocalModelsView {
    pub folder: String,
    /// Free disk space in the folder, if the system reports it.
    pub free: Option<u32>,
    pub offers: Vec<ModelOfferView>,
    pub own: Vec<OwnModelView>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct ModelOfferView {
    pub id: String,
    pub name: String,
    pub licence: String,
    pub licence_url: String,
    pub host: String,
    pub size: u32,
    pub here: bool,
    pub begun: u32,
    pub fits: bool,
    pub memory: u32,
    /// Seconds to the first word of a typical answer.
    pub first_word: u32,
    pub writing: u32,
    pub speed_source: SpeedSource,
    pub advised: bool,
    pub limits: String,
    /// Right answers and questions of our bench, if the model was measured.
    pub bench: Option<(u32, u32)>,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct OwnModelView {
    pub id: String,
    pub size: u32,
    /// The file isn't in the model folder, and is never deleted.
    pub outside_folder: bool,
}

#[derive(Debug, Clone, Serialize, Type)]
pub struct RunningModelView {
    pub name: String,
    pub memory: Option<u32>,
    /// Context window in tokens, once the model is loaded; so is `device`.
    pub window: Option<u32>,
    pub device: Option<String>,
    /// Settings that the engine couldn't follow.
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

/// A whole number for display; NaN becomes 0, and large values the maximum.
fn whole(number: f64) -> u32 {
    number.round() as u32
}

impl LocalModelsView {
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
            bench: model.bench.map(|bench| (bench.right, bench.questions)),
        }
    }
}

impl From<LocalModel> for OwnModelView {
    fn from(local: LocalModel) -> Self {
        Self { size: megabytes(local.bytes), id: local.id, outside_folder: local.outside_folder }
    }
}
