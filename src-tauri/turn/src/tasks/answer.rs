//! Has the model answer from the passages, and search further with its tools.

use futures::{FutureExt, future::BoxFuture};

use crate::{
    calls::talk::Talk,
    event::Way,
    intent::Intent,
    stop::Outcome,
    task::{Job, Task},
};

pub(super) struct Answer;

impl Task for Answer {
    fn takes(&self, _: Way, _: &Intent) -> bool {
        true
    }

    fn run<'a>(&'a self, job: Job<'a>) -> BoxFuture<'a, Outcome> {
        answer(job).boxed()
    }
}

async fn answer(job: Job<'_>) -> Outcome {
    let chosen = job.model()?;
    let Job { turn, material, writer, .. } = job;
    let mut talk = Talk::new(turn, material, chosen, writer).await?;
    talk.answer(writer).await
}
