//! What this crate says to people, in one place, ready to be translated.
//!
//! `server` is an address for people. Texts that a server sent come in as they are to be repeated: without
//! secrets, on one line, without a full stop.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use conversation::model::Code;

/// A time for people.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

// Addresses and keys.

pub(crate) const NO_ADDRESS: &str = "The server's address is empty.";
pub(crate) const NOT_HTTP: &str = "only http and https are understood";
pub(crate) const QUESTION_MARK: &str = "it has a question mark";
/// In the place of an address, for the engine of this program.
pub(crate) const THE_ENGINE: &str = "The built-in engine";
/// In the place of an address that can't be shown.
pub(crate) const INVALID_ADDRESS: &str = "(no valid address)";

pub(crate) fn invalid_address(why: &str) -> String {
    format!(
        "The server's address isn't valid ({why}). It should look like \
         http://127.0.0.1:11434."
    )
}

pub(crate) fn invalid_key(server: &str) -> String {
    format!("The key for {server} has characters that no key has. Please enter it again.")
}

// No connection.

pub(crate) fn not_callable(server: &str) -> String {
    format!("{server} isn't an address that can be called.")
}

pub(crate) fn unknown_host(server: &str, host: &str) -> String {
    format!("{server} can't be reached: the host name “{host}” isn't known.")
}

pub(crate) fn no_connection_in_time(server: &str, limit: Duration) -> String {
    format!("{server} didn't accept a connection within {}.", seconds(limit))
}

pub(crate) fn connection_refused(server: &str) -> String {
    format!("{server} refused the connection: no server runs there.")
}

pub(crate) fn not_secure(server: &str, why: &str) -> String {
    format!("{server} couldn't be reached securely: {why}.")
}

pub(crate) fn unreachable(server: &str, why: &str) -> String {
    format!("{server} can't be reached: {why}.")
}

pub(crate) fn redirected(server: &str, to: &str, status: u16) -> String {
    format!("{server} sends us on to {to} ({status}). If that is right, enter it as the address.")
}

pub(crate) fn no_secure_connections(why: &str) -> String {
    format!("Secure connections can't be made on this machine: {why}.")
}

pub(crate) fn no_calls(why: &str) -> String {
    format!("Servers can't be called from this machine: {why}.")
}

pub(crate) const CALL_DIED: &str = "the call died";

// Answers that don't come, or not to their end.

pub(crate) fn no_answer_in_time(server: &str, limit: Duration) -> String {
    format!("{server} didn't answer within {}.", seconds(limit))
}

pub(crate) fn silent(server: &str, limit: Duration) -> String {
    format!("{server} said nothing for {}.", seconds(limit))
}

pub(crate) fn silent_in_the_answer(server: &str, limit: Duration) -> String {
    format!("{server} stopped in the middle of the answer: nothing came for {}.", seconds(limit))
}

pub(crate) fn stopped_answering(server: &str) -> String {
    format!("{server} stopped answering.")
}

pub(crate) fn closed_in_the_answer(server: &str) -> String {
    format!("{server} closed the connection in the middle of its answer.")
}

pub(crate) fn closed_before_the_answer(server: &str) -> String {
    format!("{server} closed the connection without an answer.")
}

pub(crate) fn ended_without_reason(server: &str) -> String {
    format!("{server} ended its answer in the middle, without saying why.")
}

pub(crate) fn not_waited_for(server: &str) -> String {
    format!("{server} wasn't waited for: the work was stopped.")
}

// Answers that aren't the protocol.

pub(crate) fn web_page(server: &str, title: &str) -> String {
    format!("{server} answered with {title}. Is the address right?")
}

pub(crate) fn not_the_protocol(server: &str, said: &str) -> String {
    if said.is_empty() {
        return format!("{server} answered with nothing.");
    }
    format!("{server} answered with something that isn't its protocol: {said}.")
}

/// In the place of what came, where it is too long to be repeated.
pub(crate) const LINE_WITHOUT_END: &str = "a line without end";
/// The same.
pub(crate) const EVENT_WITHOUT_END: &str = "an event without end";

// Refusals.

/// What is known of a refusal.
pub(crate) struct RefusalFacts<'a> {
    pub code: Code,
    pub has_key: bool,
    pub model: Option<&'a str>,
    pub status: Option<u16>,
    /// The server's own words; may be empty.
    pub said: &'a str,
    pub wait: Option<Duration>,
    /// The tokens of the request and of the window.
    pub sizes: Option<(u64, u64)>,
}

