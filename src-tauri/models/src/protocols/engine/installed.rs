//! The one engine of this program.

use parking_lot::RwLock;

use engine::{Engine, download::ModelFolder};

/// The engine of this program, and where its models lie.
#[derive(Debug, Clone)]
pub struct InstalledEngine {
    pub engine: Engine,
    pub models: ModelFolder,
}

/// A process has one engine, as it has one memory: two models beside each other would take it twice.
static INSTALLED: RwLock<Option<InstalledEngine>> = RwLock::new(None);

/// Makes this the engine of [`Server::engine`](crate::Server::engine), in the place of the one before.
/// Providers that were connected before keep theirs.
pub fn install_engine(engine: InstalledEngine) {
    *INSTALLED.write() = Some(engine);
}

/// The engine of this program, if it was installed with one.
pub fn installed_engine() -> Option<InstalledEngine> {
    INSTALLED.read().clone()
}
