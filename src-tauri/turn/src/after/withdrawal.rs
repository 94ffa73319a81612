//! Withdraws what a small model made up. Such models nearly never admit that the notes don't answer.

use conversation::{Answer, Support, reference::State};
use grounding::context::{NOT_IN_NOTES, not_in_notes};
use language::detect;
use support::unfounded;

use crate::{
    closest::{abouts, sources},
    sentences,
    writer::AnswerWriter,
};

/// Replaces an answer that no passage can support by the sentence that the notes don't say. A notice quotes the
/// model's text and gives the reason. Returns false if the answer stays.
pub(crate) fn withdraw(answer: &mut Answer, question: &str, writer: &mut AnswerWriter) -> bool {
    let is_supported = |support: Option<Support>| support == Some(Support::Supported);
    if answer.citations.iter().any(|mark| is_supported(mark.support)) {
        return false;
    }
    let behind: Vec<_> = answer
        .citations
        .iter()
        .map(|mark| mark.number)
        .chain(answer.probably.iter().map(|one| one.number))
        .collect();
    let mut abouts = abouts(&answer.head.references);
    for (_, reference, about) in &mut abouts {
        about.extend(reference.date.as_deref());
    }
    let given = sources(&abouts);
    if given.is_empty() {
        return false;
    }
    let Some(why) = unfounded(&answer.text, &answer.citations, &behind, &given, question) else {
        return false;
    };
    let said = not_in_notes(NOT_IN_NOTES, detect(question));
    let draft = std::mem::replace(&mut answer.head.text, said.to_owned());
    writer.notice(sentences::withdrawn(&draft, &why));
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
