//! `/api/pull`: downloads a model from Ollama's registry.

#[cfg(test)]
mod tests;

use std::time::Duration;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::http::{Endpoint, Refusal};
use crate::sentences;
use crate::streaming::{Lines, PullEvent};
use conversation::model::{Code, Error};

/// Maximum silence. Ollama announces its check of the download, and then says nothing until it has read all of it:
/// minutes, for a large model on a slow disk.
const QUIET: Duration = Duration::from_secs(600);

/// Streams the progress. Nothing is sent before the stream is polled; dropping it closes the connection, as
/// cancelling does.
pub(super) fn pull(
    endpoint: Endpoint,
    name: String,
    cancel: CancellationToken,
) -> BoxStream<'static, PullEvent> {
    let (sink, progress) = unbounded();
    let run = async move {
        tokio::select! {
            biased;
            () = cancel.cancelled() => PullEvent::Cancelled,
            result = load(&endpoint, &name, sink) => {
                result.map_or_else(PullEvent::Failed, |()| PullEvent::Done)
            }
        }
    };
    // Polls `run` beside the progress, which needs it to run, and again after the progress for its final event. So
    // there is exactly one final event, and it is the last.
    let run = run.shared();
    let work = run.clone().into_stream().filter_map(|_| std::future::ready(None));
    futures::stream::select(progress, work).chain(run.into_stream()).boxed()
}

#[derive(Default)]
struct Parts(Vec<(String, u64, u64)>);

impl Parts {
    fn read(&mut self, value: &Value) {
        let Some(digest) = value.get("digest").and_then(Value::as_str) else { return };
        let number = |name: &str| value.get(name).and_then(Value::as_u64);
        let at = self.0.iter().position(|(part, ..)| part == digest).unwrap_or_else(|| {
            self.0.push((digest.to_owned(), 0, 0));
            self.0.len() - 1
        });
        let (_, total, completed) = &mut self.0[at];
        *total = number("total").unwrap_or(*total);
        *completed = number("completed").unwrap_or(*completed);
    }

    fn progress(&self, status: &str) -> PullEvent {
        PullEvent::Progress {
            status: status.to_owned(),
            completed: sum(self.0.iter().map(|(_, _, completed)| *completed)),
            total: sum(self.0.iter().map(|(_, total, _)| *total)),
        }
    }
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

async fn load(
    endpoint: &Endpoint,
    name: &str,
    sink: UnboundedSender<PullEvent>,
) -> Result<(), Error> {
    let body = serde_json::json!({ "model": name, "stream": true }).to_string();
    let silent = || {
        let sentence = |server: &str| sentences::silent_while_loading(server, name, QUIET);
        endpoint.error(Code::TimedOut, sentence)
    };
    let request = endpoint.post(endpoint.address.beside("/api/pull"), body.into_bytes());
    let mut response = match tokio::time::timeout(QUIET, request.send()).await {
        Err(_) => return Err(silent()),
        Ok(Err(error)) => return Err(endpoint.unreachable(&error).error),
        Ok(Ok(response)) => response,
    };
    if !response.status().is_success() {
        return Err(endpoint.refused(response, Some(name)).await.error);
    }
    let mut lines = Lines::default();
    let mut parts = Parts::default();
    let mut read = |line: &str| -> Result<bool, Error> {
        if line.trim().is_empty() {
            return Ok(false);
        }
        let Ok(value @ Value::Object(_)) = serde_json::from_str::<Value>(line) else {
            return Err(endpoint.garbage(line));
        };
        if value.get("error").is_some_and(|error| !error.is_null()) {
            return Err(endpoint.refusal(&Refusal::from_json(&value), Some(name), None).error);
        }
        let status = value.get("status").and_then(Value::as_str).unwrap_or_default();
        parts.read(&value);
        // Sending fails only if the stream was dropped, and this call with it.
        drop(sink.unbounded_send(parts.progress(status)));
        Ok(status == "success")
    };
    loop {
        match tokio::time::timeout(QUIET, response.chunk()).await {
            Err(_) => return Err(silent()),
            Ok(Err(error)) => return Err(endpoint.broken(&error)),
            Ok(Ok(Some(chunk))) => {
                if lines.push(&chunk).is_err() {
                    return Err(endpoint.garbage(sentences::LINE_WITHOUT_END.text()));
                }
                while let Some(line) = lines.next() {
                    if read(&line)? {
                        return Ok(());
                    }
                }
            }
            Ok(Ok(None)) => {
                if let Some(line) = lines.rest()
                    && read(&line)?
                {
                    return Ok(());
                }
                let sentence = |server: &str| sentences::stopped_loading(server, name);
                return Err(endpoint.error(Code::BrokenStream, sentence));
            }
        }
    }
}
