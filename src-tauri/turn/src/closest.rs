//! The passages of references, as the check of citations compares them.

use conversation::reference::{Kind, Number, Reference, State};
use grounding::context::NOT_IN_NOTES;
use retrieval::blocking;
use support::{Source, nearest};

use crate::{embedded_texts::EmbeddedTexts, turn::Turn, writer::AnswerWriter};

/// Maximum passages that are compared with a sentence to find its source.
pub(crate) const COMPARED: usize = 20;

/// The title of a passage's note, its path, and the headings and table columns above the passage.
pub fn about(reference: &Reference) -> Vec<&str> {
    let passage = || reference.passage.iter();
    let headings = passage().flat_map(|passage| &passage.heading_path);
    let columns = passage().filter_map(|passage| passage.columns.as_deref());
    let path = reference.path.as_ref().filter(|_| reference.kind != Kind::Web);
    std::iter::once(reference.title.as_str())
        .chain(path.map(|path| path.as_str()))
        .chain(headings.map(String::as_str))
        .chain(columns)
        .collect()
}

/// What is above each numbered reference.
pub(crate) fn abouts(references: &[Reference]) -> Vec<(Number, &Reference, Vec<&str>)> {
    let numbered = references.iter().filter_map(|reference| Some((reference.number?, reference)));
    numbered.map(|(number, reference)| (number, reference, about(reference))).collect()
}

pub(crate) fn sources<'a>(abouts: &'a [(Number, &'a Reference, Vec<&'a str>)]) -> Vec<Source<'a>> {
    let of = |(number, reference, about): &'a (Number, &'a Reference, Vec<&'a str>)| {
        let text = &reference.passage.as_ref()?.text;
        Some(Source { number: *number, text, about })
    };
    abouts.iter().filter_map(of).collect()
}

/// The passage sentence closest to the question, with its passage's number, for a model that claimed that the notes
/// don't answer. `None` if no sentence is close.
pub(crate) async fn closest_sentence(
    turn: &Turn,
    writer: &AnswerWriter,
    question: &str,
) -> Option<(Number, String)> {
    let given = |it: &&Reference| it.state != State::Considered;
    let references: Vec<Reference> =
        writer.answer.references.iter().filter(given).cloned().collect();
    let question = question.to_owned();
    let embedder = turn.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
    let look = move || {
        let embedded = EmbeddedTexts::new(embedder);
        let abouts = abouts(&references);
        let sources = sources(&abouts);
        let seen: Vec<Source<'_>> = sources.iter().take(COMPARED).copied().collect();
        let meaning = |text: &str| embedded.vectors(text);
        let found = nearest(NOT_IN_NOTES, &[], &seen, &question, &meaning);
        Ok(found.and_then(|found| {
            let source = seen.iter().find(|source| source.number == found.number)?;
            Some((found.number, source.text.get(found.sentence)?.trim().to_owned()))
        }))
    };
    blocking(look).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the sentence closest to a question wasn't looked for");
        None
    })
}
