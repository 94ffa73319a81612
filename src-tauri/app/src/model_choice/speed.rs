use engine::catalogue::Machine;
use models::{Model, ProviderKind, Server};
use retrieval::blocking;

/// Prompt tokens read per second, from the model's last answers here. Before the first answer, an estimate for small
/// models of the catalogue: it ignores graphics cards, and only small models get fewer passages by it. `None` for
/// models elsewhere.
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
    // `as` saturates.
    Some((speed.round() as u32).max(1))
}
