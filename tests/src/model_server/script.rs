//! Data types of scripts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::said::{Message, Said};
use super::{
    cite,
    written::{self, CallsAs, ScriptedCall},
};

/// A scripted server's behaviour. All JSON fields are optional:
///
/// ```json
/// {
///   "speaks": ["openai", "ollama", "anthropic"],
///   "models": [{ "name": "scripted", "window": 8192, "tools": true, "vision": true }],
///   "default": { "cite_first": true, "delay_ms": 20 },
///   "rules": [
///     { "when": "salt", "pieces": ["Two ", "percent."], "hold_after": 1 },
///     { "when": "busy", "times": 1, "status": 429, "headers": { "retry-after": "1" } },
///     { "when": "look", "calls": [{ "name": "find_notes", "arguments": { "query": "rye" } }] },
///     { "when_result": "Rye", "pieces": ["Rye keeps longest [1]."] },
///     { "when": "long", "overflow": "llamacpp" }
///   ],
///   "pull": { "layers": [5000, 120], "delay_ms": 50 }
/// }
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    pub speaks: Vec<Protocol>,
    pub models: Vec<ListedModel>,
    /// Tried in order; the first matching rule answers.
    pub rules: Vec<Rule>,
    /// Answers if no rule matches.
    pub default: Rule,
    /// Downloads on request (Ollama).
    pub pull: Pull,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// `/v1/chat/completions` with server-sent events.
    OpenAi,
    /// `/api/…` with a JSON object per line.
    Ollama,
    /// `/v1/messages` with server-sent events.
    Anthropic,
}

/// A listed model. `None` fields aren't reported.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedModel {
    pub name: String,
    /// The context window in tokens.
    #[serde(default)]
    pub window: Option<u32>,
    #[serde(default)]
    pub tools: Option<bool>,
    #[serde(default)]
    pub vision: Option<bool>,
    #[serde(default)]
    pub thinking: Option<bool>,
}

/// A model download. Afterwards the model is listed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pull {
    /// The sizes of the model's layers in bytes. Each arrives in four steps.
    pub layers: Vec<u64>,
    /// Pause before each step, in milliseconds.
    pub delay_ms: u64,
    /// Number of steps before waiting for `/_control/release`.
    pub hold_after: Option<usize>,
    /// An error after the last step.
    pub error: Option<String>,
}

/// An answer and its condition. At most one of `pieces`, `cite_first`, `raw`, `status`, `overflow` and `stall` sets
/// the kind of answer. Without any, the answer is `calls` alone, or else `cite_first`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// Text that the newest user message must contain; `None` matches every message.
    pub when: Option<String>,
    /// Text that the newest tool results must contain. Such a rule matches only requests that end with results. A
    /// rule without it never answers them with `calls`, which would loop forever.
    pub when_result: Option<String>,
    /// Maximum number of answers from this rule.
    pub times: Option<usize>,

    /// Streamed text, piece by piece.
    pub pieces: Option<Vec<String>>,
    /// Answers with the first document's first sentence, cited.
    pub cite_first: bool,
    /// Raw lines, to play a broken server; a line end is added to each.
    pub raw: Option<Vec<String>>,
    /// HTTP status, sent with `body` and `headers`.
    pub status: Option<u16>,
    /// Refuses the request as too long, in this server's words.
    pub overflow: Option<Overflow>,
    /// Accepts the request and never answers.
    pub stall: bool,

    /// Body for `status`; a string is sent unchanged, other values as JSON.
    pub body: Value,
    pub headers: BTreeMap<String, String>,
    /// Thinking before the text.
    pub thinking: Vec<String>,
    /// Tool calls after the text.
    pub calls: Vec<ScriptedCall>,
    /// The format of the calls.
    pub calls_as: CallsAs,
    /// Characters of a call's arguments per piece, where the protocol splits them. Default 8.
    pub argument_pieces: Option<usize>,
    /// Pause before each piece, in milliseconds.
    pub delay_ms: u64,
    /// Number of pieces before waiting for `/_control/release`. Thinking and pieces of calls count too.
    pub hold_after: Option<usize>,
    /// Number of pieces before disconnecting.
    pub break_after: Option<usize>,
    /// Number of pieces before reporting an overload in the protocol's words.
    pub fail_after: Option<usize>,
    /// Lengths in bytes of the pieces to send; the last length repeats. Cuts may split a line or a character.
    pub cuts: Vec<usize>,
    /// Ends lines with CR LF.
    pub crlf: bool,
    /// Sends a keep-alive before each piece: a comment, a ping, or an empty line.
    pub comments: bool,
    /// Reported counts. Default: a quarter of the request's characters, and one token per piece.
    pub usage: Option<Counts>,
    pub no_usage: bool,
    /// The finish reason in the protocol's words. Default: done, or tool calls.
    pub finish: Option<String>,
}

