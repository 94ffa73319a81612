//! Explains the library's messages to people, by keywords.

#[cfg(test)]
mod tests;

use std::path::Path;

use crate::{
    protocol::{Failure, FailureKind},
    sentences,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    TooNew,
    CutOff,
    NotAModel,
    Memory,
    Gpu,
    OldSystem,
}

/// Keywords, the most reliable first.
const WORDS: [(Cause, &[&str]); 6] = [
    (Cause::OldSystem, &["version `glibc", "version `glibcxx", "msvcp140", "vcruntime140"]),
    (
        Cause::Gpu,
        // Not the interfaces' names alone: set-up messages contain them without a failure.
        &[
            "vk::",
            "vk_error",
            "devicelost",
            "device lost",
            "outofdevicememory",
            "ggml_vulkan: device memory",
            "ggml_metal_graph_compute",
            "ggml_metal_synchronize",
            "cuda error",
        ],
    ),
    (
        Cause::Memory,
        &[
            "failed to allocate",
            "unable to allocate",
            "out of memory",
            "bad_alloc",
            "cannot allocate memory",
            "not enough memory",
        ],
    ),
    (Cause::NotAModel, &["invalid magic", "failed to read magic"]),
    (
        Cause::TooNew,
        &[
            "unknown model architecture",
            "unknown pre-tokenizer",
            "unknown tokenizer",
            "unsupported gguf version",
            "version is larger",
            "invalid ggml type",
            "unknown ggml type",
            "wrong number of tensors",
            "missing tensor",
            "key not found",
        ],
    ),
    (
        Cause::CutOff,
        &[
            "not within the file bounds",
            "corrupted or incomplete",
            "failed to read",
            "unexpectedly reached end",
            "wrong shape",
            "error loading model",
        ],
    ),
];

fn keyword(messages: &str) -> Option<(Cause, usize)> {
    let messages = messages.to_ascii_lowercase();
    WORDS.iter().find_map(|(cause, words)| {
        let at = words.iter().filter_map(|word| messages.find(word)).min()?;
        Some((*cause, at))
    })
}

fn cause(messages: &str) -> Option<Cause> {
    keyword(messages).map(|(cause, _)| cause)
}

pub(crate) fn of_library(file: &Path, said: &str) -> Failure {
    let why = match cause(said) {
        Some(Cause::OldSystem) => sentences::system_too_old(said),
        _ => sentences::library_not_loaded(file, said),
    };
    Failure::new(FailureKind::Library, why)
}

pub(crate) fn of_load(file: &Path, messages: &str) -> Failure {
    let said = reason(messages);
    match cause(messages) {
        Some(Cause::TooNew) => {
            Failure::new(FailureKind::File, sentences::model_too_new(file, &said))
        }
        Some(Cause::CutOff) => Failure::new(FailureKind::File, sentences::model_damaged(file)),
        Some(Cause::NotAModel) => Failure::new(FailureKind::File, sentences::not_a_model(file)),
        Some(Cause::Memory) => Failure::new(FailureKind::Memory, sentences::OUT_OF_MEMORY),
        Some(Cause::Gpu) => Failure::new(FailureKind::Gpu, sentences::GPU_FAILED),
        Some(Cause::OldSystem) | None => {
            Failure::new(FailureKind::File, sentences::model_not_loaded(file, &said))
        }
    }
}

pub(crate) fn of_context(messages: &str) -> Failure {
    match cause(messages) {
        Some(Cause::Gpu) => Failure::new(FailureKind::Gpu, sentences::GPU_FAILED),
        _ => Failure::new(FailureKind::Memory, sentences::OUT_OF_MEMORY),
    }
}

pub(crate) fn of_computing(code: i32, messages: &str) -> Failure {
    match cause(messages) {
        Some(Cause::Gpu) => Failure::new(FailureKind::Gpu, sentences::GPU_FAILED),
        Some(Cause::Memory) => Failure::new(FailureKind::Memory, sentences::OUT_OF_MEMORY),
        _ => {
            let why = sentences::computing_failed(code, &reason(messages));
            Failure::new(FailureKind::Other, why)
        }
    }
}

/// `messages` is the child's last stderr output, `ending` its exit status.
pub(crate) fn of_crash(messages: &str, ending: &str) -> Failure {
    // Linux silently kills the largest process when memory is short.
    let killed = ending.contains("signal: 9");
    match cause(messages) {
        Some(Cause::Gpu) => Failure::new(FailureKind::Gpu, sentences::CRASHED_GPU),
        Some(Cause::Memory) => Failure::new(FailureKind::Memory, sentences::CRASHED_MEMORY),
        Some(Cause::OldSystem) => {
            Failure::new(FailureKind::Library, sentences::system_too_old(&reason(messages)))
        }
        _ if killed => Failure::new(FailureKind::Other, sentences::KILLED),
        _ => Failure::new(FailureKind::Other, sentences::crashed(ending, &complaint(messages))),
    }
}

/// The last line with a complaint; other lines have nothing to do with the end.
fn complaint(messages: &str) -> String {
    const COMPLAINTS: [&str; 6] = ["assert", "terminate", "what()", "error", "panicked", "abort"];
    let complains = |line: &&str| {
        let line = line.to_ascii_lowercase();
        COMPLAINTS.iter().any(|word| line.contains(word))
    };
    messages.lines().rev().find(complains).map(reason).unwrap_or_default()
}

/// Maximum characters of a reason.
const LONGEST_REASON: usize = 200;

/// The line from the keyword on; without one, the last line without its leading function name.
fn reason(messages: &str) -> String {
    let said = match keyword(messages) {
        Some((_, at)) => messages[at..].lines().next().unwrap_or_default(),
        None => {
            let line = messages.lines().rev().find(|line| !line.trim().is_empty());
            let line = line.unwrap_or_default();
            line.split_once(": ").map_or(line, |(_, said)| said)
        }
    };
    said.trim().trim_end_matches('.').chars().take(LONGEST_REASON).collect()
}
