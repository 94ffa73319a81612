//! Error messages of various servers for a request that is too long.

use serde_json::{Value, json};

use super::script::Overflow;

/// Status and body for a request and a window, both in tokens.
pub(super) fn refusal(words: Overflow, request: u32, window: u32) -> (u16, Value) {
    let open_ai = |message: String| {
        json!({ "error": {
            "message": message,
            "type": "invalid_request_error",
            "param": "messages",
            "code": "context_length_exceeded",
        }})
    };
    let maximum = format!(
        "This model's maximum context length is {window} tokens. However, your messages resulted \
         in {request} tokens."
    );
    let body = match words {
        Overflow::OpenAi => open_ai(format!("{maximum} Please reduce the length of the messages.")),
        Overflow::Azure => open_ai(maximum),
        Overflow::Ollama => json!({ "error": "the input length exceeds the context length" }),
        Overflow::LlamaCpp => json!({ "error": {
            "code": 400,
            "message": format!(
                "request ({request} tokens) exceeds the available context size ({window} tokens), \
                 try increasing it"
            ),
            "type": "exceed_context_size_error",
            "n_prompt_tokens": request,
            "n_ctx": window,
        }}),
        Overflow::LmStudio => json!({ "error": format!(
            "Trying to keep the first {request} tokens when context the overflows. However, the \
             model is loaded with context length of only {window} tokens, which is not enough."
        )}),
        Overflow::Vllm => json!({
            "object": "error",
            "message": format!(
                "This model's maximum context length is {window} tokens. However, you requested \
                 {request} tokens ({request} in the messages, 0 in the completion)."
            ),
            "type": "BadRequestError",
            "code": 400,
        }),
        Overflow::Anthropic => json!({ "type": "error", "error": {
            "type": "invalid_request_error",
            "message": format!("prompt is too long: {request} tokens > {window} maximum"),
        }}),
        Overflow::Gemini => json!([{ "error": {
            "code": 400,
            "message": format!(
                "The input token count ({request}) exceeds the maximum number of tokens allowed \
                 ({window})."
            ),
            "status": "INVALID_ARGUMENT",
        }}]),
    };
    (400, body)
}
