//! Has the model answer from the passages, and search further with its tools.

use crate::{calls::talk::Talk, stop::Outcome, task::Job};

pub(super) async fn answer(job: Job<'_>) -> Outcome {
    let chosen = job.model()?;
    let Job { turn, material, writer, .. } = job;
    let mut talk = Talk::new(turn, material, chosen, writer).await?;
    talk.answer(writer).await
}
