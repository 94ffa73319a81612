//! How fast a model reads.

use engine::catalogue::Machine;
use models::{Model, ProviderKind, Server};
use retrieval::blocking;

/// Tokens of a prompt that a model reads in a second, as its last answers here showed. Before the first one that is
/// reckoned for a small model of the catalogue: the reckoning knows nothing of a graphics card, and takes
/// passages from a small model alone. Nothing is known of models elsewhere.
pub(super) async fn reading(server: &Server, model: &Model) -> Option<u32> {
    let installed = models::installed_engine().filter(|_| server.kind == ProviderKind::Engine)?;
    let (name, is_small) = (model.name.clone(), model.is_small());
    let speed = move || {
        let Ok(local) = installed.models.find(&name) else { return Ok(None) };
        let measured = installed.engine.speed(&local.path).map(|measured| measured.reading);
        let reckoned = || {
            let model = local.entry().filter(|_| is_small)?;
            Some(Machine::this(installed.engine.last_speed()).speed(model).reading)
        };
        Ok(measured.or_else(reckoned))
    };
    let speed = blocking(speed).await.ok()??;
    // `as` ends at the bounds.
    Some((speed.round() as u32).max(1))
}
