//! The ways in which a question can be answered, as a trait.

use futures::future::BoxFuture;
use models::{Model, Server};

use crate::{
    event::Way,
    gather::Material,
    intent::Intent,
    references::{and_earlier, offered},
    sentences::{self, NO_PAGE, NO_SUPPORT},
    stop::Outcome,
    turn::Turn,
    writer::AnswerWriter,
};
use conversation::{
    Code, Error, Mode, Result,
    reference::{Reference, State},
};
use grounding::references::Piece;

/// A way of answering a question. A new one is a file of [`crate::tasks`] and a line in its list.
pub(crate) trait Task: Sync {
    /// Whether it answers a question that the user wants answered in this `way`. The first task of the list that
    /// does gets the question.
    fn takes(&self, way: Way, intent: &Intent) -> bool;

    fn needs_model(&self) -> bool {
        true
    }

    /// Whether it searches on its own. If not, and the notes have nothing for the question, the app says so, and no
    /// model is asked.
    fn searches(&self) -> bool {
        false
    }

    fn run<'a>(&'a self, job: Job<'a>) -> BoxFuture<'a, Outcome>;
}

/// A question with everything that was gathered for it.
pub(crate) struct Job<'a> {
    pub(crate) turn: &'a Turn,
    pub(crate) material: Material,
    /// The model that answers, if the task needs one.
    pub(crate) model: Option<&'a (Server, Model)>,
    pub(crate) writer: &'a mut AnswerWriter,
}

impl<'a> Job<'a> {
    pub(crate) fn model(&self) -> Result<(&'a Server, &'a Model)> {
        let chosen = self.model.map(|(server, model)| (server, model));
        chosen.ok_or_else(|| Error::new(Code::Internal, sentences::NO_MODEL_LOOKED_FOR))
    }
}

/// The app's own answer where no note says anything.
pub(crate) async fn no_support(
    turn: &Turn,
    material: &Material,
    writer: &mut AnswerWriter,
) -> Outcome {
    show_found(turn, material, writer).await?;
    let is_web = material.basis.mode == Mode::Web;
    writer.show(Piece::Text(if is_web { NO_PAGE } else { NO_SUPPORT }.to_string()));
    Ok(())
}

/// Shows the passages that were found, for an answer that no model writes.
pub(crate) async fn show_found(
    turn: &Turn,
    material: &Material,
    writer: &mut AnswerWriter,
) -> Result<()> {
    report_sent(turn, material, writer);
    let mut references = offered(material);
    for reference in &mut references {
        // No model saw it.
        if reference.state == State::Used {
            reference.state = State::Considered;
        }
    }
    store_references(turn, references, writer).await
}

/// Stores the references of the answer, then announces them.
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

/// Says what the search sent to models and to the web, where no receipt will.
pub(crate) fn report_sent(turn: &Turn, material: &Material, writer: &mut AnswerWriter) {
    for sentence in material.sent.iter().cloned().chain(turn.entered.sent()) {
        writer.notice(sentence);
    }
}
