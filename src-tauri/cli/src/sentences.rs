//! This crate's sentences for people. Only the command line's help is at its options, for clap.

#[cfg(test)]
mod tests;

mod changes;
mod servers;

pub(crate) use self::{changes::*, servers::*};

use std::{fmt::Display, path::Path};

use app::IndexStatus;
use conversation::{
    Code, Compaction, ConversationId, Number, OutgoingKind, Pause, Support, Survey, SurveyEstimate,
    Work, WorkLimit, WorkLimits, WorkState, settings::AskFirst,
};
use models::{CountKind, TokenCount, Tokens};
use notes::LineRange;

pub(crate) const NO_VAULT: &str = "Name a vault with --vault.";

pub(crate) const NO_RECOGNITION: &str =
    "the models that recognise text in images aren't installed with this program";

pub(crate) fn recognising(done: u32, total: u32) -> String {
    format!("Recognising text, page {} of {total} …", done + 1)
}

pub(crate) fn no_encoding(all: &str) -> String {
    format!("unknown encoding; the known ones are {all}")
}

/// Defects in the app: no command line leads here.
pub(crate) const NO_PLACE: &str = "a command without a place";
pub(crate) const NOTHING_TO_CHECK: &str = "a check without a vault and a file";

pub(crate) fn stdout_not_written(reason: &dyn Display) -> String {
    format!("stdout can't be written: {reason}")
}

pub(crate) fn line_without(
    file: &Path,
    number: usize,
    fields: &str,
    reason: &dyn Display,
) -> String {
    format!("{}, line {number}: not an object with {fields}: {reason}", file.display())
}
pub(crate) const PAIR_FIELDS: &str = "id, claim and text";
pub(crate) const QUERY_FIELDS: &str = "id and text";

/// Files read without an index. The first two follow the file's name.
pub(crate) const NOT_A_FILE: &str = "isn't a file";
pub(crate) const NAME_NOT_UNICODE: &str = "has a name that isn't Unicode";
pub(crate) const FINDS_NOTHING: &str = "nothing";

pub(crate) fn chunk_place(lines: LineRange, tokens: u32) -> String {
    format!("lines {}–{}, {}", lines.start, lines.end, counted(tokens, "token"))
}

pub(crate) fn tokens(count: &TokenCount) -> String {
    let how = match count.kind {
        CountKind::Exact => "",
        CountKind::Calibrated => " (calibrated with the counts of the model's server)",
        CountKind::Estimated => " (estimated with another tokenizer)",
        CountKind::Approximate => " (approximate, from the number of characters)",
    };
    format!("{} tokens{how}", count.tokens)
}

pub(crate) fn reading_notes(done: u32, total: u32) -> String {
    format!("Reading notes: {done} of {total}")
}

pub(crate) fn reading_files(done: u32, total: u32) -> String {
    format!("Reading other files: {done} of {total}")
}

pub(crate) fn reading_meaning(done: u32, total: u32) -> String {
    format!("Preparing search by meaning: {done} of {total} passages")
}

pub(crate) const LOADING_EMBEDDER: &str = "Loading the model for search by meaning";

pub(crate) fn words_only(reason: &str) -> String {
    format!("Passages can be found by words only: {reason}")
}

pub(crate) fn index_summary(status: &IndexStatus) -> String {
    let files = match status.documents {
        0 => String::new(),
        1 => " and 1 other file".to_owned(),
        many => format!(" and {many} other files"),
    };
    format!(
        "{} notes{files} are indexed, in {} passages, {} of them searchable by meaning; {} \
         excluded; {} couldn't be read. The index uses {:.1} MB.",
        status.indexed,
        status.chunks,
        status.embedded,
        status.excluded,
        status.failed.len(),
        megabytes(status.bytes),
    )
}

pub(crate) const LARGE_NOTE: &str = "large note, indexed as plain text";

#[allow(clippy::cast_precision_loss)]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

pub(crate) fn embedding_model(id: &dyn Display) -> String {
    format!("Embedding model: {id}")
}

pub(crate) fn no_local_time(text: &str) -> String {
    format!("MARGINALIA_NOW: “{text}” isn't a local time such as 2026-03-19T18:00:00")
}

