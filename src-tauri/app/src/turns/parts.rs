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
    /// Held during a request beside the turns: the report of a call goes to its answer's newest receipt.
    pub asides: tokio::sync::Mutex<()>,
}
