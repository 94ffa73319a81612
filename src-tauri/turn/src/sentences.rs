//! Every sentence of this crate that people read, so that they can be translated in one place. What is
//! written to models stands where it is sent.

use std::{fmt::Display, time::Duration};

use models::{AnswerLimit, Tokens};

/// The text of an answer to a question that no note says anything about. The app gives it, and no
/// model is called.
pub const NO_SUPPORT: &str = "No note supports this.";

/// The same where the web alone was searched.
pub const NO_PAGE: &str = "Nothing on the web supports this.";

/// The text before the numbers of an answer without a model.
pub const PASSAGES: &str = "These passages match best:";

/// The text of an answer without a model for which nothing was found.
pub const NO_PASSAGES: &str = "No passage of your notes matches this.";

pub(crate) const NOTHING_TO_FIND: &str =
    "Write what to look for after /find, such as “/find sourdough”.";

pub(crate) const NOTHING_TO_NOTE: &str =
    "Write what the note is about after /note, such as “/note How I bake with rye”.";

pub(crate) const NO_NOTE_NAMED: &str =
    "Name a note after /summarize, such as “/summarize [[Sourdough]]”.";

pub(crate) fn nothing_to_summarise(link: &str) -> String {
    format!("There is nothing to summarize: {link} leads to no text.")
}

pub(crate) const NOTHING_TO_CONTINUE: &str = "There is no answer to go on with.";

pub(crate) const STILL_INDEXED: &str =
    "The vault is still being indexed: passages of some notes can't be found yet.";

pub(crate) fn notes_not_read(reason: &dyn Display) -> String {
    format!("Your notes couldn't be looked at: {reason}.")
}

pub(crate) fn notes_not_searched(reason: &dyn Display) -> String {
    format!("Your notes couldn't be searched: {reason}.")
}

pub(crate) fn prompt_not_read(name: &str, reason: &dyn Display) -> String {
    format!("The prompt “{name}” couldn't be read and is left out: {reason}.")
}

pub(crate) fn prompt_not_filled(name: &str, places: &str) -> String {
    format!(
        "The prompt “{name}” has {places}, which is filled in only where a prompt is run with a /. It is \
         empty here."
    )
}

pub(crate) fn project_files_not_read(project: &str, reason: &dyn Display) -> String {
    format!("The files of the project “{project}” couldn't be read: {reason}")
}

pub(crate) fn memory_not_read(reason: &dyn Display) -> String {
    format!("Nothing was looked up in the memory: {reason}")
}

pub(crate) const NOTHING_TO_REMEMBER: &str =
    "Write what to remember after /remember, such as “/remember I bake on Sundays”.";

pub(crate) const MEMORY_IS_OFF: &str =
    "Nothing is remembered while the memory is off. Turn it on under Memory, then say it again.";

pub(crate) fn remembered(text: &str) -> String {
    format!("Remembered: {text}\n\nYou can change or forget it under Memory.")
}

pub(crate) const NO_WEB_SEARCH: &str =
    "The web wasn't searched: no search service is set up. Choose one under Settings › Web.";

pub(crate) const YOU_SAID_NO: &str = "You didn't let it leave.";

pub(crate) fn sent_to_search(query: &str, service: &str) -> String {
    format!("“{query}” was sent to {service}, to search the web.")
}

pub(crate) fn web_not_searched(reason: &dyn Display) -> String {
    format!("The web couldn't be searched: {reason}")
}

pub(crate) fn tools_read_too_long(seconds: u32) -> String {
    format!("The model would read their descriptions for about {seconds} s first.")
}

pub(crate) const YOU_TOOK_IT_OUT: &str = "You took it out of this conversation’s context.";

pub(crate) const PINNED_AND_GONE: &str =
    "You pinned it, but it doesn’t stand in its note any more.";

pub(crate) fn defect(panic: &dyn Display) -> String {
    format!("This answer failed because of a defect in Marginalia: {panic}")
}

pub(crate) const STILL_ANSWERING: &str =
    "An answer is still being written in this conversation. Wait for it, or stop it.";

pub(crate) const NO_MODEL_LOOKED_FOR: &str = "No model was looked for.";

pub(crate) fn call_not_allowed(tool: &str) -> String {
    format!("The model wanted to call the tool “{tool}”, and no tool was to be called.")
}

pub(crate) fn not_all_found_again(reason: &dyn Display) -> String {
    format!("Not all that the answer cites was found again: {reason}")
}

pub(crate) fn no_images(model: &str) -> String {
    format!(
        "The model “{model}” can't see images: it was told only that one is attached. Choose a model \
         that sees to ask about it."
    )
}

pub(crate) fn no_room_for_tools(window: Tokens) -> String {
    format!("A window of {window} tokens has no room for what they return beside what was found.")
}

pub(crate) fn small_model(model: &str) -> String {
    format!("“{model}” is a small model: it answers better without.")
}

pub(crate) fn all_passages_but(best: usize) -> String {
    format!("All passages but the {best} best")
}

pub(crate) fn not_checked(reason: &dyn Display) -> String {
    format!("The citations couldn't be checked: {reason}")
}

pub(crate) const CHECK_STOPPED: &str = "The citations weren't all checked: you stopped it.";

pub(crate) const CHECKED_IN_PART: &str = "The answer is so long that only the citations in the first \
     128 KB of it were checked.";

/// Of a verifier that failed, with a whole sentence that says why.
pub(crate) fn not_verified(reason: &dyn Display) -> String {
    format!("{reason} {CHECK_STANDS}")
}

