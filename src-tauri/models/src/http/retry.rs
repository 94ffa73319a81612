//! Retries requests after temporary failures.
//!
//! The loop is 18 lines; the crate `backon` (1.6) would save about 12 of them, but wouldn't randomise the pauses that
//! servers ask for.

use std::hash::{BuildHasher, RandomState};

use reqwest::Url;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::endpoint::{Endpoint, Failure};
use crate::sentences;
use conversation::model::{Code, Error};

/// Like [`Endpoint::ask`], with the retries and pauses of the endpoint's timing. Cancelling ends it at once.
pub(crate) async fn ask(
    endpoint: &Endpoint,
    url: Url,
    body: Option<&Value>,
    cancel: &CancellationToken,
) -> Result<Value, Error> {
    let work = async {
        let timing = endpoint.timing;
        let (mut backoff, mut retries) = (timing.backoff, timing.retries);
        loop {
            let failure = match endpoint.ask(url.clone(), body).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let wait = failure.pause.unwrap_or(backoff);
            if retries == 0 || !is_temporary(&failure) || wait > timing.longest_wait {
                return Err(failure.error);
            }
            // Spreads out requests that were refused together.
            let wait = wait + backoff.mul_f64(chance() / 2.0);
            tracing::debug!(?wait, code = ?failure.error.code, "asking again");
            tokio::time::sleep(wait).await;
            backoff *= 2;
            retries -= 1;
        }
    };
    tokio::select! {
        biased;
        () = cancel.cancelled() => {
            Err(endpoint.error(Code::BrokenStream, sentences::not_waited_for))
        }
        answer = work => answer,
    }
}

/// Repeating a request outside of a conversation does no harm, so more failures count as temporary: a restarting server
/// refuses connections, and one that loads a model fails for a while.
fn is_temporary(failure: &Failure) -> bool {
    failure.retry || matches!(failure.error.code, Code::Refused | Code::ServerError)
}

fn chance() -> f64 {
    (RandomState::new().hash_one(0) >> 11) as f64 / (1_u64 << 53) as f64
}
