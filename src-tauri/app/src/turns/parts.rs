//! The handles that turns use.

use tokio::runtime::Handle;

use crate::{
    changes::Changes, model_choice::Models, search::Retrieval, settings::SettingsStore,
    vaults::Vaults,
};
use library::Library;
use turn::{ActiveTurns, Histories};

pub struct Parts {
    pub library: Library,
    pub settings: SettingsStore,
    pub models: Models,
    pub vaults: Vaults,
    pub retrieval: Retrieval,
    pub changes: Changes,
    pub runtime: Handle,
    pub running: ActiveTurns,
    pub histories: Histories,
}
