//! What the scripted model says, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cite;

/// How a scripted server behaves. Every field may be left out of the JSON:
///
/// ```json
/// {
///   "models": [{ "name": "scripted", "window": 8192 }],
///   "default": { "cite_first": true, "delay_ms": 20 },
///   "rules": [
///     { "when": "salt", "pieces": ["Two ", "percent."], "hold_after": 1 },
///     { "when": "busy", "times": 1, "status": 429, "headers": { "retry-after": "1" } }
///   ]
/// }
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// The protocols that it answers: `openai`, `ollama`.
    pub speaks: Vec<Protocol>,
    /// The models that it lists.
    pub models: Vec<ListedModel>,
    /// Tried in order; the first that fits the newest user message answers.
    pub rules: Vec<Rule>,
    /// Answers when no rule fits.
    pub default: Rule,
}

/// A protocol of the scripted server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// `/v1/…` with server-sent events.
    OpenAi,
    /// `/api/…` with a JSON object a line.
    Ollama,
}

/// A model in the server's list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedModel {
    /// Its name.
    pub name: String,
    /// Its window in tokens; not told if `None`.
    #[serde(default)]
    pub window: Option<u32>,
}

/// An answer, and when it is given. Exactly one of `pieces`, `cite_first`, `raw`, `status` and
/// `stall` says what kind of answer it is; `cite_first` is meant if there is none of them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// A part of the newest user message; every message fits if `None`.
    pub when: Option<String>,
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
    /// Accepts the request and never answers.
    pub stall: bool,

    /// The body for `status`; a string is sent as it is, everything else as JSON.
    pub body: Value,
    /// Headers for `status`.
    pub headers: BTreeMap<String, String>,
    /// Thinking that comes before the text.
    pub thinking: Vec<String>,
    /// The pause before each piece, in milliseconds.
    pub delay_ms: u64,
    /// After this many pieces, waits for a call of `/_control/release`.
    pub hold_after: Option<usize>,
    /// After this many pieces, breaks the connection.
    pub break_after: Option<usize>,
    /// The counts to report; if `None`, a quarter of the request's characters and one a piece.
    pub usage: Option<Counts>,
    /// Reports no counts.
    pub no_usage: bool,
    /// The reason for the end; `stop` if `None`.
    pub finish: Option<String>,
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
            speaks: vec![Protocol::OpenAi, Protocol::Ollama],
            models: vec![ListedModel { name: "scripted".into(), window: Some(8_192) }],
            rules: Vec::new(),
            default: Rule { cite_first: true, delay_ms: 20, ..Rule::default() },
        }
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
                rule.stall,
            ];
            if kinds.into_iter().filter(|kind| *kind).count() > 1 {
                return Err(format!(
                    "{name}: only one of pieces, cite_first, raw, status and stall can be meant"
                ));
            }
        }
        Ok(())
    }

    /// The rule for a request, and which one it is (`None` for the default). `used` tells how often
    /// each has answered before.
    pub(super) fn choose(&self, question: &str, used: &[usize]) -> (Option<usize>, Rule) {
        let fits = |rule: &Rule, used: usize| {
            rule.when.as_ref().is_none_or(|part| question.contains(part))
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
    /// The pieces of text to stream for these messages.
    pub(super) fn text(&self, messages: &[Value]) -> Vec<String> {
        self.pieces.clone().unwrap_or_else(|| cite::first_document(messages))
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
