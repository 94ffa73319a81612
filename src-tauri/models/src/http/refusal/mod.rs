//! What servers say when they refuse: read from the forms that they use, and classified.

use serde_json::Value;

use conversation::model::Code;

use crate::sentences;

/// A refusal as it came: the message for people, and the machine's words for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What the server said, or a description of it; may be empty.
    pub message: String,
    /// Its `code` and `type`, where it gave them.
    pub words: String,
    /// An HTTP status, from the response or, in the middle of a stream, from the error object.
    pub status: Option<u16>,
    /// Whether it was JSON.
    pub is_json: bool,
    /// The tokens of the request and of the window, where they aren't in the message.
    pub sizes: Option<(u64, u64)>,
}

impl Refusal {
    /// Reads the body of a response with an error status.
    pub(crate) fn from_body(status: u16, body: &str) -> Self {
        let body = body.trim();
        let mut refusal = match serde_json::from_str::<Value>(body) {
            Ok(value @ Value::Object(_)) => Self::from_json(&value),
            // Gemini's imitation of OpenAI puts its error into a list.
            Ok(Value::Array(list)) if list.first().is_some_and(Value::is_object) => {
                Self::from_json(&list[0])
            }
            _ if body.starts_with('<') => Self::of_text(title(body)),
            _ => Self::of_text(body.to_owned()),
        };
        refusal.status = Some(status);
        refusal
    }

