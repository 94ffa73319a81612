//! The language of an answer. Small models answer in the language of their instructions, English, unless the request
//! names the question's language beside the question.

use language::{NaturalLanguage, asks_for_language, detect};

use super::{Basis, Input, PastTalk};

/// The question's language, or the conversation's if a short question leaves it unclear. `None` if neither is clear,
/// or if the user asked for a certain language, which has priority.
pub fn reply_language(basis: &Basis, earlier: &PastTalk) -> Option<NaturalLanguage> {
    let turns = earlier.turns.iter().rev().map(|turn| turn.question.as_str());
    let questions = || std::iter::once(basis.question.as_str()).chain(turns.clone());
    let prompts = basis.prompts.iter().map(|prompt| prompt.text.as_str());
    let project = basis.project.iter().map(|project| project.instructions.as_str());
    if questions().chain(prompts).chain(project).any(asks_for_language) {
        return None;
    }
    let summary = earlier.summary.iter().map(|summary| summary.text.as_str());
    questions().chain(summary).find_map(detect)
}

/// Maximum passages whose language is detected.
const READ: usize = 20;

/// The language to name in a request. The user's own instructions go first. English is named only beside documents in
/// another language, because the app's instructions are in English.
pub(super) fn named(input: Input<'_>) -> Option<NaturalLanguage> {
    let Input { basis, fit, progress } = input;
    let mut own = fit.instructions.iter().chain(&fit.reminder);
    if own.any(|text| asks_for_language(text)) {
        return None;
    }
    let language = reply_language(basis, &progress.earlier)?;
    let linked = basis.linked.iter().flat_map(|note| note.text.iter().chain(&note.best));
    let project = basis.project.iter().flat_map(|project| &project.documents);
    let found = progress.rounds.iter().flat_map(|round| &round.calls);
    let found = found.flat_map(|call| &call.passages);
    let files = basis.attachments.iter().flat_map(|file| &file.passages);
    let passages = progress.hits.iter().chain(linked).chain(found).chain(files).chain(project);
    let mut texts = passages.filter_map(|it| it.passage.as_ref()).take(READ);
    let is_other = |text: &str| detect(text).is_some_and(|other| other != language);
    let is_doubtful = language != NaturalLanguage::English || texts.any(|it| is_other(&it.text));
    is_doubtful.then_some(language)
}

/// The request's last line; empty if no language is named.
pub(super) fn line(language: Option<NaturalLanguage>, verb: &str) -> String {
    language.map(|language| format!("{verb} in {language}.")).unwrap_or_default()
}
