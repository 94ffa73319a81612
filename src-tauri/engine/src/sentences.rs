//! What people read when something is wrong: what happened, and what they can do.

use std::{fmt::Display, path::Path, time::Duration};

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    format!("“{}”", name.to_string_lossy())
}

/// Bytes as gigabytes, the unit in which memory is sold.
pub(crate) fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

// The library.

const INSTALL_AGAIN: &str = "Install Marginalia again, or use a model server such as Ollama";

pub(crate) fn library_folder(folder: &Path, error: &dyn Display) -> String {
    format!(
        "The folder of the built-in engine, {}, can't be read ({error}). {INSTALL_AGAIN}.",
        folder.display()
    )
}

pub(crate) fn library_missing(folder: &Path, stem: &str) -> String {
    format!(
        "A part of the built-in engine (the library “{stem}”) isn't in {}. {INSTALL_AGAIN}.",
        folder.display()
    )
}

pub(crate) fn library_not_loaded(file: &Path, reason: &str) -> String {
    format!("{} of the built-in engine can't be loaded ({reason}). {INSTALL_AGAIN}.", name(file))
}

pub(crate) fn system_too_old(reason: &str) -> String {
    format!(
        "This computer's system is too old for the built-in engine, which needs Debian 12, Ubuntu \
         22.04, Windows 10 with Microsoft's Visual C++ runtime, macOS 13, or newer ({reason}). \
         Everything else works: use a model server such as Ollama, or search without a model."
    )
}

pub(crate) fn other_version(folder: &Path, version: &str, wanted: &str) -> String {
    format!(
        "The library in {} is llama.cpp {version}, but Marginalia was made for llama.cpp {wanted}. \
         {INSTALL_AGAIN}.",
        folder.display()
    )
}

pub(crate) fn other_library(folder: &Path, error: &dyn Display, wanted: &str) -> String {
    format!(
        "The library in {} isn't llama.cpp {wanted}, for which Marginalia was made ({error}). \
         {INSTALL_AGAIN}.",
        folder.display()
    )
}

pub(crate) fn other_defaults(folder: &Path, field: &str) -> String {
    format!(
        "The library in {} was built in another way than Marginalia expects (its setting “{field}” \
         differs), so it isn't used. {INSTALL_AGAIN}.",
        folder.display()
    )
}

pub(crate) fn library_without_backends(folder: &Path) -> String {
    format!(
        "The built-in engine in {} has nothing that can compute on this processor. \
         {INSTALL_AGAIN}.",
        folder.display()
    )
}

// The model's file.

const ANOTHER_MODEL: &str = "Choose another model, or download this one again";

pub(crate) fn odd_path(path: &Path) -> String {
    format!(
        "The path {} has characters that the built-in engine can't read. Move the model to a folder \
         with a plain name.",
        path.display()
    )
}

pub(crate) fn file_unreadable(file: &Path, error: &dyn Display) -> String {
    format!(
        "The model {} can't be read ({error}). Check that the file is there and that you may read \
         it: {}.",
        name(file),
        file.display()
    )
}

pub(crate) fn not_a_model(file: &Path) -> String {
    format!("{} isn't a model in the GGUF format. Choose a file that ends in .gguf.", name(file))
}

pub(crate) fn model_damaged(file: &Path) -> String {
    format!(
        "The model {} is cut off or damaged, as after a download that broke off. Download it again, \
         or choose another model.",
        name(file)
    )
}

pub(crate) fn model_too_new(file: &Path, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    format!(
        "The model {} is newer than this version of Marginalia, or of a kind that it doesn't \
         know{reason}. Update Marginalia, or choose another model.",
        name(file)
    )
}

pub(crate) fn model_not_loaded(file: &Path, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    format!("The model {} can't be loaded{reason}. {ANOTHER_MODEL}.", name(file))
}

pub(crate) fn not_for_chat(file: &Path) -> String {
    format!(
        "The model {} can't write answers: it is made for something else, such as search. Choose a \
         model for chat.",
        name(file)
    )
}

pub(crate) fn first_of_several(file: &Path) -> String {
    format!(
        "The model {} is one part of several. Models in several files can't be used yet; choose one \
         that is a single file.",
        name(file)
    )
}

// Memory.

pub(crate) fn too_large(file: &Path, needed: u64, available: u64) -> String {
    format!(
        "The model {} needs {} of memory even with its smallest window, and {} are free. Close other \
         programs, or choose a smaller model.",
        name(file),
        gigabytes(needed),
        gigabytes(available)
    )
}

