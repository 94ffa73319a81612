//! One call to a model: send, wait, retry, read, end.

#[cfg(test)]
mod tests;

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::channel::mpsc::{Receiver, Sender, channel};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, Stream, StreamExt};
use reqwest::{Response, Url};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::event::StreamEvent;
use super::lines::Lines;
use super::protocol::{Fault, Protocol};
use super::reply::{AnswerPart, Reply};
use crate::calls::Offer;
use crate::http::{Endpoint, Failure};
use crate::limits::{LINES_AT_ONCE, PIECES_AHEAD};
use crate::sentences;
use conversation::model::{AnswerLimit, Code, Error, FinishReason, Usage};

/// Maximum wait after the end of the answer for the server's token count; some servers neither send it nor close the
/// connection.
const AFTER_THE_END: Duration = Duration::from_secs(5);

/// Maximum time to read the rest of a finished response, so that its connection can be reused.
const DRAIN: Duration = Duration::from_secs(1);

pub(crate) struct Call {
    pub endpoint: Endpoint,
    pub url: Url,
    pub body: String,
    pub protocol: fn() -> Box<dyn Protocol>,
}

pub(crate) enum Ending {
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

/// Nothing is sent before the stream is polled; dropping it closes the connection, as cancelling does. The server
/// isn't read while nobody takes pieces.
pub(crate) fn answer(call: Call, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
    stream(|sink| run(call, sink, cancel))
}

/// Streams the events of `run` and its ending. `run` proceeds while the stream is polled, and is dropped with it.
pub(crate) fn stream<R: Future<Output = Ending> + Send + 'static>(
    run: impl FnOnce(Sender<AnswerPart>) -> R,
) -> BoxStream<'static, StreamEvent> {
    let (sink, pieces) = channel(PIECES_AHEAD);
    Answer { pieces, run: Some(run(sink).boxed()), ending: None }.boxed()
}

struct Answer {
    pieces: Receiver<AnswerPart>,
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
            // The sink was dropped with the call, so no piece is left: send the ending, once.
            Poll::Ready(None) => Poll::Ready(self.ending.take().map(StreamEvent::from)),
            Poll::Pending => Poll::Pending,
        }
    }
}

async fn run(call: Call, mut sink: Sender<AnswerPart>, cancel: CancellationToken) -> Ending {
    let timing = call.endpoint.timing;
    let offer = Offer::in_body(&call.body);
    let mut backoff = timing.backoff;
    let mut retries = timing.retries;
    loop {
        let mut reply = Reply::new(&offer);
        let attempt = attempt(&call, &mut reply, &mut sink);
        let Some(result) = cancel.run_until_cancelled(attempt).await else {
            // Text that was buffered as a possible tag or call is part of the answer.
            reply.flush(false);
            hand_on(&mut reply, &mut sink).await;
            return Ending::Cancelled;
        };
        reply.flush(result.is_ok());
        hand_on(&mut reply, &mut sink).await;
        let failure = match result {
            Ok(()) if reply.finish == Some(FinishReason::Filtered) && !reply.begun => {
                let error = call.endpoint.error(Code::ContentRefused, sentences::refused_to_answer);
                return Ending::Failed(error);
            }
            Ok(()) => {
                let finish = reply.conclude();
                hand_on(&mut reply, &mut sink).await;
                return Ending::Done { finish, usage: reply.usage };
            }
            Err(failure) => failure,
        };
        let pause = failure.pause.unwrap_or(backoff);
        if reply.begun || !failure.retry || retries == 0 || pause > timing.longest_wait {
            return Ending::Failed(failure.error);
        }
        let waiting = AnswerPart::Waiting { pause, error: failure.error };
        if poll_fn(|cx| sink.poll_ready(cx)).await.is_ok() {
            // Sending fails only if the stream was dropped, and this call with it.
            let _ = sink.start_send(waiting);
        }
        if cancel.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
            return Ending::Cancelled;
        }
        backoff *= 2;
        retries -= 1;
    }
}