    /// Reads an error object: `{"error":{"message":…}}`, `{"error":"…"}`, `{"message":…}`,
    /// `{"detail":…}`, or any of these as a string inside another.
    pub(crate) fn from_json(value: &Value) -> Self {
        let inner = value.get("error").filter(|error| !error.is_null()).unwrap_or(value);
        if let Some(text) = inner.as_str() {
            // Ollama hands on the error of the runner below it as JSON in a string.
            return match serde_json::from_str::<Value>(text) {
                Ok(nested) if nested.is_object() => Self::from_json(&nested),
                _ => Self { is_json: true, ..Self::of_text(text.to_owned()) },
            };
        }
        let message = ["message", "detail", "error", "msg", "title"]
            .into_iter()
            .find_map(|field| inner.get(field))
            .map_or_else(String::new, text_of);
        let deeper = inner.get("innererror").and_then(|inner| inner.get("code"));
        let words = ["code", "type", "param", "status"]
            .into_iter()
            .map(|field| inner.get(field))
            .chain([deeper])
            .filter_map(|word| word?.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let status = ["code", "status"]
            .into_iter()
            .find_map(|field| inner.get(field).and_then(Value::as_u64))
            .and_then(|status| u16::try_from(status).ok())
            .filter(|status| (400..600).contains(status));
        let size = |field: &str| inner.get(field).and_then(Value::as_u64);
        // llama.cpp tells them apart from its sentence, which has them as well nowadays.
        let sizes = size("n_prompt_tokens")
            .zip(size("n_ctx"))
            .filter(|(request, _)| !message.contains(&request.to_string()));
        Self { message, words, status, is_json: true, sizes }
    }

    fn of_text(message: String) -> Self {
        Self { message, words: String::new(), status: None, is_json: false, sizes: None }
    }

    pub(crate) fn code(&self) -> Code {
        if self.is_overflow() {
            return Code::ContextOverflow;
        }
        let said = format!("{} {}", self.words, self.message).to_ascii_lowercase();
        let has = |list: &[&str]| list.iter().any(|words| said.contains(words));
        if has(&FORBIDDEN) {
            return Code::ContentRefused;
        }
        if self.status == Some(402) || has(&UNPAID) {
            return Code::NoCredit;
        }
        let of_model = said.contains("model_not_found") || said.contains("model") && has(&MISSING);
        match self.status {
            Some(401) => Code::Unauthorized,
            // Said of keys as well as of countries, networks and models. Without a word of why it is
            // mostly the key.
            Some(403) if !self.is_json || self.message.trim().is_empty() || has(&OF_KEYS) => {
                Code::Unauthorized
            }
            Some(403) => Code::BadRequest,
            // OpenRouter, where nobody serves the model with what the request has.
            Some(404) if has(&["no endpoints found that support"]) => Code::BadRequest,
            Some(404) if said.contains("model") => Code::ModelMissing,
            // Ollama, of a model that it was to load.
            Some(500) if has(&["pull model manifest: file does not exist"]) => Code::ModelMissing,
            Some(400 | 422) if of_model => Code::ModelMissing,
            // Gemini's imitation of OpenAI says "bad request" to a wrong key.
            Some(400) if has(&["api key not valid", "invalid api key"]) => Code::Unauthorized,
            Some(404 | 405) => Code::BadSetting,
            Some(408 | 504) => Code::TimedOut,
            Some(429) => Code::RateLimited,
            Some(400..500) => Code::BadRequest,
            Some(_) => Code::ServerError,
            // In the middle of a stream there is no status, but Anthropic's type tells the same.
            None if has(&["authentication_error", "permission_error"]) => Code::Unauthorized,
            None if has(&["rate_limit_error"]) => Code::RateLimited,
            None if has(&["timeout_error"]) => Code::TimedOut,
            None if of_model => Code::ModelMissing,
            None if has(&["invalid_request_error"]) => Code::BadRequest,
            None => Code::ServerError,
        }
    }

    /// Whether sending the same again a little later may work.
    pub(crate) fn is_worth_retrying(&self) -> bool {
        match self.code() {
            // An account that is used up is told with 429 as well, and stays used up.
            Code::RateLimited => true,
            Code::ServerError => match self.status {
                // Another server in front of it found none, or it starts, or is overloaded (529).
                Some(502 | 503 | 529) => true,
                // Anthropic's words for a failure that passes. A 500 of a local server lasts.
                _ => ["overloaded_error", "api_error"].iter().any(|word| self.words.contains(word)),
            },
            _ => false,
        }
    }

    /// Whether the request was too long for the model, in any of the ways that servers say so.
    fn is_overflow(&self) -> bool {
        const WORDS: [&str; 3] = [
            "context_length_exceeded",
            "exceed_context_size_error",
            "model_context_window_exceeded",
        ];
        let message = self.message.to_ascii_lowercase();
        WORDS.iter().any(|word| self.words.contains(word) || message.contains(word))
            || OVERFLOWS.iter().any(|parts| parts.iter().all(|part| message.contains(part)))
    }
}

/// The ways to say that a model isn't there.
const MISSING: [&str; 6] =
    ["not found", "does not exist", "not exist", "no such", "unknown", "not a valid"];

/// The ways to say that the content isn't wanted.
const FORBIDDEN: [&str; 8] = [
    "moderation",                   // OpenRouter
    "was flagged",                  // OpenRouter
    "content_filter",               // OpenAI, Azure
    "content_policy_violation",     // OpenAI
    "content management policy",    // Azure
    "responsibleaipolicyviolation", // Azure
    "prohibited_content",           // Gemini
    "data_inspection_failed",       // Alibaba
];

/// What a refusal with 403 speaks of where it is about the key.
const OF_KEYS: [&str; 9] = [
    "api key",
    "api_key",
    "apikey",
    "token",
    "auth",
    "permission",
    "credential",
    "forbidden",
    "access denied",
];

/// The ways to say that the account is used up.
const UNPAID: [&str; 7] = [
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_not_active",
    "billing_error",
    "credit balance is too low", // Anthropic
    "insufficient balance",      // DeepSeek
    "insufficient credits",      // OpenRouter
];

/// The sentences that say that a request is too long: all parts of one of them are there.
const OVERFLOWS: [&[&str]; 25] = [
    // OpenAI, Azure, vLLM, Mistral, OpenRouter
    &["maximum context length"],
    &["exceeds the context window"],
    // Groq, vLLM
    &["reduce the length of the messages"],
    &["longer than the maximum model length"],
    // llama.cpp, and Ollama from its runner
    &["available context size"],
    &["context size has been exceeded"],
    // Ollama
    &["input length exceeds the context length"],
    &["prompt too long; exceeded"],
    &["longer than the context length"],
    // LM Studio
    &["greater than the context length"],
    &["when context the overflows"],
    &["n_keep", "n_ctx"],
    &["mid-generation context overflow"],
    // llama-cpp-python
    &["exceed context window"],
    // Anthropic
    &["prompt is too long"],
    &["exceed context limit"],
    // Gemini
    &["input token count", "exceeds the maximum"],
    // Bedrock
    &["input is too long for requested model"],
    // xAI
    &["maximum prompt length is"],
    // GitHub
    &["prompt token count", "exceeds the limit"],
    // Moonshot
    &["exceeded model token limit"],
    // MiniMax
    &["context window exceeds limit"],
    // Text Generation Inference
    &["`inputs` tokens + `max_new_tokens` must be"],
    &["`inputs` must have less than"],
    // Others behind OpenAI's protocol
    &["context length exceeded"],
];

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // FastAPI's list of complaints.
        Value::Array(list) => list
            .iter()
            .map(|item| item.get("msg").map_or_else(|| text_of(item), text_of))
            .collect::<Vec<_>>()
            .join("; "),
        Value::Object(_) => value.get("message").map_or_else(|| value.to_string(), text_of),
        other => other.to_string(),
    }
}

/// An HTML page says nothing to people but by its title.
pub(crate) fn title(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let title = lower.find("<title>").and_then(|start| {
        let start = start + "<title>".len();
        let end = start + lower.get(start..)?.find("</title>")?;
        html.get(start..end)
    });
    sentences::page(title.map(str::trim).filter(|title| !title.is_empty()))
}

#[cfg(test)]
mod tests;
