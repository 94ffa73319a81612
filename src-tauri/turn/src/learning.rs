//! How models count is learned from what their servers report, and kept.

use models::{Calibrations, ChatRequest, TokenCounter, Tokens};

use library::Library;

/// Takes over what earlier runs learned. Without it counts are estimates again, no more.
pub async fn recall(library: &Library) -> Calibrations {
    let calibrations = Calibrations::default();
    match library.learned().await {
        Ok(learned) => {
            for (model, learned) in learned {
                calibrations.counter(&model).start_from(learned);
            }
        }
        Err(error) => tracing::warn!(%error, "what was learned about models wasn't read"),
    }
    calibrations
}

/// Learns from what a server counted of a request, and keeps it.
pub async fn learn(
    library: &Library,
    counter: TokenCounter,
    request: ChatRequest,
    counted: Tokens,
) {
    let model = request.model.clone();
    // The texts were counted before, so this takes next to no time.
    let learn = move || {
        counter.learn(&request, counted);
        counter.learned()
    };
    let Ok(Some(learned)) = tokio::task::spawn_blocking(learn).await else { return };
    if let Err(error) = library.put_learned(model, learned).await {
        tracing::warn!(%error, "what was learned about a model wasn't kept");
    }
}
