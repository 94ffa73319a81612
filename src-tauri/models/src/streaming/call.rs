//! One call to a model: sending, waiting, trying again, reading, ending.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, Stream, StreamExt};
use reqwest::{Response, Url};
use tokio_util::sync::CancellationToken;

use super::event::StreamEvent;
use super::lines::Lines;
use super::protocol::{Fault, Protocol};
use super::reply::{AnswerPart, Reply};
use crate::calls::Offer;
use crate::http::{Endpoint, Failure};
use crate::sentences;
use conversation::model::{Code, Error, FinishReason, Usage};

/// Maximum wait after the end of the answer. Only the server's count is missing then, and some servers
/// neither send it nor close the connection.
const AFTER_THE_END: Duration = Duration::from_secs(5);

/// Maximum time for the rest of a finished response, which is read so that its connection can be used
/// again.
const DRAIN: Duration = Duration::from_secs(1);

/// A request that is ready to be sent.
pub(crate) struct Call {
    pub endpoint: Endpoint,
    pub url: Url,
    pub body: String,
    pub protocol: fn() -> Box<dyn Protocol>,
}

/// The last event of a stream.
enum Ending {
    Done { finish: FinishReason, usage: Option<Usage> },
    Cancelled,
    Failed(Error),
}

impl From<Ending> for StreamEvent {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done { finish, usage } => Self::Done { finish, usage },
            Ending::Cancelled => Self::Cancelled,
            Ending::Failed(error) => Self::Failed(error),
        }
    }
}

/// Sends a call and streams its answer. Nothing is sent before the stream is polled; dropping it
/// closes the connection, as cancelling does.
pub(crate) fn answer(call: Call, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
    let (sink, pieces) = unbounded();
    Answer { pieces, run: Some(run(call, sink, cancel).boxed()), ending: None }.boxed()
}

/// The pieces of a running call, and then its ending, once.
struct Answer {
    pieces: UnboundedReceiver<AnswerPart>,
    /// Dropped as soon as it has ended, and with it the connection.
    run: Option<BoxFuture<'static, Ending>>,
    ending: Option<Ending>,
}

impl Stream for Answer {
    type Item = StreamEvent;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<StreamEvent>> {
        if let Some(run) = &mut self.run
            && let Poll::Ready(ending) = run.poll_unpin(cx)
        {
            self.run = None;
            self.ending = Some(ending);
        }
        match self.pieces.poll_next_unpin(cx) {
            Poll::Ready(Some(said)) => Poll::Ready(Some(said.into())),
            // The sink went with the call, so no piece is left: now the ending, and then nothing.
            Poll::Ready(None) => Poll::Ready(self.ending.take().map(StreamEvent::from)),
            Poll::Pending => Poll::Pending,
        }
    }
}

async fn run(call: Call, sink: UnboundedSender<AnswerPart>, cancel: CancellationToken) -> Ending {
    let timing = call.endpoint.timing;
    let offer = Offer::in_body(&call.body);
    let mut backoff = timing.backoff;
    let mut retries = timing.retries;
    loop {
        let mut reply = Reply::new(sink.clone(), &offer);
        // Cancelling drops the attempt, and with it the connection.
        let Some(result) = cancel.run_until_cancelled(attempt(&call, &mut reply)).await else {
            // What was held back as the beginning of a tag or a call is text that came.
            reply.flush(false);
            return Ending::Cancelled;
        };
        reply.flush(result.is_ok());
        let failure = match result {
            Ok(()) if reply.finish == Some(FinishReason::Filtered) && !reply.begun => {
                let error = call.endpoint.error(Code::ContentRefused, sentences::refused_to_answer);
                return Ending::Failed(error);
            }
            Ok(()) => return Ending::Done { finish: reply.conclude(), usage: reply.usage },
            Err(failure) => failure,
        };
        let pause = failure.pause.unwrap_or(backoff);
        if reply.begun || !failure.retry || retries == 0 || pause > timing.longest_wait {
            return Ending::Failed(failure.error);
        }
        let waiting = AnswerPart::Waiting { pause, error: failure.error };
        // Sending fails only if nobody reads any more, and then this is being dropped as well.
        drop(sink.unbounded_send(waiting));
        if cancel.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return Ending::Cancelled;
        }
        backoff *= 2;
        retries -= 1;
    }
}