pub(crate) fn never_fits(file: &Path, needed: u64, total: u64) -> String {
    format!(
        "The model {} needs {} of memory even with its smallest window, and this computer has {}. Choose \
         a smaller model, or a smaller file of this one.",
        name(file),
        gigabytes(needed),
        gigabytes(total)
    )
}

pub(crate) fn smaller_window(file: &Path, wanted: u32, window: u32, available: u64) -> String {
    format!(
        "{} of memory are free, so {} runs with a window of {window} tokens instead of {wanted}.",
        gigabytes(available),
        name(file)
    )
}

pub(crate) const OUT_OF_MEMORY: &str = "There isn't enough free memory for the model. Close other programs, or choose a smaller model.";

// The graphics card, and crashes.

pub(crate) const GPU_FAILED: &str =
    "The graphics card or its driver failed. Ask again; update the driver if it fails often.";

pub(crate) const CRASHED_GPU: &str =
    "The model stopped because the graphics card or its driver failed. Ask again.";

pub(crate) const CRASHED_MEMORY: &str = "The model stopped because memory ran out. Close other \
                                         programs and ask again, or choose a smaller model.";

pub(crate) const KILLED: &str = "The model was ended from outside, most likely by the system because \
                                 memory was short. Ask again; if it happens often, choose a smaller \
                                 model.";

pub(crate) fn crashed(ending: &str, reason: &str) -> String {
    let reason = if reason.is_empty() { ending.to_owned() } else { format!("{ending}: {reason}") };
    format!("The model stopped unexpectedly ({reason}). Ask again.")
}

pub(crate) const GPU_OFF: &str =
    "It stopped twice within a minute, so from now on it computes without the graphics card.";

pub(crate) const WITHOUT_GPU: &str = "The graphics card is left alone because the model stopped twice \
                                      with it: answers come more slowly.";

pub(crate) const STARTED_ANEW: &str = "The model had stopped unexpectedly and was started anew.";

pub(crate) const CHOOSE_SMALLER: &str =
    "It stopped three times within a minute. Choose a smaller or another model.";

pub(crate) fn computing_failed(code: i32, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("The model couldn't go on with the answer (number {code}{reason}). Ask again.")
}

pub(crate) fn not_started(program: &Path, error: &dyn Display) -> String {
    format!(
        "The built-in engine can't be started ({}: {error}). {INSTALL_AGAIN}.",
        program.display()
    )
}

pub(crate) const ENDED: &str = "The built-in engine was ended. Ask again.";

pub(crate) fn silent(limit: Duration) -> String {
    format!(
        "The model said nothing for {} seconds and was stopped. Ask again, or choose a smaller \
         model.",
        limit.as_secs()
    )
}

// Questions.

pub(crate) fn too_long(prompt: usize, window: usize) -> String {
    format!(
        "The question with its passages has {prompt} tokens, and the model's window holds {window}. \
         Ask with fewer notes, or choose a model with a larger window."
    )
}

pub(crate) const EMPTY_PROMPT: &str = "There is nothing to ask. Type a question.";

pub(crate) const NO_SAMPLER: &str = "The built-in engine couldn't begin an answer. Ask again.";

pub(crate) const WRONG_GRAMMAR: &str =
    "The form that was asked for can't be used with this model. Choose another model.";

pub(crate) const NO_TEMPLATE: &str = "The model doesn't say how questions are put to it, so a common \
                                      form (ChatML) is used. Its answers may be poor.";

pub(crate) fn template_not_understood(error: &str) -> String {
    format!(
        "How questions are put to this model isn't understood ({error}), so a common form (ChatML) \
         is used. Its answers may be poor."
    )
}

pub(crate) fn template_refused(error: &str) -> String {
    format!(
        "The model's own form of conversations refuses this one ({error}), so a common form (ChatML) \
         is used. Its answer may be poor."
    )
}

pub(crate) fn no_prompt(error: &str) -> String {
    format!("The question can't be put to this model ({error}). Choose another model.")
}

// What only a defect of ours brings about.

pub(crate) const NOTHING_LOADED: &str = "A question came before a model.";
pub(crate) const LOADED_ALREADY: &str = "A second model came.";

pub(crate) fn not_a_command(error: &str) -> String {
    format!("A line wasn't understood: {error}.")
}

pub(crate) fn not_an_event(line: &str) -> String {
    let line: String = line.chars().take(100).collect();
    format!("The built-in engine said something that isn't understood (“{line}”). {INSTALL_AGAIN}.")
}
