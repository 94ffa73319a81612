//! Learns how models count tokens from the servers' reports, and stores it.

use models::{Calibrations, ChatRequest, CountReports, TokenCounter, Tokens};

use library::Library;

/// Loads what earlier runs learned. If that fails, counts are estimates again.
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

/// Learns from a server's token count of a request. Returns all reports on the model, to be stored.
pub async fn learn(
    counter: TokenCounter,
    request: ChatRequest,
    counted: Tokens,
) -> Option<(String, CountReports)> {
    let model = request.model.clone();
    // The counter has cached the counts of these texts, so this is fast.
    let learn = move || {
        counter.learn(&request, counted);
        counter.learned()
    };
    Some((model, tokio::task::spawn_blocking(learn).await.ok()??))
}
