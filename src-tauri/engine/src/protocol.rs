//! The protocol between the app and the child process: one JSON value a line.
//!
//! The child answers lines in order. Only [`Command::Cancel`] takes effect at once, for the commands sent before it.

use std::path::PathBuf;

use language::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub const ARGUMENT: &str = "--engine";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Command {
    /// The first line, once.
    Load {
        load: Load,
    },
    Cancel {
        cancel: bool,
    },
    Ask(Ask),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// Folder of the library and its backends; no other is searched.
    pub library: PathBuf,
    pub model: PathBuf,
    pub window: u32,
    /// Maximum threads; the child uses fewer while other programs are busy.
    pub threads: u32,
    pub gpu: bool,
    pub language: Language,
}

/// A question. The receipt stores this line.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Ask {
    /// For the receipt; the loaded model answers.
    pub model: String,
    /// In the form that templates expect: `role`, `content`, `tool_calls` with arguments as objects, and
    /// `tool_call_id` and `name` of a result.
    pub messages: Vec<Value>,
    /// In the form `{"type":"function","function":{…}}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
    /// In tokens. Only the app reads `window` and `background`; the child ignores them.
    pub window: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub background: bool,
    /// Makes a model that can think do so before it answers.
    #[serde(default)]
    pub thinking: bool,
    /// Maximum tokens of the answer; `None` fills the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    #[serde(default)]
    pub sampling: Sampling,
    /// A GBNF grammar for the answer, with the rule `root`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
    /// The answer ends before these sentences, unless it begins with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sampling {
    /// 0 always takes the likeliest token.
    pub temperature: f32,
    /// Maximum candidates; 0 for all.
    pub top_k: i32,
    /// Maximum total probability of the candidates; 1 for all.
    pub top_p: f32,
    /// Minimum probability relative to the likeliest token; 0 for all.
    pub min_p: f32,
    /// Divides the probability of recent tokens; 1 changes nothing.
    pub repeat_penalty: f32,
    /// `None` takes a seed from the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            temperature: 0.0,
            top_k: 40,
            top_p: 0.95,
            min_p: 0.05,
            repeat_penalty: 1.0,
            seed: None,
        }
    }
}

/// A line of the child. A [`Command::Load`] ends in `Loaded` or `Failed`, a [`Command::Ask`] in `Done` or `Failed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Loaded(LoadReport),
    /// A deviation from the command, as a sentence for people.
    Notice(String),
    Prompt {
        /// Includes tokens reused from the previous prompt.
        read: u32,
        total: u32,
    },
    Text(String),
    Done(AnswerEnd),
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadReport {
    /// In tokens; rounding may make it larger than requested.
    pub window: u32,
    pub trained_window: u32,
    pub bytes: u64,
    pub device: String,
    pub gpu: bool,
    pub load_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    End,
    /// The maximum length is reached, or the window is full.
    Length,
    Loop,
    Cancelled,
}

/// Counts are in the model's own tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerEnd {
    pub stop: StopReason,
    pub prompt_tokens: u32,
    pub reused_tokens: u32,
    pub generated: u32,
    pub prompt_ms: u64,
    pub generation_ms: u64,
    pub threads: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    Library,
    File,
    Memory,
    Gpu,
    TooLong,
    /// The model can't take this question.
    Request,
    Cancelled,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// The failure and a remedy, for people.
    pub sentence: String,
}

impl Failure {
    pub fn new(kind: FailureKind, sentence: impl Into<String>) -> Self {
        Self { kind, sentence: sentence.into() }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Failure {}