/// Hands waiting pieces to the stream's reader, as fast as it takes them.
pub(crate) async fn hand_on(reply: &mut Reply, sink: &mut Sender<AnswerPart>) {
    // A piece leaves the reply only when there is room, so cancelling loses none.
    while reply.has_some() {
        let room = poll_fn(|cx| sink.poll_ready(cx)).await;
        let Some(piece) = reply.next() else { return };
        if room.is_ok() {
            let _ = sink.start_send(piece);
        }
    }
}

async fn read_lines(
    lines: &mut Lines,
    protocol: &mut dyn Protocol,
    reply: &mut Reply,
    sink: &mut Sender<AnswerPart>,
) -> Result<(), Fault> {
    let mut read = 0;
    while !reply.is_over()
        && let Some(line) = lines.next()
    {
        protocol.line(&line, reply)?;
        read += 1;
        if read % LINES_AT_ONCE == 0 || reply.has_much() {
            hand_on(reply, sink).await;
            // A server that is always ahead would block other tasks.
            tokio::task::yield_now().await;
        }
    }
    hand_on(reply, sink).await;
    Ok(())
}

async fn attempt(
    call: &Call,
    reply: &mut Reply,
    sink: &mut Sender<AnswerPart>,
) -> Result<(), Failure> {
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
    let mut deadline = (Instant::now() + timing.answer, false);
    while !reply.is_over() {
        if reply.begun && !deadline.1 {
            deadline = (Instant::now() + timing.answer, true);
        }
        let limit = match (reply.finish, reply.begun) {
            (Some(_), _) => timing.idle.min(AFTER_THE_END),
            (None, true) => timing.idle,
            (None, false) => timing.first_token,
        };
        let now = Instant::now();
        let next = if now < deadline.0 {
            timeout_at((now + limit).min(deadline.0), response.chunk()).await
        } else {
            timeout_at(now, std::future::pending()).await
        };
        match next {
            // The answer is complete; only the protocol's end is missing.
            Err(_) | Ok(Err(_)) if reply.finish.is_some() => return Ok(()),
            Err(_) if Instant::now() >= deadline.0 && reply.begun => {
                reply.reach(AnswerLimit::Time);
                return Ok(());
            }
            Err(_) if Instant::now() >= deadline.0 => return Err(silent(timing.answer)),
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
                    return Err(endpoint.garbage(sentences::LINE_WITHOUT_END.text()).into());
                }
                match read_lines(&mut lines, &mut *protocol, reply, sink).await {
                    // A web page's first line doesn't identify it.
                    Err(Fault::Garbage(page)) if page.starts_with('<') => {
                        let page = page + "\n" + &lines.rest().unwrap_or_default();
                        return Err(endpoint.page(page, response).await);
                    }
                    result => result.map_err(fault)?,
                }
            }
            Ok(Ok(None)) => {
                if let Some(line) = lines.rest() {
                    protocol.line(&line, reply).map_err(fault)?;
                }
                protocol.end(reply).map_err(fault)?;
                return match (reply.finish, reply.is_over()) {
                    (None, false) if reply.spoken => Err(endpoint
                        .error(Code::BrokenStream, sentences::ended_without_reason)
                        .into()),
                    (None, false) => Err(endpoint.garbage("").into()),
                    _ => Ok(()),
                };
            }
        }
    }
    // Data after a limit isn't worth reading.
    if reply.complete {
        tokio::spawn(drain(response));
    }
    Ok(())
}

/// Reads the rest of a finished response. Dropping it early would cost the connection, and look like a cancel to the
/// server.
async fn drain(mut response: Response) {
    let rest = async { while let Ok(Some(_)) = response.chunk().await {} };
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

/// Only called after a failure.
fn model_of(body: &str) -> Option<String> {
    let body: serde_json::Value = serde_json::from_str(body).ok()?;
    Some(body.get("model")?.as_str()?.to_owned())
}
