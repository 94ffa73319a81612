//! Chunks of a chat completion in OpenAI's protocol.

use serde_json::{Value, json};

use super::step::{Step, Written};
use crate::model_server::{script::Counts, written::ScriptedCall};

pub(super) fn write(
    model: &str,
    steps: Vec<Step>,
    calls: &[ScriptedCall],
    finish: Option<&str>,
    counts: Option<Counts>,
) -> Written {
    let chunk = |choices: Value| {
        let chunk = json!({
            "id": "chatcmpl-scripted",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": model,
            "choices": choices,
        });
        format!("data: {chunk}\n\n")
    };
    let delta =
        |delta: Value| chunk(json!([{ "index": 0, "delta": delta, "finish_reason": null }]));
    let piece = |step: Step| {
        delta(match step {
            Step::Thinking(text) => json!({ "reasoning_content": text }),
            Step::Text(text) => json!({ "content": text }),
            Step::Call(n, id, name) => json!({ "tool_calls": [{
                "index": n,
                "id": id,
                "type": "function",
                "function": { "name": name, "arguments": "" },
            }]}),
            Step::Arguments(n, piece) => {
                json!({ "tool_calls": [{ "index": n, "function": { "arguments": piece } }] })
            }
        })
    };
    let usual = if calls.is_empty() { "stop" } else { "tool_calls" };
    let finish = finish.unwrap_or(usual);
    let mut end = chunk(json!([{ "index": 0, "delta": {}, "finish_reason": finish }]));
    if let Some(counts) = counts {
        let usage = json!({
            "prompt_tokens": counts.prompt,
            "completion_tokens": counts.completion,
            "total_tokens": counts.prompt + counts.completion,
        });
        let chunk = json!({ "id": "chatcmpl-scripted", "choices": [], "usage": usage });
        end += &format!("data: {chunk}\n\n");
    }
    end += "data: [DONE]\n\n";
    let error = json!({ "error": { "message": "The server is overloaded.", "code": 503 } });
    Written {
        pieces: steps.into_iter().map(piece).collect(),
        end,
        failure: format!("data: {error}\n\n"),
    }
}
