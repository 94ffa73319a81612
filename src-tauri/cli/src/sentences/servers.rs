use std::fmt::Display;

use app::SpeedSource;
use engine::{catalogue::Bench, download::size};
use models::{ProviderKind, Source, Tokens};

pub(crate) const NONE_CHOSEN: &str =
    "None of them is chosen yet. `marginalia-cli use NAME` chooses one.";

pub(crate) const NO_MODEL: &str =
    "No model was found. `marginalia-cli models --list` lists models to download.";

pub(crate) fn get_model(id: &str, offer: &str) -> String {
    format!(
        "`marginalia-cli models --get {id}` downloads a model that suits this computer and needs \
         no server: {offer}."
    )
}

pub(crate) const NOT_LISTED: &str = "doesn't list";

pub(crate) fn not_offered(model: &str) -> String {
    format!(
        "No server offers the model “{model}”. `marginalia-cli models` lists the available ones."
    )
}

pub(crate) fn offered_by_several(model: &str, servers: &str) -> String {
    format!("Several servers offer “{model}”: {servers}. Name one with --server.")
}

pub(crate) fn questions_go_to(model: &str, server: &str) -> String {
    format!("Questions go to {model} at {server}.")
}

pub(crate) fn server_kind(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::Ollama => "Ollama",
        ProviderKind::OpenAi => "OpenAI-compatible",
        ProviderKind::Anthropic => "Anthropic",
        ProviderKind::Engine => "built in",
    }
}

pub(crate) const FROM_SETTINGS: &str = "from the settings";
pub(crate) const FOUND_HERE: &str = "found on this computer";
pub(crate) const NOT_ENCRYPTED: &str = ", not encrypted";
pub(crate) const ANOTHER_USERS: &str = ", run by another user";

pub(crate) const TOOLS: &str = "tools";
pub(crate) const VISION: &str = "vision";
pub(crate) const THINKING: &str = "thinking";

pub(crate) fn window(tokens: Tokens, source: Source) -> String {
    format!("context window {tokens} ({})", who(source))
}

pub(crate) fn ability(what: &str, source: Source) -> String {
    format!(", {what} ({})", who(source))
}

fn who(source: Source) -> &'static str {
    match source {
        Source::Server => "reported by the server",
        Source::Table => "known for this model",
        Source::User => "set by you",
        Source::Assumed => "assumed",
    }
}

/// Models that run without a server.
pub(crate) const HERE: &str = "On this computer";
pub(crate) const NONE_HERE: &str = "none";
pub(crate) const TO_GET: &str = "To download";
pub(crate) const BY_GETTING: &str = "with marginalia-cli models --get NAME";

pub(crate) const SPEEDS: &str = "Speeds are for a typical question on this computer's processor; a \
     graphics card is many times faster. → marks the recommended model.";

pub(crate) fn models_folder(folder: &str, free: Option<u64>) -> String {
    format!("in {folder}{}", room(free))
}

fn room(free: Option<u64>) -> String {
    free.map(|free| format!(" with {} free", size(free))).unwrap_or_default()
}

pub(crate) fn stays_at(path: &dyn Display) -> String {
    format!(", stays at {path}")
}

pub(crate) const OWN_FILE: &str = "your own file";

pub(crate) fn not_checked(name: &str) -> String {
    format!("{name}, not checked")
}

pub(crate) fn offer(name: &str, bytes: u64, licence: &str, host: &str, begun: u64) -> String {
    format!("{name}, {}, {licence}, from {host}{}", size(bytes), came(begun))
}

fn came(begun: u64) -> String {
    match begun {
        0 => String::new(),
        begun => format!(", {} downloaded so far", size(begun)),
    }
}

pub(crate) const MEMORY_IS_OFF: &str = "The memory is off: nothing from it is sent to a model.";

pub(crate) const FACT: &str = "you said it";
pub(crate) const NOTE: &str = "note that answers often cite";
pub(crate) const PAGE: &str = "web page that answers often cite";

pub(crate) fn since(when: &str) -> String {
    format!("since {when}")
}

pub(crate) fn used_at(when: &str) -> String {
    format!("last used {when}")
}

pub(crate) const NOT_USED: &str = "not used yet";

pub(crate) fn project_size(notes: u32, files: usize, tokens: Tokens, whole: bool) -> String {
    let use_of_it = if whole { "sent whole with each question" } else { "searched" };
    format!("{notes} notes, {files} files, {tokens} tokens: {use_of_it}")
}

pub(crate) fn needs_memory(needs: u64, has: u64) -> String {
    format!("It needs {} of memory; this computer has {} for a model.", size(needs), size(has))
}

pub(crate) const MAY_NOT_START: &str = "It may not start, or it may be very slow.";

pub(crate) fn speed(needs: u64, first_word: u64, writing: f64, source: SpeedSource) -> String {
    let known = match source {
        SpeedSource::Itself => "measured in its last answers",
        SpeedSource::Another => "estimated from the last answers of another model",
        SpeedSource::Cores => "estimated",
    };
    format!(
        "{} of memory; first word after about {first_word} s, then about {writing:.0} tokens a \
         second ({known})",
        size(needs)
    )
}

pub(crate) fn no_model_to_get(wanted: &str, all: &str) -> String {
    format!("There is no model {wanted} to download. Available models: {all}.")
}

pub(crate) fn going_to_get(offer: &str, folder: &str, free: Option<u64>) -> String {
    format!("{offer}, to {folder}{}.", room(free))
}

pub(crate) fn getting(status: &str, completed: u64, total: u64) -> String {
    let percent = (completed * 100).checked_div(total).unwrap_or(0);
    format!("{status}: {} of {} ({percent} %)", size(completed), size(total))
}

pub(crate) const GETTING_STOPPED: &str = "The part downloaded so far is saved. The same command \
     continues from there.";

pub(crate) fn bench(measured: Option<Bench>) -> String {
    match measured {
        Some(Bench { right, questions }) => {
            format!("Our test: {right} of {questions} questions answered right.")
        }
        None => "Not measured by us.".to_owned(),
    }
}

pub(crate) const IS_HERE: &str = "is ready";

pub(crate) fn removed(model: &str, freed: u64) -> String {
    format!("{model} was removed: {} freed", size(freed))
}
