//! Withdraws what a small model made up. Such models nearly never admit that the notes don't answer.

use conversation::{Answer, reference::State};
use retrieval::blocking;
use support::{UnfoundedFact, unfounded};

use crate::{
    closest::{abouts, sources},
    embedded_texts::EmbeddedTexts,
    sentences,
    turn::Turn,
    writer::AnswerWriter,
};

/// Replaces an answer that no passage can support, or that is beside the question, by the writer's abstention. A notice
/// quotes the model's text and gives the reason. Returns false if the answer stays.
pub(crate) async fn withdraw(
    turn: &Turn,
    answer: &mut Answer,
    question: &str,
    writer: &mut AnswerWriter,
) -> bool {
    let Some(abstention) = writer.abstention.take() else { return false };
    let (draft, asked) = (answer.clone(), question.to_owned());
    let embedder = turn.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
    let find = move || Ok(reason(&draft, &asked, &EmbeddedTexts::new(embedder)));
    let why = match blocking(find).await {
        Ok(Some(why)) => why,
        Ok(None) => return false,
        Err(error) => {
            tracing::warn!(%error, "an answer wasn't compared with all passages");
            return false;
        }
    };
    let draft = std::mem::replace(&mut answer.head.text, abstention.text);
    writer.notice(sentences::withdrawal::withdrawn(&draft, &why));
    answer.searched_for = abstention.searched_for;
    answer.citations.clear();
    answer.checks.clear();
    answer.probably.clear();
    for reference in &mut answer.head.references {
        if reference.state == State::Cited {
            reference.state = State::Used;
        }
    }
    true
}

fn reason(answer: &Answer, question: &str, embedded: &EmbeddedTexts) -> Option<UnfoundedFact> {
    let cited = answer.citations.iter().map(|mark| mark.number);
    let behind: Vec<_> = cited.chain(answer.probably.iter().map(|one| one.number)).collect();
    let mut abouts = abouts(&answer.head.references);
    for (_, reference, about) in &mut abouts {
        about.extend(reference.age.date.as_deref());
    }
    let given = sources(&abouts);
    // Without passages nothing can be compared.
    given.first()?;
    let meaning = |text: &str| embedded.vectors(text);
    unfounded(&answer.text, &answer.citations, &behind, &given, question, &meaning)
}