pub(crate) fn refusal(server: &str, facts: &RefusalFacts<'_>) -> String {
    let RefusalFacts { code, has_key, model, status, said, wait, sizes } = facts;
    let came = match (status, said.is_empty()) {
        (Some(status), true) => format!(" ({status})"),
        (Some(status), false) => format!(" ({status}: {said})"),
        (None, true) => String::new(),
        (None, false) => format!(" ({said})"),
    };
    let model = model.map_or_else(|| "the model".to_owned(), |name| format!("“{name}”"));
    match code {
        Code::Unauthorized if *has_key => format!("{server} didn't accept the key{came}."),
        Code::Unauthorized => format!("{server} wants a key{came}."),
        Code::ModelMissing => format!("{server} doesn't have {model}{came}."),
        Code::RateLimited => match wait {
            Some(wait) => format!(
                "{server} has had too many requests{came}, and asks to wait {}.",
                seconds(*wait)
            ),
            None => format!("{server} has had too many requests{came}."),
        },
        Code::TimedOut => format!("{server} waited too long for its own model{came}."),
        Code::ContextOverflow => {
            let sizes = sizes.map_or_else(String::new, |(request, window)| {
                format!(" ({request} tokens, and there is room for {window})")
            });
            format!(
                "{server} can't take the request: it is larger than the window of \
                 {model}{sizes}{came}."
            )
        }
        Code::ContentRefused => {
            format!("{server} refused: its rules forbid the question, or what it would say{came}.")
        }
        Code::NoCredit => {
            format!("{server} wants to be paid first: the account has nothing left{came}.")
        }
        Code::BadSetting => {
            format!("{server} doesn't understand the call{came}. Is it another kind of server?")
        }
        Code::BadRequest => format!("{server} didn't accept the request{came}."),
        _ => format!("{server} failed{came}."),
    }
}

/// Where nothing but a refusal came.
pub(crate) fn refused_to_answer(server: &str) -> String {
    format!("{server} refused to answer: its rules forbid the question, or what it would say.")
}

// Loading models from a registry.

pub(crate) fn silent_while_loading(server: &str, name: &str, limit: Duration) -> String {
    format!("{server} said nothing for {} while it loaded “{name}”.", seconds(limit))
}

pub(crate) fn stopped_loading(server: &str, name: &str) -> String {
    format!("{server} stopped loading “{name}” without saying why.")
}

pub(crate) fn cannot_load_models(server: &str) -> String {
    format!(
        "{server} can't be asked to load a model: only Ollama can. Models for it are added where it \
         runs."
    )
}

pub(crate) fn not_in_the_catalogue(name: &str, known: &str) -> String {
    format!(
        "There is no model {name} to get. There are: {known}. A .gguf file of your own can be added \
         instead."
    )
}

// Embedding models.

pub(crate) const NO_EMBEDDINGS: &str =
    "Anthropic has no embedding models; please choose another server.";

pub(crate) const NO_ENGINE_EMBEDDINGS: &str =
    "The built-in engine has no embedding models; please choose another way.";

pub(crate) fn other_dimensions(server: &str, model: &str, now: usize, before: usize) -> String {
    format!(
        "{server} answered with vectors of {now} numbers where “{model}” had {before}: it seems to be \
         another model now."
    )
}

/// `what` begins with “with” or “without”.
pub(crate) fn not_the_vectors(server: &str, what: &str) -> String {
    format!("{server} answered {what}.")
}

pub(crate) const WITHOUT_VECTORS: &str = "without vectors";
pub(crate) const UNSENT_TEXT: &str = "with a vector of a text that wasn't sent";
pub(crate) const TWO_OF_ONE_TEXT: &str = "with two vectors of one text";
pub(crate) const NO_VECTOR: &str = "with something that isn't a vector";
pub(crate) const EMPTY_VECTOR: &str = "with a vector that says nothing (zero, or no numbers)";
pub(crate) const SOME_MISSING: &str = "without some of the vectors";

pub(crate) fn other_number(vectors: usize, texts: usize) -> String {
    format!("with {vectors} vectors for {texts} texts")
}

pub(crate) const OTHER_LETTERS: &str = "the model knows other letters than its list has";

pub(crate) fn no_recognition(file: &Path, reason: impl Display) -> String {
    format!("Text in pictures can't be recognised: {} can't be used: {reason}.", file.display())
}

pub(crate) fn recognition_failed(reason: &str) -> String {
    format!("Text in a picture couldn't be recognised: {reason}.")
}

pub(crate) fn no_meaning(file: &Path, reason: impl Display) -> String {
    format!("Search by meaning isn't available: {} can't be used: {reason}.", file.display())
}

pub(crate) const NOT_THE_FILE: &str = "it isn't the file it should be";
pub(crate) const MISSING_FILE: &str = "it isn't there";

pub(crate) fn other_runtime(in_use: &Path) -> String {
    format!("{} is in use until the program ends", in_use.display())
}

pub(crate) fn embedding_failed(reason: &str) -> String {
    format!("The embedding model failed: {reason}.")
}

