//! Stores a fact in the memory, without a model.

use futures::{FutureExt, future::BoxFuture};

use crate::{
    event::Way,
    intent::Intent,
    sentences,
    stop::Outcome,
    task::{Job, Task},
};
use conversation::Error;
use grounding::references::Piece;

pub(super) struct Remember;

impl Task for Remember {
    fn takes(&self, _: Way, intent: &Intent) -> bool {
        matches!(intent, Intent::Remember(_))
    }

    fn needs_model(&self) -> bool {
        false
    }

    fn run<'a>(&'a self, job: Job<'a>) -> BoxFuture<'a, Outcome> {
        remember(job).boxed()
    }
}

async fn remember(Job { turn, material, writer, .. }: Job<'_>) -> Outcome {
    if !turn.settings.chat.memories {
        return Err(Error::bad_input(sentences::MEMORY_IS_OFF).into());
    }
    let fact = material.intent.matter(&material.basis.question).into_owned();
    turn.library.remember(turn.vault.id, fact.clone()).await?;
    writer.show(Piece::Text(sentences::remembered(&fact)));
    Ok(())
}