pub(crate) const NOT_A_QUERY: &str = "This question is searched as text.";
pub(crate) fn records_found(total: u32) -> String {
    match total {
        1 => "1 row".to_owned(),
        _ => format!("{total} rows"),
    }
}

pub(crate) const NOTHING_FOUND: &str = "Nothing was found.";

pub(crate) const EMBEDDER_AWAY: &str = "its files aren't installed with this program";

pub(crate) fn compared_by_words(reason: &str) -> String {
    format!(
        "Only words are compared, because the model for search by meaning can't be used: \
         {reason}"
    )
}

pub(crate) const NOTHING_NEAR: &str = "no note has a similar passage";

pub(crate) fn support(support: Support) -> &'static str {
    match support {
        Support::Supported => "supported",
        Support::Weak => "weak",
        Support::Unsupported => "unsupported",
        Support::Contradicted => "contradicted",
    }
}

pub(crate) fn not_there(facts: &str) -> String {
    format!("missing: {facts}")
}

/// Reasons after a mark that lacks support.
pub(crate) fn says_otherwise(passage: &str) -> String {
    format!("the passage says otherwise: “{passage}”")
}

pub(crate) fn not_cited(facts: &str) -> String {
    format!("not in the cited passages: {facts}")
}

pub(crate) const SAYS_SOME: &str = "the passage says only part of this";
pub(crate) const SAYS_IT_NOT: &str = "the passage doesn't say this";
pub(crate) const OTHER_LANGUAGE: &str = "in another language: not checked";

/// Each with its day, number and sentence.
pub(crate) fn notes_changed(old: (&str, Number, String), new: (&str, Number, String)) -> String {
    let said = |(day, number, text): (&str, Number, String)| format!("{day} [{number}] “{text}”");
    format!("Your notes changed: {}, then {}", said(old), said(new))
}

pub(crate) fn notes_disagree(one: &Number, this: &str, other: &Number, that: &str) -> String {
    format!("Your notes disagree: [{one}] says “{this}”, [{other}] says “{that}”")
}

pub(crate) fn nearest(number: &dyn Display, sentence: &str) -> String {
    format!("Closest sentence to your question, in [{number}]: “{sentence}”")
}

pub(crate) fn probably_from(sentence: &str, number: &dyn Display) -> String {
    format!("Likely source of “{sentence}”: [{number}], found by Marginalia")
}

pub(crate) fn more_findings(count: usize) -> String {
    format!("… and {count} more. The window shows each next to its sentence.")
}

pub(crate) const REFERENCES: &str = "📚 Referenced Documents:";
pub(crate) const CONSIDERED: &str = "Not used:";
pub(crate) const LINK_BROKEN: &str = "(not found)";
pub(crate) const NOTE_CHANGED: &str = "(changed)";
pub(crate) const NOTE_GONE: &str = "(gone)";

pub(crate) fn is_there(file: &dyn Display) -> String {
    format!("{file} already exists.")
}

pub(crate) fn not_written(file: &dyn Display, reason: &dyn Display) -> String {
    format!("{file} can't be written: {reason}")
}

pub(crate) fn messages(count: u32) -> String {
    counted(count, "message")
}

pub(crate) const CITED_NOTES: &str = "Notes that answers cite";
pub(crate) const CITED_BY_MONTH: &str = "By month";
pub(crate) const CITED_BY_CONVERSATION: &str = "By conversation";
pub(crate) const NEVER_CITED: &str = "Notes that no answer cites";
pub(crate) const WITHOUT_SOURCE: &str = "Questions answered without a source";

pub(crate) fn cited(answers: u32, conversations: u32) -> String {
    let conversations = counted(conversations, "conversation");
    format!("cited by {} in {conversations}", counted(answers, "answer"))
}

pub(crate) fn citing(answers: u32, notes: u32) -> String {
    format!("{} cite {}", counted(answers, "answer"), counted(notes, "note"))
}

pub(crate) fn fruitless(found: bool) -> &'static str {
    if found { "passages found, none cited" } else { "nothing found" }
}

