//! The passages of references, as the check of citations compares them.

use conversation::{
    Answer, Check, PassageSpan,
    reference::{Kind, Number, Reference, State},
};
use grounding::context::NOT_IN_NOTES;
use retrieval::blocking;
use support::{Nearest, Source, nearest};

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

/// No answer or passage comes near 4 GB.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    let (span, text) = closest(turn, references, question.to_owned()).await?;
    Some((span.number, text))
}

/// Marks the sentence closest to the question in an answer that only lists passages. Nothing is marked if none is
/// close.
pub(crate) async fn mark_closest(turn: &Turn, answer: &mut Answer, question: &str) {
    if let Some((span, _)) = closest(turn, answer.references.clone(), question.to_owned()).await {
        answer.checks.push(Check { nearest: vec![span], ..Check::new(0, 0) });
    }
}

/// The sentence of the numbered references that is closest to the question, with its place.
pub(crate) async fn closest(
    turn: &Turn,
    references: Vec<Reference>,
    question: String,
) -> Option<(PassageSpan, String)> {
    let embedder = turn.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
    let look = move || {
        let embedded = EmbeddedTexts::new(embedder);
        let abouts = abouts(&references);
        let sources = sources(&abouts);
        let seen: Vec<Source<'_>> = sources.iter().take(COMPARED).copied().collect();
        let meaning = |text: &str| embedded.vectors(text);
        let found = nearest(NOT_IN_NOTES, &[], &seen, &question, &meaning);
        Ok(found.and_then(|Nearest { number, sentence, .. }| {
            let source = seen.iter().find(|source| source.number == number)?;
            let text = source.text.get(sentence.clone())?.trim().to_owned();
            let (start, end) = (offset(sentence.start), offset(sentence.end));
            Some((PassageSpan { number, start, end }, text))
        }))
    };
    blocking(look).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the sentence closest to a question wasn't looked for");
        None
    })
}
