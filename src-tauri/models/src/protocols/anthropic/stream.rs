use serde_json::Value;

use crate::calls::Part;
use crate::http::Refusal;
use crate::streaming::{Fault, Payload, Reply};
use conversation::model::{FinishReason, Tokens, Usage};

#[derive(Default)]
pub(crate) struct Message {
    prompt: u64,
    completion: u64,
}

impl Payload for Message {
    fn payload(&mut self, value: &Value, reply: &mut Reply) -> Result<(), Fault> {
        if value.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Fault::Refusal(Refusal::from_json(value)));
        }
        let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
        let index = value.get("index").and_then(Value::as_u64);
        let inside = |name: &str| value.get(name).unwrap_or(&Value::Null);
        match kind {
            "message_start" => self.count(inside("message").get("usage"), reply),
            "content_block_start" => block(index, inside("content_block"), reply),
            "content_block_delta" => delta(index, inside("delta"), reply),
            "message_delta" => {
                self.count(value.get("usage"), reply);
                finish(inside("delta"), reply)?;
            }
            "message_stop" => reply.complete = true,
            // A whole message, from a server that doesn't stream.
            "message" => {
                self.count(value.get("usage"), reply);
                let blocks = value.get("content").and_then(Value::as_array);
                for (at, content) in (0..).zip(blocks.into_iter().flatten()) {
                    block(Some(at), content, reply);
                }
                finish(value, reply)?;
                reply.complete = true;
            }
            // Block ends say nothing new, pings only show life, and the protocol reserves further events.
            "content_block_stop" | "ping" => {}
            _ => return Ok(()),
        }
        reply.spoken = true;
        Ok(())
    }
}

impl Message {
    /// Counts come at the beginning and, grown, at the end. Tokens read from and written into the cache are separate
    /// figures, but were sent as well.
    fn count(&mut self, usage: Option<&Value>, reply: &mut Reply) {
        let count =
            |name: &str| usage.and_then(|usage| usage.get(name)?.as_u64()).unwrap_or_default();
        let prompt = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
        self.prompt = self.prompt.max(prompt.into_iter().map(count).fold(0, u64::saturating_add));
        self.completion = self.completion.max(count("output_tokens"));
        if self.prompt > 0 {
            let tokens = |count: u64| Tokens(u32::try_from(count).unwrap_or(u32::MAX));
            let (prompt, completion) = (tokens(self.prompt), tokens(self.completion));
            reply.usage = Some(Usage { prompt, completion });
        }
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A block's beginning; in an answer that isn't streamed, the whole block.
fn block(index: Option<u64>, block: &Value, reply: &mut Reply) {
    match text(block, "type") {
        "text" => reply.content(text(block, "text")),
        "thinking" => reply.thinking(text(block, "thinking")),
        "tool_use" => {
            let input = block.get("input").filter(|input| {
                input.as_object().is_some_and(|fields| !fields.is_empty()) || input.is_string()
            });
            let input = input.map(|input| serde_json::json!({ "arguments": input }));
            let mut part =
                Part::new(index, block.get("id"), input.as_ref().unwrap_or(&Value::Null));
            part.name = text(block, "name");
            reply.call(&part);
        }
        _ => {}
    }
}

fn delta(index: Option<u64>, delta: &Value, reply: &mut Reply) {
    match text(delta, "type") {
        "text_delta" => reply.content(text(delta, "text")),
        "thinking_delta" => reply.thinking(text(delta, "thinking")),
        "input_json_delta" => {
            let piece = text(delta, "partial_json");
            reply.call(&Part { arguments: piece.into(), ..Part::at(index) });
        }
        // Signatures are for sending the thinking back, which we don't.
        _ => {}
    }
}

fn finish(said: &Value, reply: &mut Reply) -> Result<(), Fault> {
    reply.finish = match said.get("stop_reason").and_then(Value::as_str) {
        None => return Ok(()),
        Some("end_turn" | "stop_sequence") => Some(FinishReason::Stop),
        Some("tool_use") => Some(FinishReason::ToolCalls),
        Some("max_tokens") => Some(FinishReason::Length),
        // The window filled up while the model wrote; otherwise the request alone filled it.
        Some("model_context_window_exceeded") if reply.begun => Some(FinishReason::Length),
        Some(reason @ "model_context_window_exceeded") => {
            let error = serde_json::json!({ "type": reason, "message": "" });
            return Err(Fault::Refusal(Refusal::from_json(&error)));
        }
        Some("refusal") => Some(FinishReason::Filtered),
        Some(_) => Some(FinishReason::Other),
    };
    Ok(())
}
