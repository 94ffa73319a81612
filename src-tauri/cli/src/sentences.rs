//! This crate's sentences for people. Only the command line's help is at its options, for clap.

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
    format!("there is no such encoding; there are {all}")
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
        CountKind::Calibrated => " (calibrated by what the model's server reported)",
        CountKind::Estimated => " (estimated with another tokenizer)",
        CountKind::Approximate => " (approximate: by the number of characters)",
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
    format!("Reading passages for their meaning: {done} of {total}")
}

pub(crate) const LOADING_EMBEDDER: &str = "Loading the model for search by meaning";

pub(crate) fn words_only(reason: &str) -> String {
    format!("Passages can be found by their words only: {reason}")
}

pub(crate) fn index_summary(status: &IndexStatus) -> String {
    let files = match status.documents {
        0 => String::new(),
        1 => " and 1 other file".to_owned(),
        many => format!(" and {many} other files"),
    };
    format!(
        "{} notes{files} can be found, in {} passages, {} of them by their meaning, too; {} left out; {} \
         couldn't be read. The index takes {:.1} MB.",
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

pub(crate) const NOTHING_FOUND: &str = "Nothing was found.";

pub(crate) const EMBEDDER_AWAY: &str = "its files aren't beside this program";

pub(crate) fn compared_by_words(reason: &str) -> String {
    format!("Words only are compared: the model for search by meaning can't be used: {reason}")
}

pub(crate) const NOTHING_NEAR: &str = "no note has anything near it";

pub(crate) fn support(support: Support) -> &'static str {
    match support {
        Support::Supported => "supported",
        Support::Weak => "weak",
        Support::Unsupported => "unsupported",
        Support::Contradicted => "contradicted",
    }
}

pub(crate) fn not_there(facts: &str) -> String {
    format!("not there: {facts}")
}

/// Reasons after a mark that lacks support.
pub(crate) fn says_otherwise(passage: &str) -> String {
    format!("the passage says otherwise: “{passage}”")
}

pub(crate) fn not_cited(facts: &str) -> String {
    format!("not in what is cited: {facts}")
}

pub(crate) const SAYS_SOME: &str = "the passage says only some of this";
pub(crate) const SAYS_IT_NOT: &str = "the passage doesn't say this";
pub(crate) const OTHER_LANGUAGE: &str = "in another language: not checked";

pub(crate) fn notes_disagree(one: &Number, this: &str, other: &Number, that: &str) -> String {
    format!("Your notes disagree: [{one}] says “{this}”, [{other}] says “{that}”")
}

pub(crate) fn nearest(number: &dyn Display, sentence: &str) -> String {
    format!("What comes nearest to your question, in [{number}]: “{sentence}”")
}

pub(crate) fn probably_from(sentence: &str, number: &dyn Display) -> String {
    format!("“{sentence}” is probably from [{number}], as far as Marginalia can tell")
}

pub(crate) fn more_findings(count: usize) -> String {
    format!("… and {count} more; the window shows them at the sentences.")
}

pub(crate) const REFERENCES: &str = "📚 Referenced Documents:";
pub(crate) const CONSIDERED: &str = "Looked at and left:";
pub(crate) const LINK_BROKEN: &str = "(not found)";
pub(crate) const NOTE_CHANGED: &str = "(changed since)";
pub(crate) const NOTE_GONE: &str = "(gone since)";

pub(crate) fn is_there(file: &dyn Display) -> String {
    format!("{file} is there already.")
}

pub(crate) fn not_written(file: &dyn Display, reason: &dyn Display) -> String {
    format!("{file} can't be written: {reason}")
}

pub(crate) fn messages(count: u32) -> String {
    counted(count, "message")
}

pub(crate) const CITED_NOTES: &str = "Notes that answers rest on";
pub(crate) const CITED_BY_MONTH: &str = "By month";
pub(crate) const CITED_BY_CONVERSATION: &str = "By conversation";
pub(crate) const NEVER_CITED: &str = "Notes that no answer cites";
pub(crate) const WITHOUT_SOURCE: &str = "Questions that found nothing to rest on";

pub(crate) fn cited(answers: u32, conversations: u32) -> String {
    let conversations = counted(conversations, "conversation");
    format!("cited by {} in {conversations}", counted(answers, "answer"))
}

pub(crate) fn citing(answers: u32, notes: u32) -> String {
    format!("{} cite {}", counted(answers, "answer"), counted(notes, "note"))
}

pub(crate) fn fruitless(found: bool) -> &'static str {
    match found {
        true => "passages were found, the answer cites none",
        false => "nothing was found",
    }
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
    format!("This is the last of {calls} calls; `receipt {answer} --all` shows each.")
}

