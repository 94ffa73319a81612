//! Reads and classifies servers' refusals.

use serde_json::Value;

use conversation::model::Code;

use crate::sentences;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The server's words or a description; may be empty.
    pub message: String,
    pub words: String,
    /// From the response or, within a stream, from the error object.
    pub status: Option<u16>,
    pub is_json: bool,
    /// Tokens of the request and of the window, if missing from the message.
    pub sizes: Option<(u64, u64)>,
}

impl Refusal {
    pub(crate) fn from_body(status: u16, body: &str) -> Self {
        let body = body.trim();
        let mut refusal = match serde_json::from_str::<Value>(body) {
            Ok(value @ Value::Object(_)) => Self::from_json(&value),
            // Gemini's imitation of OpenAI wraps its error in a list.
            Ok(Value::Array(list)) if list.first().is_some_and(Value::is_object) => {
                Self::from_json(&list[0])
            }
            _ if body.starts_with('<') => Self::of_text(title(body)),
            _ => Self::of_text(body.to_owned()),
        };
        refusal.status = Some(status);
        refusal
    }

    /// Reads `{"error":{"message":…}}`, `{"error":"…"}`, `{"message":…}`, `{"detail":…}`, or any of these as a string
    /// inside another.
    pub(crate) fn from_json(value: &Value) -> Self {
        let inner = value.get("error").filter(|error| !error.is_null()).unwrap_or(value);
        if let Some(text) = inner.as_str() {
            // Ollama forwards its runner's error as JSON in a string.
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
        // llama.cpp also sends them as numbers; its sentence has them as well nowadays.
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
            // Used for keys as well as for countries, networks and models. Without a reason it is mostly the key.
            Some(403) if !self.is_json || self.message.trim().is_empty() || has(&OF_KEYS) => {
                Code::Unauthorized
            }
            Some(403) => Code::BadRequest,
            // OpenRouter, if nobody serves the model with these features.
            Some(404) if has(&["no endpoints found that support"]) => Code::BadRequest,
            Some(404) if said.contains("model") => Code::ModelMissing,
            // Ollama, for a model that it should load.
            Some(500) if has(&["pull model manifest: file does not exist"]) => Code::ModelMissing,
            Some(400 | 422) if of_model => Code::ModelMissing,
            // Gemini's imitation of OpenAI answers "bad request" to a wrong key.
            Some(400) if has(&["api key not valid", "invalid api key"]) => Code::Unauthorized,
            Some(404 | 405) => Code::BadSetting,
            Some(408 | 504) => Code::TimedOut,
            Some(429) => Code::RateLimited,
            Some(400..500) => Code::BadRequest,
            Some(_) => Code::ServerError,
            // Within a stream there is no status, but Anthropic's type says the same.
            None if has(&["authentication_error", "permission_error"]) => Code::Unauthorized,
            None if has(&["rate_limit_error"]) => Code::RateLimited,
            None if has(&["timeout_error"]) => Code::TimedOut,
            None if of_model => Code::ModelMissing,
            None if has(&["invalid_request_error"]) => Code::BadRequest,
            None => Code::ServerError,
        }
    }

    pub(crate) fn is_worth_retrying(&self) -> bool {
        match self.code() {
            // A used-up account also sends 429, but stays used up; `code` separates it.
            Code::RateLimited => true,
            Code::ServerError => match self.status {
                // A proxy found no server, the server starts, or it is overloaded (529).
                Some(502 | 503 | 529) => true,
                // Anthropic's words for a passing failure. A local server's 500 lasts.
                _ => ["overloaded_error", "api_error"].iter().any(|word| self.words.contains(word)),
            },
            _ => false,
        }
    }

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

const MISSING: [&str; 6] =
    ["not found", "does not exist", "not exist", "no such", "unknown", "not a valid"];

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

/// Words of a 403 about the key.
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

const UNPAID: [&str; 7] = [
    "insufficient_quota",
    "billing_hard_limit_reached",
    "billing_not_active",
    "billing_error",
    "credit balance is too low", // Anthropic
    "insufficient balance",      // DeepSeek
    "insufficient credits",      // OpenRouter
];

/// Sentences about a too long request; all parts of one must occur.
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
        // FastAPI's list of errors.
        Value::Array(list) => list
            .iter()
            .map(|item| item.get("msg").map_or_else(|| text_of(item), text_of))
            .collect::<Vec<_>>()
            .join("; "),
        Value::Object(_) => value.get("message").map_or_else(|| value.to_string(), text_of),
        other => other.to_string(),
    }
}

/// Only the title of an HTML page says something to people.
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