async fn attempt(call: &Call, reply: &mut Reply) -> Result<(), Failure> {
    let endpoint = &call.endpoint;
    let timing = endpoint.timing;
    let silent = |limit| {
        let sentence = |server: &str| sentences::silent(server, limit);
        Failure::from(endpoint.error(Code::TimedOut, sentence))
    };

    let request = endpoint.post(call.url.clone(), call.body.clone().into_bytes());
    let mut response = match tokio::time::timeout(timing.first_token, request.send()).await {
        Err(_) => return Err(silent(timing.first_token)),
        Ok(Err(error)) => return Err(endpoint.unreachable(&error)),
        Ok(Ok(response)) => response,
    };
    if !response.status().is_success() {
        return Err(endpoint.refused(response, model_of(&call.body).as_deref()).await);
    }

    let mut protocol = (call.protocol)();
    let fault = |fault| match fault {
        Fault::Refusal(refusal) => {
            endpoint.refusal(&refusal, model_of(&call.body).as_deref(), None)
        }
        Fault::Garbage(said) => endpoint.garbage(&said).into(),
    };
    let mut lines = Lines::default();
    while !reply.complete {
        let limit = match (reply.finish, reply.begun) {
            (Some(_), _) => timing.idle.min(AFTER_THE_END),
            (None, true) => timing.idle,
            (None, false) => timing.first_token,
        };
        match tokio::time::timeout(limit, response.chunk()).await {
            // The answer itself is whole: that the end of the protocol is missing harms nobody.
            Err(_) | Ok(Err(_)) if reply.finish.is_some() => return Ok(()),
            Err(_) if reply.begun => {
                let sentence = |server: &str| sentences::silent_in_the_answer(server, limit);
                return Err(endpoint.error(Code::TimedOut, sentence).into());
            }
            Err(_) => return Err(silent(limit)),
            Ok(Err(error)) => {
                return Err(Failure { retry: true, ..endpoint.broken(&error).into() });
            }
            Ok(Ok(Some(chunk))) => {
                if lines.push(&chunk).is_err() {
                    return Err(endpoint.garbage(sentences::LINE_WITHOUT_END).into());
                }
                while !reply.complete
                    && let Some(line) = lines.next()
                {
                    match protocol.line(&line, reply) {
                        // A web page's first line doesn't tell which it is.
                        Err(Fault::Garbage(page)) if page.starts_with('<') => {
                            let page = page + "\n" + &lines.rest().unwrap_or_default();
                            return Err(endpoint.page(page, response).await);
                        }
                        result => result.map_err(fault)?,
                    }
                }
            }
            Ok(Ok(None)) => {
                if let Some(line) = lines.rest() {
                    protocol.line(&line, reply).map_err(fault)?;
                }
                protocol.end(reply).map_err(fault)?;
                return match (reply.finish, reply.complete) {
                    (None, false) if reply.spoken => Err(endpoint
                        .error(Code::BrokenStream, sentences::ended_without_reason)
                        .into()),
                    (None, false) => Err(endpoint.garbage("").into()),
                    _ => Ok(()),
                };
            }
        }
    }
    tokio::spawn(drain(response));
    Ok(())
}

/// Reads what is left of a finished response. Dropped before its end, it would cost the connection,
/// and look to the server as if the user had cancelled.
async fn drain(mut response: Response) {
    let rest = async { while let Ok(Some(_)) = response.chunk().await {} };
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

/// The model that a body asks for; read only when something went wrong.
fn model_of(body: &str) -> Option<String> {
    let body: serde_json::Value = serde_json::from_str(body).ok()?;
    Some(body.get("model")?.as_str()?.to_owned())
}
