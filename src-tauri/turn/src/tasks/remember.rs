//! Stores a fact in the memory, without a model.

use crate::{sentences, stop::Outcome, task::Job};
use conversation::Error;
use grounding::references::Piece;

pub(super) async fn remember(Job { turn, material, writer, .. }: Job<'_>) -> Outcome {
    if !turn.settings.chat.memories {
        return Err(Error::bad_input(sentences::MEMORY_IS_OFF).into());
    }
    let fact = material.intent.matter(&material.basis.question).into_owned();
    turn.library.remember(turn.vault.id, fact.clone()).await?;
    writer.show(Piece::Text(sentences::remembered(&fact)));
    Ok(())
}
