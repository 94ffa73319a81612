//! What servers say when they refuse: read from the forms that they use, and classified.

use serde_json::Value;

use crate::Code;

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
}

impl Refusal {
    /// Reads the body of a response with an error status.
    pub(crate) fn from_body(status: u16, body: &str) -> Self {
        let body = body.trim();
        let mut refusal = match serde_json::from_str::<Value>(body) {
            Ok(value @ Value::Object(_)) => Self::from_json(&value),
            _ if body.starts_with('<') => Self::of_text(page_title(body)),
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
        let words = ["code", "type", "param"]
            .into_iter()
            .filter_map(|field| inner.get(field).and_then(Value::as_str))
            .collect::<Vec<_>>()
            .join(" ");
        let status = ["code", "status"]
            .into_iter()
            .find_map(|field| inner.get(field).and_then(Value::as_u64))
            .and_then(|status| u16::try_from(status).ok())
            .filter(|status| (400..600).contains(status));
        Self { message, words, status, is_json: true }
    }

    fn of_text(message: String) -> Self {
        Self { message, words: String::new(), status: None, is_json: false }
    }

    /// Which kind of failure it is.
    pub(crate) fn code(&self) -> Code {
        if self.is_overflow() {
            return Code::ContextOverflow;
        }
        let said = format!("{} {}", self.words, self.message).to_ascii_lowercase();
        let of_model = said.contains("model_not_found")
            || (said.contains("model")
                && [
                    "not found",
                    "does not exist",
                    "not exist",
                    "no such",
                    "unknown",
                    "not a valid",
                ]
                .iter()
                .any(|words| said.contains(words)));
        match self.status {
            Some(401 | 403) => Code::Unauthorized,
            Some(404) if said.contains("model") => Code::ModelMissing,
            Some(400 | 422) if of_model => Code::ModelMissing,
            Some(404 | 405) => Code::BadSetting,
            Some(408 | 504) => Code::TimedOut,
            Some(429) => Code::RateLimited,
            Some(400..500) => Code::BadRequest,
            Some(_) => Code::ServerError,
            None if of_model => Code::ModelMissing,
            None => Code::ServerError,
        }
    }

    /// Whether sending the same again a little later may work.
    pub(crate) fn is_worth_retrying(&self) -> bool {
        match self.status {
            // A used-up account is told as 429 as well, and stays used up.
            Some(429) => !self.words.contains("insufficient_quota"),
            // 529 is how some say "overloaded".
            Some(503 | 529) => !self.is_overflow(),
            _ => false,
        }
    }

    /// Whether the request was too long for the model, in any of the ways that servers say so.
    fn is_overflow(&self) -> bool {
        const WORDS: [&str; 2] = ["context_length_exceeded", "exceed_context_size_error"];
        const SENTENCES: [&str; 10] = [
            // OpenAI, vLLM, Mistral, OpenRouter
            "maximum context length",
            // llama.cpp, and Ollama from its runner
            "exceeds the available context size",
            "available context size",
            // Ollama
            "input length exceeds the context length",
            "prompt too long; exceeded",
            "longer than the context length",
            // LM Studio
            "greater than the context length",
            "when context the overflows",
            // llama-cpp-python
            "exceed context window",
            // Others behind OpenAI's protocol
            "prompt is too long",
        ];
        let message = self.message.to_ascii_lowercase();
        WORDS.iter().any(|word| self.words.contains(word) || message.contains(word))
            || SENTENCES.iter().any(|sentence| message.contains(sentence))
    }
}

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
fn page_title(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let title = lower.find("<title>").and_then(|start| {
        let start = start + "<title>".len();
        let end = start + lower.get(start..)?.find("</title>")?;
        html.get(start..end)
    });
    match title.map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) => format!("a web page titled “{title}”"),
        None => "a web page".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: u16, body: &str, code: Code, message: &str) {
        let refusal = Refusal::from_body(status, body);
        assert_eq!((refusal.code(), refusal.message.as_str()), (code, message), "{body}");
    }

    // B47
    #[test]
    fn refusals_by_status_and_body() {
        check(401, r#"{"error":{"message":"No key","code":"x"}}"#, Code::Unauthorized, "No key");
        check(403, "forbidden", Code::Unauthorized, "forbidden");
        let missing = r#"{"error":"model \"llama9\" not found, try pulling it first"}"#;
        let said = "model \"llama9\" not found, try pulling it first";
        check(404, missing, Code::ModelMissing, said);
        let openai =
            r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#;
        check(404, openai, Code::ModelMissing, "The model `x` does not exist");
        check(400, openai, Code::ModelMissing, "The model `x` does not exist");
        check(404, r#"{"detail":"Not Found"}"#, Code::BadSetting, "Not Found");
        check(404, "", Code::BadSetting, "");
        check(429, r#"{"message":"slow down"}"#, Code::RateLimited, "slow down");
        check(500, r#"{"error":{"message":"boom"}}"#, Code::ServerError, "boom");
        check(
            502,
            "<html><title>Bad Gateway</title>",
            Code::ServerError,
            "a web page titled “Bad Gateway”",
        );
        check(502, "<html><TITLE></title>", Code::ServerError, "a web page");
        check(504, "", Code::TimedOut, "");
        check(422, r#"{"detail":[{"msg":"a"},{"msg":"b"}]}"#, Code::BadRequest, "a; b");
        check(402, r#"{"error":{"message":"credits"}}"#, Code::BadRequest, "credits");
    }

    // B47
    #[test]
    fn the_ways_to_say_that_the_context_is_too_small() {
        let bodies = [
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
            r#"{"error":{"message":"Too long","code":"context_length_exceeded"}}"#,
            r#"{"error":{"code":400,"message":"request (2622 tokens) exceeds the available context size (512 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2622,"n_ctx":512}}"#,
            r#"{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"server_error"}}"#,
            r#"{"error":"the input length exceeds the context length"}"#,
            r#"{"error":"prompt too long; exceeded max context length by 4 tokens"}"#,
            r#"{"error":"{\"error\":{\"code\":400,\"message\":\"too large\",\"type\":\"exceed_context_size_error\"}}"}"#,
            r#"{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"}"#,
            r#"{"object":"error","message":"This model's maximum context length is 4096 tokens","code":400}"#,
        ];
        for body in bodies {
            for status in [400, 500] {
                let refusal = Refusal::from_body(status, body);
                assert_eq!(refusal.code(), Code::ContextOverflow, "{body}");
                assert!(!refusal.is_worth_retrying());
            }
            let value = serde_json::from_str(body).unwrap();
            assert_eq!(Refusal::from_json(&value).code(), Code::ContextOverflow, "{body}");
        }
    }

    #[test]
    fn what_is_worth_another_try() {
        let retry = |status, body| Refusal::from_body(status, body).is_worth_retrying();
        assert!(retry(429, "") && retry(503, "{}") && retry(529, ""));
        assert!(!retry(429, r#"{"error":{"message":"m","code":"insufficient_quota"}}"#));
        assert!(!retry(500, "") && !retry(400, "") && !retry(401, ""));
    }

    #[test]
    fn an_error_inside_a_stream_may_bring_its_status() {
        let value = serde_json::json!({"error": {"code": 429, "message": "busy"}});
        assert_eq!(Refusal::from_json(&value).code(), Code::RateLimited);
        let value = serde_json::json!({"error": "model 'x' not found"});
        assert_eq!(Refusal::from_json(&value).code(), Code::ModelMissing);
        let value = serde_json::json!({"error": {"message": "it fell over", "code": null}});
        assert_eq!(Refusal::from_json(&value).code(), Code::ServerError);
    }
}