/// The server whose error message for a long request is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overflow {
    OpenAi,
    Azure,
    Ollama,
    LlamaCpp,
    LmStudio,
    Vllm,
    Anthropic,
    /// Gemini through OpenAI's protocol.
    Gemini,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    pub prompt: u32,
    pub completion: u32,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            speaks: vec![Protocol::OpenAi, Protocol::Ollama, Protocol::Anthropic],
            models: vec![ListedModel {
                name: "scripted".into(),
                window: Some(8_192),
                ..ListedModel::default()
            }],
            rules: Vec::new(),
            default: Rule { cite_first: true, delay_ms: 20, ..Rule::default() },
            pull: Pull::default(),
        }
    }
}

impl Default for Pull {
    fn default() -> Self {
        Self { layers: vec![5_000, 120], delay_ms: 0, hold_after: None, error: None }
    }
}

impl Script {
    /// # Errors
    /// A sentence that names the place of a JSON error, or the contradictory rule.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let script: Self = serde_json::from_str(json).map_err(|error| error.to_string())?;
        script.check()?;
        Ok(script)
    }

    /// Answers every request with the same text.
    pub fn saying(pieces: &[&str]) -> Self {
        let pieces = Some(pieces.iter().map(|piece| (*piece).to_owned()).collect());
        Self::always(Rule { pieces, ..Rule::default() })
    }

    /// Answers every request by this rule.
    pub fn always(rule: Rule) -> Self {
        Self { default: rule, ..Self::default() }
    }

    /// Puts a rule before the others.
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.insert(0, rule);
        self
    }

    fn check(&self) -> Result<(), String> {
        let named = self.rules.iter().enumerate().map(|(n, rule)| (format!("rules[{n}]"), rule));
        for (name, rule) in named.chain([("default".to_owned(), &self.default)]) {
            let kinds = [
                rule.pieces.is_some(),
                rule.cite_first,
                rule.raw.is_some(),
                rule.status.is_some(),
                rule.overflow.is_some(),
                rule.stall,
            ];
            if kinds.into_iter().filter(|kind| *kind).count() > 1 {
                return Err(format!(
                    "{name}: only one of pieces, cite_first, raw, status, overflow and stall can \
                     be meant"
                ));
            }
            if rule.cuts.contains(&0) {
                return Err(format!("{name}: cuts can't be 0"));
            }
        }
        Ok(())
    }

    /// The rule for a request and its index (`None` for the default). `used` counts each rule's earlier answers.
    pub(super) fn choose(&self, said: &Said, used: &[usize]) -> (Option<usize>, Rule) {
        let fits = |rule: &Rule, used: usize| {
            rule.when.as_ref().is_none_or(|part| said.question.contains(part))
                && match (&rule.when_result, &said.results) {
                    (Some(part), results) => {
                        results.as_ref().is_some_and(|results| results.contains(part))
                    }
                    (None, Some(_)) => rule.calls.is_empty(),
                    (None, None) => true,
                }
                && rule.times.is_none_or(|times| used < times)
        };
        let found = self
            .rules
            .iter()
            .enumerate()
            .find(|(n, rule)| fits(rule, used.get(*n).copied().unwrap_or_default()));
        found.map_or_else(|| (None, self.default.clone()), |(n, rule)| (Some(n), rule.clone()))
    }
}

impl Rule {
    /// The pieces of text to stream, including calls written as text.
    pub(super) fn text(&self, messages: &[Message]) -> Vec<String> {
        let mut text = match &self.pieces {
            Some(pieces) => pieces.clone(),
            None if self.calls.is_empty() => cite::first_document(messages),
            None => Vec::new(),
        };
        text.extend(written::calls(&self.calls, self.calls_as));
        text
    }

    /// Calls sent in the protocol's own fields.
    pub(super) fn native_calls(&self) -> &[ScriptedCall] {
        if self.calls_as == CallsAs::Native { &self.calls } else { &[] }
    }

    pub(super) fn body_text(&self) -> String {
        match &self.body {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            json => json.to_string(),
        }
    }
}
