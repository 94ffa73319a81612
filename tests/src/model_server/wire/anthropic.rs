//! Events of Anthropic's protocol.

use serde_json::{Value, json};

use super::step::{Step, Written};
use crate::model_server::{script::Counts, written::ScriptedCall};

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Thinking,
    Text,
    Call(usize),
}

pub(super) fn write(
    model: &str,
    steps: Vec<Step>,
    calls: &[ScriptedCall],
    finish: Option<&str>,
    counts: Option<Counts>,
) -> Written {
    let prompt = counts.map_or(0, |counts| counts.prompt);
    let usage = json!({
        "input_tokens": prompt / 2,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": prompt - prompt / 2,
        "output_tokens": 1,
    });
    let mut message = json!({
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": null,
        "stop_sequence": null,
    });
    if counts.is_some() {
        message["usage"] = usage;
    }
    let mut before = event(json!({ "type": "message_start", "message": message }));
    let mut open: Option<(usize, Kind)> = None;
    let mut pieces = Vec::new();
    for step in steps {
        let (kind, block, delta) = parts(step);
        // Continues the open block or begins a new one.
        let index = match open {
            Some((index, begun)) if begun == kind => index,
            _ => {
                let index = open.map_or(0, |(index, _)| index + 1);
                if index > 0 {
                    before += &stop(index - 1);
                }
                let start = json!({ "type": "content_block_start", "index": index, "content_block": block });
                before += &event(start);
                open = Some((index, kind));
                index
            }
        };
        let mut piece = std::mem::take(&mut before);
        if let Some(delta) = delta {
            let delta = json!({ "type": "content_block_delta", "index": index, "delta": delta });
            piece += &event(delta);
        }
        pieces.push(piece);
    }
    let mut end = before;
    if let Some((index, _)) = open {
        end += &stop(index);
    }
    let usual = if calls.is_empty() { "end_turn" } else { "tool_use" };
    let reason = match finish.unwrap_or(usual) {
        // Maps the other protocols' words, so that one rule fits all.
        "length" => "max_tokens",
        "stop" => "end_turn",
        reason => reason,
    };
    let mut last = json!({
        "type": "message_delta",
        "delta": { "stop_reason": reason, "stop_sequence": null },
    });
    if let Some(counts) = counts {
        last["usage"] = json!({ "output_tokens": counts.completion });
    }
    end += &event(last);
    end += &event(json!({ "type": "message_stop" }));
    let error = json!({ "type": "overloaded_error", "message": "Overloaded" });
    Written { pieces, end, failure: event(json!({ "type": "error", "error": error })) }
}

/// A step's kind of block, the block's first event, and the step's addition to it.
fn parts(step: Step) -> (Kind, Value, Option<Value>) {
    match step {
        Step::Thinking(text) => (
            Kind::Thinking,
            json!({ "type": "thinking", "thinking": "", "signature": "" }),
            Some(json!({ "type": "thinking_delta", "thinking": text })),
        ),
        Step::Text(text) => (
            Kind::Text,
            json!({ "type": "text", "text": "" }),
            Some(json!({ "type": "text_delta", "text": text })),
        ),
        Step::Call(n, id, name) => (
            Kind::Call(n),
            json!({ "type": "tool_use", "id": id, "name": name, "input": {} }),
            None,
        ),
        Step::Arguments(n, piece) => (
            Kind::Call(n),
            Value::Null,
            Some(json!({ "type": "input_json_delta", "partial_json": piece })),
        ),
    }
}

fn stop(index: usize) -> String {
    event(json!({ "type": "content_block_stop", "index": index }))
}

fn event(data: Value) -> String {
    let name = data["type"].as_str().unwrap_or_default().to_owned();
    format!("event: {name}\ndata: {data}\n\n")
}