/// `reason` is a whole sentence.
pub(crate) fn not_judged(reason: &dyn Display) -> String {
    format!("The model that judges citations couldn't be asked: {reason} {CHECK_STANDS}")
}

const CHECK_STANDS: &str = "What the check itself found stands.";

pub(crate) fn too_small_to_judge(model: &str) -> String {
    format!(
        "“{model}” is too small for it. Models of its size say yes and no nearly by chance. Choose \
         another one in the settings."
    )
}

pub(crate) fn not_judged_in_time(model: &str, server: &str, limit: Duration) -> String {
    format!("“{model}” at {server} wasn't done after {} seconds.", limit.as_secs())
}

pub(crate) const NEITHER_YES_NOR_NO: &str = "The model said neither yes nor no.";

pub(crate) fn judged_unclearly(model: &str, sentences: usize) -> String {
    let plural = if sentences == 1 { "" } else { "s" };
    format!(
        "“{model}” was asked about {sentences} sentence{plural} that the check can't decide, and said \
         neither yes nor no. {CHECK_STANDS}"
    )
}

pub(crate) fn too_many_to_judge(more: usize, most: usize) -> String {
    format!("{more} more sentences that the check can't decide weren't judged: {most} are at most.")
}

pub(crate) const HOW_TO_JUDGE: &str = "How to judge";

pub(crate) const JUDGED_SENTENCE: &str = "A sentence of the answer and what it cites";

pub(crate) fn asked_again(reason: &str) -> String {
    format!("{reason} It was asked again.")
}

pub(crate) const CUT_OFF: &str =
    "The answer was cut off: it reached the longest length that the server gives.";

pub(crate) const HELD_BACK: &str = "The server held back a part of the answer.";

pub(crate) const BROKE_OFF: &str = "The answer broke off.";

pub(crate) const MARKS_ALONE: &str =
    "The answer was nothing but marks of unknown passages, so it stands as it came.";

pub(crate) fn not_kept_yet(reason: &dyn Display) -> String {
    format!("The answer couldn't be kept while it was written: {reason}")
}

/// Of an answer that we ended.
pub(crate) fn ended_at(limit: AnswerLimit) -> &'static str {
    match limit {
        AnswerLimit::Text => {
            "The answer was ended here: it is longer than 1 MB. The model may be stuck in a loop. Ask \
             again, or choose another model."
        }
        AnswerLimit::Thinking => {
            "The answer was ended here: the model thought for more than 2 MB of text. It may be stuck \
             in a loop. Ask again, or choose another model."
        }
        AnswerLimit::Calls => {
            "The answer was ended here: the model called more tools at once than can be run. Ask \
             again, or choose another model."
        }
        AnswerLimit::Time => {
            "The answer was ended here: it took longer than 15 minutes. What had come by then is kept. \
             Ask again, or choose a faster model."
        }
    }
}

/// Of an answer that has neither text nor failure.
pub(crate) fn nothing_said(model: &str, thought: bool) -> String {
    let what = if thought { "thought, and gave no answer" } else { "gave an empty answer" };
    format!("The model “{model}” {what}. Ask again, or choose another model.")
}

pub(crate) const EMPTY_SUMMARY: &str = "the model gave an empty summary";

pub(crate) const REPLY_BROKE_OFF: &str = "the answer broke off";

pub(crate) const SUMMARY_TOO_LONG: &str = "the summary is no shorter than what it stands for";

pub(crate) fn not_summarised(reason: &str) -> String {
    format!(
        "The beginning of this conversation couldn't be summarised: {reason}. The oldest messages are \
         left out of what the model gets if there is no room for them."
    )
}

pub(crate) const HOW_TO_SUMMARISE: &str = "How to summarise";

pub(crate) const BEGINNING: &str = "The beginning of the conversation";

pub(crate) fn no_room_for_batches(model: &str, window: Tokens) -> String {
    format!(
        "The window of “{model}” ({window} tokens) has no room for notes beside the instructions. Choose a \
         model with a larger one."
    )
}

pub(crate) fn not_all_notes(read: usize, left: u32) -> String {
    format!("The {read} notes that match best are read; {left} more match.")
}

pub(crate) fn nothing_written(passages: usize) -> String {
    format!("The model wrote nothing about {passages} passages that it was given.")
}

pub(crate) const FINDINGS_CUT: &str =
    "More was found than the model's window holds; the answer was made from the first part of it.";

pub(crate) const HOW_TO_READ: &str = "How to read";

pub(crate) const NOTES_TO_READ: &str = "Notes to read";

pub(crate) const HOW_TO_SHORTEN: &str = "How to shorten";

pub(crate) const FINDINGS: &str = "What was found";

pub(crate) const NO_PLAN: &str =
    "The model made no plan, so the question was answered at once instead of step by step.";

pub(crate) const HOW_TO_PLAN: &str = "How to plan";

pub(crate) const TO_PLAN: &str = "The question to plan for";

pub(crate) const HOW_TO_CHECK_WORK: &str = "How to check what is open";

/// `reason` is a whole sentence.
pub(crate) fn work_not_checked(reason: &dyn Display) -> String {
    format!("It wasn't checked what is still open: {reason}")
}

pub(crate) const HOW_TO_ROUTE: &str = "How to tell what is wanted";

pub(crate) const TO_ROUTE: &str = "The last messages";

/// `reason` is a whole sentence.
pub(crate) fn not_routed(reason: &dyn Display) -> String {
    format!("The model couldn't be asked what is wanted, so this is an answer: {reason}")
}

pub(crate) const MESSAGE_FORMAT: &str = "Message format";