/// A receipt's lines; words with a colon are labels.
pub(crate) const AT_SERVER: &str = "at";
pub(crate) const IMPORTED: &str = "imported:";
pub(crate) const IMPORTED_RECEIPT: &str = "a file says so; nobody here saw this call";
pub(crate) const LEFT_OUT: &str = "left out:";
pub(crate) const PROBLEM: &str = "problem:";

pub(crate) fn of_window(window: Tokens, reserve: Tokens) -> String {
    format!("of {window}, {reserve} kept for the answer")
}

pub(crate) fn server_counted(read: Tokens, written: Tokens) -> String {
    format!("the server counted {read} tokens in, {written} out")
}

pub(crate) const COMMANDS: &str = "/find shows passages, /summarize [[note]] summarises a note, /note writes one, /continue continues the \
     last answer, /remember saves something in the memory, and / with a prompt's name runs it. /new begins another conversation, \
     /retry asks the last question again, /receipt shows what was sent for the last answer, /quit ends.";

pub(crate) const QUIT: &str = "/quit ends.";
pub(crate) const NEW_CONVERSATION: &str = "A new conversation begins with the next question.";
pub(crate) const NO_ANSWER: &str = "There is no answer yet.";
pub(crate) const NO_QUESTION: &str = "There is no question yet.";

pub(crate) fn no_command(word: &str) -> String {
    format!("There is no command {word}. {COMMANDS}")
}

pub(crate) fn go_on_by(conversation: &dyn Display) -> String {
    format!("Go on with it by --conversation {conversation}")
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
        "Summarised for the model, from the beginning: {}, {after} tokens instead of {before}",
        counted(*messages, "message")
    )
}

pub(crate) const STOPPED: &str = "Stopped; what was there is kept.";
pub(crate) const ERROR: &str = "error:";

pub(crate) fn what_next(kept: bool, code: Code) -> &'static str {
    match (kept, code) {
        (false, _) => "Your question wasn't kept; ask it again.",
        (true, Code::NoModel) => {
            "Your question is kept. `marginalia-cli use NAME` chooses a model of those that \
             `marginalia-cli models` lists, and `--server URL` one for this time. `--passages` shows \
             what was found, without a model."
        }
        (true, Code::Model(_)) => {
            "Your question is kept. `--passages` shows what was found, without a model."
        }
        (true, _) => "Your question is kept.",
    }
}

pub(crate) fn survey_estimate(estimate: &SurveyEstimate) -> String {
    let SurveyEstimate { notes, left, calls, sent, seconds, cost, .. } = estimate;
    let more = if *left > 0 { format!(" of {}", notes + left) } else { String::new() };
    let time =
        seconds.map_or_else(String::new, |seconds| format!(", about {seconds} s of reading"));
    let cost = cost.as_ref().map_or_else(String::new, |cost| {
        let dollars = f64::from(cost.micro_dollars) / 1e6;
        format!(", at most about ${dollars:.4} by the prices of {}", cost.prices_of)
    });
    format!(
        "Reads all of the text of {notes}{more} notes that match, in {} of the model: about {sent} tokens{time}{cost}",
        counted(*calls, "call")
    )
}

pub(crate) fn reading_all(survey: &Survey) -> String {
    format!(
        "Read {} of {} notes that match, batches to come: {}",
        survey.read,
        survey.notes.len(),
        survey.to_come
    )
}

pub(crate) fn notes_read(survey: &Survey) -> String {
    format!("Read all {} notes that match", survey.notes.len())
}

