//! What the scripted model says, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::said::{Message, Said};
use super::{
    cite,
    written::{self, CallsAs, ScriptedCall},
};

/// How a scripted server behaves. Every field may be left out of the JSON:
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
    /// The protocols that it answers.
    pub speaks: Vec<Protocol>,
    /// The models that it lists.
    pub models: Vec<ListedModel>,
    /// Tried in order; the first that fits the request answers.
    pub rules: Vec<Rule>,
    /// Answers when no rule fits.
    pub default: Rule,
    /// How a model is loaded on request (Ollama).
    pub pull: Pull,
}

/// A protocol of the scripted server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// `/v1/chat/completions` with server-sent events.
    OpenAi,
    /// `/api/…` with a JSON object a line.
    Ollama,
    /// `/v1/messages` with server-sent events.
    Anthropic,
}

/// A model in the server's list. What is `None` isn't told.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedModel {
    /// Its name.
    pub name: String,
    /// Its window in tokens.
    #[serde(default)]
    pub window: Option<u32>,
    /// Whether it calls tools.
    #[serde(default)]
    pub tools: Option<bool>,
    /// Whether it sees images.
    #[serde(default)]
    pub vision: Option<bool>,
    /// Whether it thinks.
    #[serde(default)]
    pub thinking: Option<bool>,
}

/// How a model is loaded. Afterwards it is in the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pull {
    /// The sizes of the model's parts in bytes. Each comes in four steps.
    pub layers: Vec<u64>,
    /// The pause before each step, in milliseconds.
    pub delay_ms: u64,
    /// After this many steps, waits for a call of `/_control/release`.
    pub hold_after: Option<usize>,
    /// What goes wrong after the last step.
    pub error: Option<String>,
}

/// An answer, and when it is given. Exactly one of `pieces`, `cite_first`, `raw`, `status`,
/// `overflow` and `stall` says what kind of answer it is. If there is none of them, `calls` alone are
/// meant, or else `cite_first`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// A part of the newest user message; every message fits if `None`.
    pub when: Option<String>,
    /// A part of the newest results of tools. Only a request that ends with results fits then. One
    /// that does isn't answered with `calls` by a rule without this, for it would never end.
    pub when_result: Option<String>,
    /// How often the rule answers, before it is passed over.
    pub times: Option<usize>,

    /// Text in the pieces in which it is streamed.
    pub pieces: Option<Vec<String>>,
    /// Answers with the first sentence of the first document, and cites it.
    pub cite_first: bool,
    /// Lines sent as they are, to play a server that is off; a line end is added to each.
    pub raw: Option<Vec<String>>,
    /// An HTTP status, sent with `body` and `headers`.
    pub status: Option<u16>,
    /// Refuses because the request is too long, in this server's own words.
    pub overflow: Option<Overflow>,
    /// Accepts the request and never answers.
    pub stall: bool,

    /// The body for `status`; a string is sent as it is, everything else as JSON.
    pub body: Value,
    /// Headers for `status`.
    pub headers: BTreeMap<String, String>,
    /// Thinking that comes before the text.
    pub thinking: Vec<String>,
    /// Tools that are called after the text.
    pub calls: Vec<ScriptedCall>,
    /// How they are written.
    pub calls_as: CallsAs,
    /// How many characters of a call's arguments come in one piece, where the protocol cuts them; 8
    /// if `None`.
    pub argument_pieces: Option<usize>,
    /// The pause before each piece, in milliseconds.
    pub delay_ms: u64,
    /// After this many pieces, waits for a call of `/_control/release`. Thinking, and each piece of
    /// a call, count as well.
    pub hold_after: Option<usize>,
    /// After this many pieces, breaks the connection.
    pub break_after: Option<usize>,
    /// After this many pieces, reports in the protocol's words that the server is overloaded.
    pub fail_after: Option<usize>,
    /// Sends the bytes in pieces of these lengths, and then in pieces of the last of them, wherever
    /// that cuts a line or a character.
    pub cuts: Vec<usize>,
    /// Ends lines with CR LF.
    pub crlf: bool,
    /// Sends before each piece what keeps a connection alive: a comment, a ping, an empty line.
    pub comments: bool,
    /// The counts to report; if `None`, a quarter of the request's characters and one a piece.
    pub usage: Option<Counts>,
    /// Reports no counts.
    pub no_usage: bool,
    /// The reason for the end, in the protocol's words; if `None`, that the model was done, or that
    /// it calls tools.
    pub finish: Option<String>,
}

/// Whose words are used for a request that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overflow {
    /// OpenAI.
    OpenAi,
    /// Azure.
    Azure,
    /// Ollama.
    Ollama,
    /// llama.cpp.
    LlamaCpp,
    /// LM Studio.
    LmStudio,
    /// vLLM.
    Vllm,
    /// Anthropic.
    Anthropic,
    /// Gemini behind OpenAI's protocol.
    Gemini,
}

/// Token counts as the server reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Of the request.
    pub prompt: u32,
    /// Of the answer.
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
    /// Reads a script.
    ///
    /// # Errors
    /// A sentence that says where the JSON is wrong, or which rule contradicts itself.
    pub fn from_json(json: &str) -> Result<Self, String> {
        let script: Self = serde_json::from_str(json).map_err(|error| error.to_string())?;
        script.check()?;
        Ok(script)
    }

    /// A server that gives the same answer to everything.
    pub fn saying(pieces: &[&str]) -> Self {
        let pieces = Some(pieces.iter().map(|piece| (*piece).to_owned()).collect());
        Self::always(Rule { pieces, ..Rule::default() })
    }

    /// A server that does the same with everything.
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

    /// The rule for a request, and which one it is (`None` for the default). `used` tells how often
    /// each has answered before.
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
    /// The pieces of text to stream for these messages, with the calls that are written into it.
    pub(super) fn text(&self, messages: &[Message]) -> Vec<String> {
        let mut text = match &self.pieces {
            Some(pieces) => pieces.clone(),
            None if self.calls.is_empty() => cite::first_document(messages),
            None => Vec::new(),
        };
        text.extend(written::calls(&self.calls, self.calls_as));
        text
    }

    /// The calls that the protocol carries.
    pub(super) fn native_calls(&self) -> &[ScriptedCall] {
        if self.calls_as == CallsAs::Native { &self.calls } else { &[] }
    }

    /// The body for `status`.
    pub(super) fn body_text(&self) -> String {
        match &self.body {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            json => json.to_string(),
        }
    }
}
