//! JSON objects, one per line, of Ollama's protocol.

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
    let line = |message: Value| {
        json!({ "model": model, "message": message, "done": false }).to_string() + "\n"
    };
    // Calls are sent whole, without the pieces of their arguments.
    let piece = |step: Step| match step {
        Step::Thinking(text) => {
            Some(line(json!({ "role": "assistant", "content": "", "thinking": text })))
        }
        Step::Text(text) => Some(line(json!({ "role": "assistant", "content": text }))),
        Step::Call(n, id, name) => {
            let arguments = match &calls.get(n)?.arguments {
                Value::Null => json!({}),
                arguments => arguments.clone(),
            };
            let function = json!({ "index": n, "name": name, "arguments": arguments });
            let call = json!({ "id": id, "function": function });
            Some(line(json!({ "role": "assistant", "content": "", "tool_calls": [call] })))
        }
        Step::Arguments(..) => None,
    };
    let mut last = json!({
        "model": model,
        "message": { "role": "assistant", "content": "" },
        "done": true,
        "done_reason": finish.unwrap_or("stop"),
    });
    if let Some(counts) = counts {
        last["prompt_eval_count"] = counts.prompt.into();
        last["eval_count"] = counts.completion.into();
    }
    Written {
        pieces: steps.into_iter().filter_map(piece).collect(),
        end: format!("{last}\n"),
        failure: format!("{}\n", json!({ "error": "the server is overloaded" })),
    }
}