pub(crate) fn plan(work: &Work) -> String {
    let WorkLimits { calls, tokens, minutes, .. } = work.limits;
    let steps: String = work
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| format!("\n  {}. {}", at + 1, step.task))
        .collect();
    format!("Plan (at most {calls} calls of the model, {tokens} tokens, {minutes} minutes):{steps}")
}

pub(crate) fn found(number: usize, task: &str, found: &str) -> String {
    let found = if found.is_empty() { "Nothing was noted." } else { found };
    format!("Step {number}: {task}\n  {}", found.replace('\n', "\n  "))
}

pub(crate) fn worked(work: &Work) -> String {
    let done = work.steps.iter().filter(|step| step.state == WorkState::Done).count();
    let limit = match work.limit {
        None => "",
        Some(WorkLimit::Steps) => " The limit of steps is reached.",
        Some(WorkLimit::Calls) => " The limit of calls is reached.",
        Some(WorkLimit::Tokens) => " The limit of tokens is reached.",
        Some(WorkLimit::Minutes) => " The limit of minutes is reached.",
    };
    let open: String = work.open.iter().map(|line| format!("\n  Still open: {}", line)).collect();
    let (all, calls, seconds) = (work.steps.len(), work.spent.calls, work.spent.seconds);
    let calls = counted(calls, "call");
    format!("{done} of {all} steps done in {calls} and {seconds} s.{limit}{open}")
}

pub(crate) const HEARD: &str = "It goes into the next step.";

pub(crate) const NOT_HEARD: &str = "There is no step to come; ask it as a question afterwards.";

pub(crate) fn routed(command: &str) -> String {
    format!("Understood as the command {command}")
}

/// For interrupted reading or work.
pub(crate) fn reads_on(conversation: ConversationId) -> String {
    format!(
        "`marginalia-cli ask VAULT /continue --conversation {conversation}` goes on where it stopped."
    )
}

pub(crate) const NO_WEB_SERVICE: &str = "Nobody searches the web. `marginalia-cli web tavily` has Tavily do it, \
    `marginalia-cli web ADDRESS` a SearXNG server.";

pub(crate) fn tavily(has_key: bool, results: u32) -> String {
    let key = if has_key { "with your key" } else { "and needs a key: marginalia-cli web --key" };
    format!("Tavily searches the web, {key}. A search gives {results} pages.")
}

pub(crate) fn searxng(address: &str, results: u32) -> String {
    format!("The SearXNG server at {address} searches the web. A search gives {results} pages.")
}

pub(crate) fn asked_when(ask: AskFirst) -> &'static str {
    match ask {
        AskFirst::Always => "You are asked before each query leaves.",
        AskFirst::Once => {
            "You are asked before the first question of a conversation leaves, and before each query that the model chose."
        }
        AskFirst::Never => {
            "Your questions leave without asking you. You are asked before each query that the model chose."
        }
    }
}

pub(crate) fn key_lost(why: &str) -> String {
    format!("{why} The key is gone when this command ends.")
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
            " A yes also lets your next questions of this conversation leave; what the model chooses is always asked about."
        }
        Pause::OtherWords => {
            " The model chose this; a note or page that it has read may have told it to send something from your notes."
        }
    };
    let open = match is_open {
        true => " The connection isn't encrypted: whoever is on the way can read it.",
        false => "",
    };
    format!("May it leave?{because}{open} [y/N]")
}

pub(crate) fn nobody_to_ask(why: Pause) -> &'static str {
    match why {
        Pause::First | Pause::Setting => {
            "It didn't leave: nobody is here to be asked. --allow-web lets your question leave."
        }
        Pause::OtherWords | Pause::Unencrypted => "It didn't leave: nobody is here to be asked.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_failure_no_more_is_told_than_is_true() {
        let model = Code::Model(models::Code::BrokenStream);
        for (kept, code, says_kept, offers) in [
            (true, model, true, true),
            (true, Code::NoModel, true, true),
            (true, Code::Library, true, false),
            (false, model, false, false),
            (false, Code::NotFound, false, false),
        ] {
            let told = what_next(kept, code);
            assert_eq!(told.contains("is kept"), says_kept, "{told}");
            assert_eq!(told.contains("--passages"), offers, "{told}");
        }
    }
}