pub(crate) const WORKER_DIED: &str = "a worker died";
pub(crate) const OTHER_SIZE: &str = "it gave vectors of another size";

// The verifier.

pub(crate) fn no_verifier(folder: &Path, reason: impl Display) -> String {
    format!("{} can't be used as a verifier: {reason}.", folder.display())
}

pub(crate) fn verifier_failed(name: &str, reason: impl Display) -> String {
    format!("The verifier “{name}” failed: {reason}.")
}

/// `names` are where it was looked for.
pub(crate) fn no_weights(names: &[&str]) -> String {
    format!("there is no model in it, neither {}", names.join(" nor "))
}

pub(crate) const NO_TOKENIZER: &str =
    "there is a model in it, and no tokenizer.json, by which text becomes its input";

pub(crate) fn weights_too_large(bytes: u64, most: u64) -> String {
    const MB: u64 = 1_000_000;
    format!("its model has {} MB, and {} MB are the most", bytes.div_ceil(MB), most / MB)
}

pub(crate) fn not_readable(file: &Path, reason: impl Display) -> String {
    format!("{} can't be read: {reason}", file.display())
}

pub(crate) fn unknown_input(name: &str) -> String {
    format!(
        "it wants an input “{name}”. A verifier reads a passage and a sentence as input_ids, attention_mask          and token_type_ids"
    )
}

pub(crate) const NO_PAIRS: &str =
    "its tokenizer doesn't tell a passage and a sentence apart, so it isn't made for pairs";

pub(crate) fn unknown_output(shape: &[i64]) -> String {
    format!(
        "it gives numbers in the shape {shape:?}. A verifier gives one score, a score for each of several          labels, or two for each token"
    )
}

pub(crate) const NO_LABEL: &str =
    "its config.json doesn't say which of its labels means that a passage supports a sentence";

pub(crate) const NO_ROOM: &str = "the sentence is so long that it leaves no room for a passage";

pub(crate) const NO_NUMBERS: &str = "it gave something that isn't a number";

// Models that help search.

pub(crate) fn scorer(model: &str, server: &str) -> String {
    format!("{model} at {server}")
}

pub(crate) fn no_scores(server: &str, passages: usize) -> String {
    format!("{server} didn't answer with one score for each of {passages} passages.")
}

pub(crate) fn model_too_slow(model: &str, server: &str, limit: Duration) -> String {
    format!("“{model}” at {server} didn't answer within {}.", seconds(limit))
}

pub(crate) fn model_stopped(model: &str, server: &str) -> String {
    format!("“{model}” at {server} was stopped.")
}

pub(crate) fn no_order(model: &str, server: &str, said: &str) -> String {
    format!("“{model}” at {server} gave no order of the passages (it said “{said}”).")
}

// The engine.

pub(crate) const NO_ENGINE: &str = "This program was installed without its engine. Install Marginalia again, or use a model server \
     such as Ollama.";

pub(crate) fn model_not_here(model: &str) -> String {
    format!("The model “{model}” isn't on this computer any more. Choose another one.")
}

// Images.

pub(crate) const EMPTY_FILE: &str = "The file is empty.";

pub(crate) fn other_format(format: Option<&str>) -> String {
    match format {
        Some(format) => format!("The file is {format}. Models take PNG, JPEG, GIF and WebP."),
        None => {
            "The file isn't an image that is known. Models take PNG, JPEG, GIF and WebP.".to_owned()
        }
    }
}

pub(crate) fn cut_off(format: &str) -> String {
    format!("The {format} image is cut off: its end is missing.")
}

pub(crate) fn damaged(format: &str) -> String {
    format!("The {format} image is damaged: its size can't be read.")
}

pub(crate) fn too_wide(width: u32, height: u32, longest: u32) -> String {
    format!("The image has {width} × {height} pixels; more than {longest} a side are not taken.")
}

pub(crate) fn too_many_pixels(width: u32, height: u32, most: u64) -> String {
    const MILLION: u64 = 1_000_000;
    format!(
        "The image has {width} × {height} pixels, {} million in all; more than {} million are not taken.",
        (u64::from(width) * u64::from(height)).div_ceil(MILLION),
        most / MILLION
    )
}

pub(crate) fn too_large(bytes: usize, largest: usize) -> String {
    const MB: usize = 1024 * 1024;
    format!("The image has {} MB; more than {} MB are not taken.", bytes / MB, largest / MB)
}

/// A server that is entered a second time.
pub(crate) fn listed_already(address: &str) -> String {
    format!("{address} is in the list of servers already.")
}

/// An address with a name or password in it.
pub(crate) const CREDENTIALS_IN_ADDRESS: &str = "The server's address has a name or password in it. \
                                                 Give the address alone, and the key by itself.";
