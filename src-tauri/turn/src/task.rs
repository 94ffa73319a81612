//! A way of answering, and its helpers.

use futures::future::BoxFuture;
use models::{Model, Server};

use crate::{
    event::Way,
    gather::Material,
    intent::Intent,
    references::{and_earlier, coverage, offered},
    sentences::{self, NO_PAGE, NO_SUPPORT},
    stop::Outcome,
    turn::Turn,
    writer::AnswerWriter,
};
use conversation::{
    Code, Coverage, Error, Mode, Result,
    reference::{Reference, State},
};
use grounding::references::Piece;

/// A way of answering a question. Add a new one as a file of [`crate::tasks`] and an entry in its list.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    /// Whether this task answers the question. The first task in the list that does gets it.
    pub(crate) takes: fn(Way, &Intent) -> bool,
    pub(crate) needs_model: bool,
    /// Whether the task searches by itself. If not, and nothing was found for the question, the app says so without
    /// asking a model.
    pub(crate) searches: bool,
    pub(crate) run: for<'a> fn(Job<'a>) -> BoxFuture<'a, Outcome>,
}

pub(crate) struct Job<'a> {
    pub(crate) turn: &'a Turn,
    pub(crate) material: Material,
    pub(crate) model: Option<&'a (Server, Model)>,
    pub(crate) writer: &'a mut AnswerWriter,
}

impl<'a> Job<'a> {
    pub(crate) fn model(&self) -> Result<(&'a Server, &'a Model)> {
        let chosen = self.model.map(|(server, model)| (server, model));
        chosen.ok_or_else(|| Error::new(Code::Internal, sentences::NO_MODEL_LOOKED_FOR))
    }
}

/// The app's own answer if nothing was found.
pub(crate) async fn no_support(
    turn: &Turn,
    material: &Material,
    writer: &mut AnswerWriter,
) -> Outcome {
    show_found(turn, material, writer).await?;
    show_no_support(material, writer);
    Ok(())
}

/// Shows the text of the app's own answer, without its passages.
pub(crate) fn show_no_support(material: &Material, writer: &mut AnswerWriter) {
    let is_web = material.basis.mode == Mode::Web;
    if material.period.is_some() {
        writer.answer.coverage = coverage(material, &[], false);
    }
    writer.answer.searched_for = material.searched_for();
    writer.show(Piece::Text(if is_web { NO_PAGE } else { NO_SUPPORT }.to_string()));
}

/// Shows the found passages in an answer without a model.
pub(crate) async fn show_found(
    turn: &Turn,
    material: &Material,
    writer: &mut AnswerWriter,
) -> Result<()> {
    report_sent(turn, material, writer);
    let mut references = offered(material);
    if let Some(notes) = &material.period {
        let used = references.iter().filter(|reference| reference.state == State::Used);
        let used: Vec<Reference> = used.cloned().collect();
        // The matching passages aren't counted: no model got any of them.
        let period = Some(notes.coverage(&used, false));
        writer.answer.coverage = Some(Coverage { period, ..Coverage::default() });
    }
    for reference in &mut references {
        // No model saw it.
        if reference.state == State::Used {
            reference.state = State::Considered;
        }
    }
    store_references(turn, references, writer).await
}

pub(crate) async fn store_references(
    turn: &Turn,
    references: Vec<Reference>,
    writer: &mut AnswerWriter,
) -> Result<()> {
    let references = and_earlier(references, &writer.answer.references);
    turn.library.put_references(turn.answer, references.clone()).await?;
    writer.rests_on(references);
    Ok(())
}

/// Tells the user what the search sent to models and to the web, for answers without a receipt.
pub(crate) fn report_sent(turn: &Turn, material: &Material, writer: &mut AnswerWriter) {
    for sentence in material.sent.iter().cloned().chain(turn.entered.sent()) {
        writer.notice(sentence);
    }
}
