//! Answers that no model writes.

use crate::{
    basis::{and_earlier, coverage, offered},
    gather::Material,
    run::{Outcome, Turn},
    sentences::{NO_PAGE, NO_PASSAGES, NO_SUPPORT, PASSAGES},
    writing::AnswerWriter,
};
use conversation::{
    Mode, Result,
    reference::{Reference, State},
};
use grounding::references::Piece;

impl Turn {
    pub(super) async fn passages(
        &self,
        gathered: &Material,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        self.tell_sent(gathered, writing);
        let references = offered(gathered);
        let numbers: Vec<_> = references
            .iter()
            .filter(|reference| reference.state == State::Used)
            .filter_map(|reference| reference.number)
            .collect();
        let used: Vec<_> =
            references.iter().filter(|it| it.state == State::Used).cloned().collect();
        writing.message.coverage = coverage(gathered, &used);
        self.keep_references(references, writing).await?;
        if numbers.is_empty() {
            writing.show(Piece::Text(NO_PASSAGES.to_string()));
        } else {
            writing.show(Piece::Text(PASSAGES.to_string()));
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
        gathered: &Material,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        self.show_found(gathered, writing).await?;
        let web = gathered.input.mode == Mode::Web;
        writing.show(Piece::Text(if web { NO_PAGE } else { NO_SUPPORT }.to_string()));
        Ok(Outcome::Complete)
    }

    /// Shows what was found, for an answer that no model writes.
    pub(super) async fn show_found(
        &self,
        gathered: &Material,
        writing: &mut AnswerWriter,
    ) -> Result<()> {
        self.tell_sent(gathered, writing);
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
        writing: &mut AnswerWriter,
    ) -> Result<()> {
        let references = and_earlier(references, &writing.message.references);
        self.library.put_references(self.answer, references.clone()).await?;
        writing.rests_on(references);
        Ok(())
    }

    /// Tells what the search sent to models and to the web, where no receipt will.
    fn tell_sent(&self, gathered: &Material, writing: &mut AnswerWriter) {
        for sentence in gathered.sent.iter().cloned().chain(self.entered.sent()) {
            writing.notice(sentence);
        }
    }
}
