use serde_json::Value;

use super::list::tokens;
use crate::calls::Part;
use crate::http::Refusal;
use crate::streaming::{Fault, Payload, Reply};
use conversation::model::{FinishReason, Usage};

#[derive(Default)]
pub(crate) struct Chunks;

impl Payload for Chunks {
    fn payload(&mut self, value: &Value, reply: &mut Reply) -> Result<(), Fault> {
        let is_error = value.get("error").is_some_and(|error| !error.is_null())
            || value.get("object").and_then(Value::as_str) == Some("error");
        if is_error {
            return Err(Fault::Refusal(Refusal::from_json(value)));
        }
        reply.spoken = true;
        if let Some(usage) = usage(value.get("usage")) {
            reply.usage = Some(usage);
        }
        // The last chunk has the usage and no choices.
        let Some(choice) = value.get("choices").and_then(|choices| choices.get(0)) else {
            return Ok(());
        };
        if choice.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Fault::Refusal(Refusal::from_json(choice)));
        }
        if let Some(said) = choice.get("delta").or_else(|| choice.get("message")) {
            read(said, reply);
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            // A few servers send an empty reason with every chunk.
            if !reason.is_empty() {
                reply.finish = Some(finish_reason(reason));
            }
        }
        Ok(())
    }
}

fn read(said: &Value, reply: &mut Reply) {
    let thinking = ["reasoning_content", "reasoning", "thinking"];
    if let Some(text) = thinking.iter().find_map(|name| said.get(*name)?.as_str()) {
        reply.thinking(text);
    }
    match said.get("content") {
        Some(Value::String(text)) => reply.content(text),
        // Content in typed parts, as in requests with images.
        Some(Value::Array(parts)) => {
            for part in parts {
                let text = |name: &str| part.get(name).and_then(Value::as_str);
                match (text("text"), text("thinking")) {
                    (Some(words), _) => reply.content(words),
                    (None, Some(words)) => reply.thinking(words),
                    // Mistral's thinking is another list of parts.
                    (None, None) => {
                        for inner in
                            part.get("thinking").and_then(Value::as_array).into_iter().flatten()
                        {
                            reply.thinking(
                                inner.get("text").and_then(Value::as_str).unwrap_or_default(),
                            );
                        }
                    }
                }
            }
        }
        _ => {}
    }
    // The model itself declines with these words; they are its answer.
    if let Some(words) = said.get("refusal").and_then(Value::as_str) {
        reply.content(words);
    }
    for call in said.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
        let index = call.get("index").and_then(Value::as_u64);
        reply.call(&Part::new(index, call.get("id"), call.get("function").unwrap_or(call)));
    }
    // The older form, which allows only one call.
    if let Some(function @ Value::Object(_)) = said.get("function_call") {
        reply.call(&Part::new(None, None, function));
    }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason.to_ascii_lowercase().as_str() {
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => FinishReason::Stop,
        "tool_calls" | "tool_call" | "function_call" | "tool_use" => FinishReason::ToolCalls,
        "length" | "max_tokens" | "model_length" => FinishReason::Length,
        "content_filter" | "content-filter" | "safety" | "recitation" => FinishReason::Filtered,
        _ => FinishReason::Other,
    }
}

fn usage(value: Option<&Value>) -> Option<Usage> {
    let value = value?;
    let prompt = tokens(value.get("prompt_tokens"))?;
    let completion = tokens(value.get("completion_tokens")).unwrap_or_default();
    Some(Usage { prompt, completion })
}