fn counted(count: u32, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

pub(crate) fn erased(count: u32) -> String {
    match count {
        1 => "One deleted conversation was erased.".to_owned(),
        count => format!("{count} deleted conversations were erased."),
    }
}

pub(crate) fn last_receipt(calls: usize, answer: &dyn Display) -> String {
    format!(
        "{calls} calls were made for this answer; this one wrote it. `receipt {answer} --all` shows all of them."
    )
}

/// A receipt's lines; words with a colon are labels.
pub(crate) const AT_SERVER: &str = "at";
pub(crate) const IMPORTED: &str = "imported:";
pub(crate) const IMPORTED_RECEIPT: &str = "according to the file; Marginalia can't confirm it";
pub(crate) const LEFT_OUT: &str = "left out:";
pub(crate) const PROBLEM: &str = "problem:";

pub(crate) fn of_window(window: Tokens, reserve: Tokens) -> String {
    format!("of {window}, {reserve} reserved for the answer")
}

pub(crate) fn server_counted(read: Tokens, written: Tokens) -> String {
    format!("the server counted {read} tokens read, {written} written")
}

pub(crate) const COMMANDS: &str = "/find shows passages, /summarize [[note]] summarises a note, \
     /note writes one, /continue continues the last answer, /remember saves something to the \
     memory, and / with a prompt's name runs it. /new starts a new conversation, /retry asks the \
     last question again, /receipt shows what was sent for the last answer, /quit exits.";

pub(crate) const QUIT: &str = "/quit exits.";
pub(crate) const NEW_CONVERSATION: &str = "The next question starts a new conversation.";
pub(crate) const NO_ANSWER: &str = "There is no answer yet.";
pub(crate) const NO_QUESTION: &str = "There is no question yet.";

pub(crate) fn no_command(word: &str) -> String {
    format!("There is no command {word}. {COMMANDS}")
}

pub(crate) fn go_on_by(conversation: &dyn Display) -> String {
    format!("Continue it with --conversation {conversation}")
}

pub(crate) fn trying_again(message: &str, seconds: f32) -> String {
    format!("{message} Trying again in {seconds:.0} s.")
}

pub(crate) fn reading(tokens: Tokens, seconds: f32) -> String {
    format!("Reading {tokens} tokens, about {seconds:.0} s")
}

pub(crate) const SUMMARISING: &str = "Summarising the beginning of the conversation";

pub(crate) fn summarised(compaction: &Compaction) -> String {
    let Compaction { messages, before, after, .. } = compaction;
    format!(
        "Summarised the beginning of the conversation: {}, {after} tokens instead of {before}",
        counted(*messages, "message")
    )
}

pub(crate) const STOPPED: &str = "Stopped. The text so far is saved.";
pub(crate) const ERROR: &str = "error:";

pub(crate) fn what_next(kept: bool, code: Code) -> &'static str {
    match (kept, code) {
        (false, _) => "Your question wasn't saved. Ask it again.",
        (true, Code::NoModel) => {
            "Your question is saved. `marginalia-cli models` lists the models, `marginalia-cli use \
             NAME` chooses one, and `--server URL` chooses a server for one question. `--passages` \
             shows the passages found, without a model."
        }
        (true, Code::Model(_)) => {
            "Your question is saved. `--passages` shows the passages found, without a model."
        }
        (true, _) => "Your question is saved.",
    }
}

pub(crate) fn survey_estimate(estimate: &SurveyEstimate) -> String {
    let SurveyEstimate { notes, left, calls, sent, seconds, cost, .. } = estimate;
    let more = if *left > 0 { format!(" of {}", notes + left) } else { String::new() };
    let time =
        seconds.map_or_else(String::new, |seconds| format!(", about {seconds} s of reading"));
    let cost = cost.as_ref().map_or_else(String::new, |cost| {
        let dollars = f64::from(cost.micro_dollars) / 1e6;
        format!(", at most about ${dollars:.4} with prices from {}", cost.prices_of)
    });
    format!(
        "Reads the full text of {notes}{more} matching notes, in {}: about {sent} \
         tokens{time}{cost}",
        counted(*calls, "model call")
    )
}

pub(crate) fn reading_all(survey: &Survey) -> String {
    format!(
        "Read {} of {} matching notes, batches left: {}",
        survey.read,
        survey.notes.len(),
        survey.to_come
    )
}

pub(crate) fn notes_read(survey: &Survey) -> String {
    format!("Read all {} matching notes", survey.notes.len())
}

