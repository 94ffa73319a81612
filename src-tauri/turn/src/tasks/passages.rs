//! Shows the passages themselves, without a model.

use crate::{
    references::{coverage, offered},
    sentences::{NO_PASSAGES, PASSAGES},
    stop::Outcome,
    task::{Job, report_sent, store_references},
};
use conversation::reference::{Reference, State};
use grounding::references::Piece;

pub(super) async fn passages(Job { turn, material, writer, .. }: Job<'_>) -> Outcome {
    writer.answer.passages_only = true;
    report_sent(turn, &material, writer);
    let references = offered(&material);
    let used = |reference: &&Reference| reference.state == State::Used;
    let used: Vec<_> = references.iter().filter(used).cloned().collect();
    let numbers: Vec<_> = used.iter().filter_map(|reference| reference.number).collect();
    writer.answer.coverage = coverage(&material, &used, false);
    store_references(turn, references, writer).await?;
    if numbers.is_empty() {
        writer.show(Piece::Text(NO_PASSAGES.to_string()));
    } else {
        writer.show(Piece::Text(PASSAGES.to_string()));
        for number in numbers {
            writer.show(Piece::Text(" ".to_owned()));
            writer.show(Piece::Citation(number));
        }
    }
    writer.cite().await?;
    Ok(())
}
