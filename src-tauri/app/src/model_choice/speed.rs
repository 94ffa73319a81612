//! How fast a model reads.

use models::{ProviderKind, Server};
use retrieval::blocking;

/// Tokens of a prompt that a model reads in a second, as its last answers here showed. Nothing is known
/// of models elsewhere.
pub(super) async fn reading(server: &Server, model: &str) -> Option<u32> {
    let installed = models::installed_engine().filter(|_| server.kind == ProviderKind::Engine)?;
    let model = model.to_owned();
    let speed = move || {
        let found = installed.models.find(&model).ok();
        Ok(found.and_then(|local| installed.engine.speed(&local.path)))
    };
    let speed = blocking(speed).await.ok()??;
    // `as` ends at the bounds.
    Some((speed.reading.round() as u32).max(1))
}
