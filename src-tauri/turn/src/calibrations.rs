//! How models count is learned from what their servers report, and kept.

use models::{Calibrations, ChatRequest, CountReports, TokenCounter, Tokens};

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

/// Learns from what a server counted of a request. Returns all that was learned about its model, to be
/// kept.
pub async fn learn(
    counter: TokenCounter,
    request: ChatRequest,
    counted: Tokens,
) -> Option<(String, CountReports)> {
    let model = request.model.clone();
    // The texts were counted before, so this takes next to no time.
    let learn = move || {
        counter.learn(&request, counted);
        counter.learned()
    };
    Some((model, tokio::task::spawn_blocking(learn).await.ok()??))
}
