//! What the app and the child process say to each other: one JSON value a line.
//!
//! The child answers the lines in their order. [`Command::Cancel`] alone is heard at once; it
//! means the commands that were sent before it.

use std::path::PathBuf;

use language::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first argument of a program that is to be the child.
pub const ARGUMENT: &str = "--engine";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Command {
    /// Load the library and a model. The first line, once.
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
    /// The folder with the library and its backends. Nothing is looked for elsewhere.
    pub library: PathBuf,
    pub model: PathBuf,
    /// Context window in tokens.
    pub window: u32,
    /// Maximum threads that compute; the child uses fewer while other programs are busy.
    pub threads: u32,
    /// Whether a graphics card may be used.
    pub gpu: bool,
    /// In which language the child says what goes wrong.
    pub language: Language,
}

/// A question. This line is what the receipt keeps.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Ask {
    /// The name of the model, for the receipt; what answers is what was loaded.
    pub model: String,
    /// The messages, in the form that models' templates expect: `role`, `content`, `tool_calls`
    /// with their arguments as objects, `tool_call_id` and `name` of a result.
    pub messages: Vec<Value>,
    /// The tools, in the same form: `{"type":"function","function":{…}}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
    /// The context window that the question was made for, in tokens, and whether nobody waits for
    /// the answer. The app's side goes by them, before the child gets the line.
    pub window: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub background: bool,
    /// Whether a model that can think before it answers shall do so.
    #[serde(default)]
    pub thinking: bool,
    /// Maximum tokens of the answer; as many as the window holds if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// How tokens are chosen.
    #[serde(default)]
    pub sampling: Sampling,
    /// A grammar in GBNF with the rule `root`, which the answer must follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grammar: Option<String>,
    /// Sentences before which the answer ends, unless it begins with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<String>,
}

/// How the next token is chosen of those that the model finds likely.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sampling {
    /// 0 always takes the likeliest token.
    pub temperature: f32,
    /// Only the likeliest this many; 0 for all.
    pub top_k: i32,
    /// Only the likeliest that have this share together; 1 for all.
    pub top_p: f32,
    /// Only those that are at least this likely, in proportion to the likeliest; 0 for all.
    pub min_p: f32,
    /// Divides the chance of tokens that were said of late; 1 changes nothing.
    pub repeat_penalty: f32,
    /// What chance begins with; by the clock if `None`.
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

/// A line of the child. Each [`Command::Load`] ends in `Loaded` or `Failed`, each
/// [`Command::Ask`] in `Done` or `Failed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Loaded(LoadReport),
    /// The child does otherwise than it was told; a sentence for people.
    Notice(String),
    /// How much of the prompt is read by now.
    Prompt {
        /// Tokens that are read, with those that were kept of the prompt before.
        read: u32,
        /// Tokens of the prompt.
        total: u32,
    },
    Text(String),
    Done(AnswerEnd),
    /// The command failed. The child goes on with the next one.
    Failed(Failure),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadReport {
    /// Context window in tokens. It can be larger than was asked for, by rounding.
    pub window: u32,
    /// The longest context that the model has learned, in tokens.
    pub trained_window: u32,
    /// Bytes of the model's tensors.
    pub bytes: u64,
    /// What computes: the name of the graphics card or of the processor.
    pub device: String,
    pub gpu: bool,
    /// Milliseconds that it took.
    pub load_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    End,
    /// It reached its length, or the window is full.
    Length,
    /// The model said the same over and over.
    Loop,
    Cancelled,
}

/// The end of an answer, with counts of the model's own tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerEnd {
    pub stop: StopReason,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// How many of them had been read before.
    pub reused_tokens: u32,
    /// Tokens that were made.
    pub generated: u32,
    /// Milliseconds until the prompt was read.
    pub prompt_ms: u64,
    /// Milliseconds for the rest.
    pub generation_ms: u64,
    pub threads: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The library is missing, damaged or another one than this program was made for.
    Library,
    /// The model's file can't be used.
    File,
    /// Not enough memory.
    Memory,
    Gpu,
    /// The prompt is longer than the window.
    TooLong,
    /// The question can't be put to this model.
    Request,
    /// It was cancelled while the model was loaded.
    Cancelled,
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub kind: FailureKind,
    /// What happened and what can be done, for people.
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
