//! Starting a turn, and its stream of events.

use conversation::{Code, Error};
use futures::stream::{self, BoxStream, StreamExt};
use tokio::{runtime::Handle, sync::mpsc};

use crate::{
    emit::Emit,
    event::TurnEvent,
    run::{self, Turn},
    sentences,
};

/// Runs a turn to its end, whether or not the stream is read. The stream ends with the turn's one
/// terminal event, also if the turn panics.
pub fn start(runtime: &Handle, turn: Turn) -> BoxStream<'static, TurnEvent> {
    // A turn doesn't wait for whoever watches it: its answer is kept whether or not it is shown. What piles up
    // for a slow reader is bounded by the answer itself, whose text and thinking have limits
    // (`models::limits`), as its calls have; the model's server is read no faster than the turn keeps up.
    let (events, received) = mpsc::unbounded_channel();
    runtime.spawn(async move {
        let (library, answer) = (turn.library.clone(), turn.answer);
        let end = match tokio::spawn(turn.run(Emit(events.clone()))).await {
            Ok(end) => end,
            Err(panic) => {
                let error = Error::new(Code::Internal, sentences::defect(&panic));
                run::fail_kept(&library, answer, error).await
            }
        };
        let _ = events.send(end.into());
    });
    stream::unfold(received, |mut received| async move {
        received.recv().await.map(|event| (event, received))
    })
    .boxed()
}

/// A turn that failed before it began.
pub fn refused(error: Error) -> BoxStream<'static, TurnEvent> {
    stream::once(async move { TurnEvent::Failed { answer: None, error } }).boxed()
}
