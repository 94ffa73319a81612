//! Answers that no model writes.

use crate::{
    basis::{and_earlier, offered},
    gather::Gathered,
    run::{Outcome, Turn},
    writing::Writing,
};
use conversation::{
    Mode, Result,
    reference::{Reference, State},
};
use grounding::references::Piece;

/// The text of an answer to a question that no note says anything about. The app gives it, and no
/// model is called.
pub const NO_SUPPORT: &str = "No note supports this.";

/// The same where the web alone was searched.
pub const NO_PAGE: &str = "Nothing on the web supports this.";

/// The text before the numbers of an answer without a model.
pub const PASSAGES: &str = "These passages match best:";

/// The text of an answer without a model for which nothing was found.
pub const NO_PASSAGES: &str = "No passage of your notes matches this.";

impl Turn {
    /// The passages themselves as the answer.
    pub(super) async fn passages(
        &self,
        gathered: &Gathered,
        writing: &mut Writing,
    ) -> Result<Outcome> {
        tell_sent(gathered, writing);
        let references = offered(gathered);
        let numbers: Vec<_> = references
            .iter()
            .filter(|reference| reference.state == State::Used)
            .filter_map(|reference| reference.number)
            .collect();
        self.keep_references(references, writing).await?;
        if numbers.is_empty() {
            writing.show(Piece::Text(NO_PASSAGES.to_owned()));
        } else {
            writing.show(Piece::Text(PASSAGES.to_owned()));
            for number in numbers {
                writing.show(Piece::Text(" ".to_owned()));
                writing.show(Piece::Citation(number));
            }
        }
        writing.cite().await?;
        Ok(Outcome::Complete)
    }

    /// The app's own answer where no note says anything.
    pub(super) async fn no_support(
        &self,
        gathered: &Gathered,
        writing: &mut Writing,
    ) -> Result<Outcome> {
        self.show_found(gathered, writing).await?;
        let web = gathered.input.mode == Mode::Web;
        writing.show(Piece::Text(if web { NO_PAGE } else { NO_SUPPORT }.to_owned()));
        Ok(Outcome::Complete)
    }

    /// Shows what was found, for an answer that no model writes.
    pub(super) async fn show_found(
        &self,
        gathered: &Gathered,
        writing: &mut Writing,
    ) -> Result<()> {
        tell_sent(gathered, writing);
        let mut references = offered(gathered);
        for reference in &mut references {
            // No model saw it.
            if reference.state == State::Used {
                reference.state = State::Considered;
            }
        }
        self.keep_references(references, writing).await
    }

    /// Writes what the answer rests on, then tells of it.
    pub(super) async fn keep_references(
        &self,
        references: Vec<Reference>,
        writing: &mut Writing,
    ) -> Result<()> {
        let references = match &self.continued {
            Some(broken) => and_earlier(references, &broken.references),
            None => references,
        };
        self.library.put_references(self.answer, references.clone()).await?;
        writing.message.references = references.clone();
        writing.emit.references(references);
        Ok(())
    }
}

/// Tells what the search sent to models, where no receipt will.
fn tell_sent(gathered: &Gathered, writing: &mut Writing) {
    for sentence in &gathered.sent {
        writing.notice(sentence.clone());
    }
}