pub(crate) fn plan(work: &Work) -> String {
    let WorkLimits { calls, tokens, minutes, .. } = work.limits;
    let steps: String = work
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| format!("\n  {}. {}", at + 1, step.task))
        .collect();
    format!("Plan (at most {calls} model calls, {tokens} tokens, {minutes} minutes):{steps}")
}

pub(crate) fn found(number: usize, task: &str, found: &str) -> String {
    let found = if found.is_empty() { "Nothing was noted." } else { found };
    format!("Step {number}: {task}\n  {}", found.replace('\n', "\n  "))
}

pub(crate) fn worked(work: &Work) -> String {
    let done = work.steps.iter().filter(|step| step.state == WorkState::Done).count();
    let limit = match work.limit {
        None => "",
        Some(WorkLimit::Steps) => " Stopped at the step limit.",
        Some(WorkLimit::Calls) => " Stopped at the call limit.",
        Some(WorkLimit::Tokens) => " Stopped at the token limit.",
        Some(WorkLimit::Minutes) => " Stopped at the time limit.",
    };
    let open: String = work.open.iter().map(|line| format!("\n  Still open: {}", line)).collect();
    let (all, calls, seconds) = (work.steps.len(), work.spent.calls, work.spent.seconds);
    let calls = counted(calls, "call");
    format!("{done} of {all} steps done in {calls} and {seconds} s.{limit}{open}")
}

pub(crate) const HEARD: &str = "The next step uses it.";

pub(crate) const NOT_HEARD: &str = "There is no next step. Ask it as a question afterwards.";

pub(crate) fn routed(command: &str) -> String {
    format!("Understood as the command {command}")
}

/// For interrupted reading or work.
pub(crate) fn reads_on(conversation: ConversationId) -> String {
    format!(
        "`marginalia-cli ask VAULT /continue --conversation {conversation}` continues where it \
         stopped."
    )
}

pub(crate) const NO_WEB_SERVICE: &str = "No web search is set up. `marginalia-cli web tavily` sets \
     up Tavily, `marginalia-cli web ADDRESS` a SearXNG server.";

pub(crate) fn tavily(has_key: bool, results: u32) -> String {
    let key = if has_key { "with your key" } else { "and needs a key: marginalia-cli web --key" };
    format!("Tavily searches the web, {key}. A search returns {results} pages.")
}

pub(crate) fn searxng(address: &str, results: u32) -> String {
    format!("The SearXNG server at {address} searches the web. A search returns {results} pages.")
}

pub(crate) fn asked_when(ask: AskFirst) -> &'static str {
    match ask {
        AskFirst::Always => "You are asked before each query is sent.",
        AskFirst::Once => {
            "You are asked before the first question of a conversation is sent, and before each \
             query that the model chooses."
        }
        AskFirst::Never => {
            "Your questions are sent without asking you. You are asked before each query that the \
             model chooses."
        }
    }
}

pub(crate) fn key_lost(why: &str) -> String {
    format!("{why} The key is forgotten when this command ends.")
}

pub(crate) fn outgoing(kind: OutgoingKind, text: &str, to: &str) -> String {
    match kind {
        OutgoingKind::Search => format!("To {to}: “{text}”"),
        OutgoingKind::Page => format!("To {to}: {text}"),
    }
}

pub(crate) fn may_it_leave(why: Pause, is_open: bool) -> String {
    let because = match why {
        Pause::Setting | Pause::Unencrypted => "",
        Pause::First => {
            " If you say yes, your next questions in this conversation are sent without asking. \
             You are always asked about searches and pages that the model chooses."
        }
        Pause::OtherWords => {
            " The model chose this. A note or page may have told it to send something from your \
             notes."
        }
    };
    let open = match is_open {
        true => " The connection isn't encrypted: others on the network can read it.",
        false => "",
    };
    format!("Send it?{because}{open} [y/N]")
}

pub(crate) fn nobody_to_ask(why: Pause) -> &'static str {
    match why {
        Pause::First | Pause::Setting => {
            "It wasn't sent, because nobody is here to confirm it. --allow-web sends your question \
             without asking."
        }
        Pause::OtherWords | Pause::Unencrypted => {
            "It wasn't sent, because nobody is here to confirm it."
        }
    }
}
