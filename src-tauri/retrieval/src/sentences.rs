//! Every sentence of this crate that people alone read, so that they can be translated in one place.
//! What a tool says is written to the model, and stands with the tool.

use std::fmt::Display;

use notes::NotePath;

pub(crate) fn defect(panic: &dyn Display) -> String {
    format!("A part of Marginalia failed unexpectedly: {panic}")
}

pub(crate) fn by_words_only(reason: &str) -> String {
    format!("Searched by words only: {reason}")
}

pub(crate) fn not_reranked(reason: &dyn Display) -> String {
    format!("The passages weren't reranked: {reason}")
}

pub(crate) const LOOKED_AT: &str = "the model looked at it";

pub(crate) fn shown_in(wikilink: &str) -> String {
    format!("{wikilink} shows it")
}

pub(crate) fn picture_too_large(width: u32, height: u32) -> String {
    format!("With {width} × {height} pixels it is too large to go along unasked.")
}

pub(crate) fn more_pictures(count: usize) -> String {
    match count {
        1 => "1 more image".to_owned(),
        count => format!("{count} more images"),
    }
}

pub(crate) fn at_most_pictures(most: usize) -> String {
    format!("At most {most} images of notes go along with a question.")
}

pub(crate) const YOU_PINNED_IT: &str = "you pinned it";

pub(crate) fn not_rewritten(reason: &dyn Display) -> String {
    format!("The question wasn't put in other words: {reason}")
}

pub(crate) fn sent_to_rerank(passages: usize, model: &str) -> String {
    format!(
        "The question and {passages} passages were sent to {model}, to put the passages in order."
    )
}

pub(crate) fn sent_to_rewrite(model: &str) -> String {
    format!("The question was sent to {model}, to put it in other words.")
}

pub(crate) fn model_at(model: &str, server: &dyn Display) -> String {
    format!("“{model}” at {server}")
}

pub(crate) fn project_not_searched(reason: &dyn Display) -> String {
    format!("The project's notes couldn't be searched: {reason}.")
}

pub(crate) fn gone_from_project(place: &NotePath, project: &str) -> String {
    format!(
        "“{place}” of the project “{project}” isn't in the vault any more; the rest of it is used."
    )
}

pub(crate) fn no_note_with_tag(tag: &str, project: &str) -> String {
    format!("No note has the tag #{tag} of the project “{project}”.")
}

pub(crate) fn no_note_for_search(search: &str, project: &str) -> String {
    format!("No note matches the search “{search}” of the project “{project}”.")
}

pub(crate) fn prompt_oddity(name: &str, reason: &str) -> String {
    format!("The prompt “{name}” is used without its properties: {reason}")
}

pub(crate) fn prompt_not_read(name: &str, reason: &dyn Display) -> String {
    format!("The prompt “{name}” couldn't be read and is left out: {reason}.")
}

pub(crate) fn proposed_memory(text: &str) -> String {
    format!("Asks you to have this remembered: {text}")
}

pub(crate) fn not_read(link: &str, reason: &dyn Display) -> String {
    format!("{link} couldn't be read: {reason}.")
}

pub(crate) fn not_a_note(link: &str) -> String {
    format!("{link} isn't among what can be read; only its name goes to the model.")
}

pub(crate) fn no_such_place(link: &str, path: &NotePath) -> String {
    format!("{link} names a place that {path} doesn't have; the whole note is meant.")
}

/// Why something is among the references.
pub(crate) const OF_ALL_THAT_MATCH: &str = "one of all notes that match";
pub(crate) const OF_THE_PROJECT: &str = "it belongs to the project";
pub(crate) const ON_THE_WEB: &str = "found on the web";
pub(crate) const MODEL_OPENED_IT: &str = "the model opened the page";
pub(crate) const READ_BY_MODEL: &str = "the model read it";
pub(crate) const REMEMBERED: &str = "it was remembered";

pub(crate) fn on_the_web_of(date: &dyn Display) -> String {
    format!("{ON_THE_WEB}, of {date}")
}

pub(crate) const YOU_ATTACHED_IT: &str = "you attached it";
