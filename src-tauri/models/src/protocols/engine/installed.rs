use parking_lot::RwLock;

use engine::{Engine, download::ModelFolder};

#[derive(Debug, Clone)]
pub struct InstalledEngine {
    pub engine: Engine,
    pub models: ModelFolder,
}

/// One engine a process: two loaded models would take twice the memory.
static INSTALLED: RwLock<Option<InstalledEngine>> = RwLock::new(None);

/// Replaces the engine of [`Server::engine`](crate::Server::engine). Connected providers keep theirs.
pub fn install_engine(engine: InstalledEngine) {
    *INSTALLED.write() = Some(engine);
}

pub fn installed_engine() -> Option<InstalledEngine> {
    INSTALLED.read().clone()
}
