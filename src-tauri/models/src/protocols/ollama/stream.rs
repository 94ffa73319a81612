use serde_json::Value;

use crate::calls::Part;
use crate::http::Refusal;
use crate::streaming::{Fault, Protocol, Reply};
use conversation::model::{FinishReason, Tokens, Usage};

pub(crate) struct JsonLines;

impl Protocol for JsonLines {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let Ok(value @ Value::Object(_)) = serde_json::from_str::<Value>(line) else {
            return Err(Fault::Garbage(line.to_owned()));
        };
        if value.get("error").is_some_and(|error| !error.is_null()) {
            return Err(Fault::Refusal(Refusal::from_json(&value)));
        }
        reply.spoken = true;
        if let Some(message) = value.get("message") {
            let text = |name: &str| message.get(name).and_then(Value::as_str).unwrap_or_default();
            reply.thinking(text("thinking"));
            reply.content(text("content"));
            for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
                // Calls are complete. Their index is unreliable: versions before 0.9 have none, and others restart
                // with each line.
                let function = call.get("function").unwrap_or(call);
                reply.whole_call(&Part::new(None, call.get("id"), function));
            }
        }
        if value.get("done").and_then(Value::as_bool) == Some(true) {
            reply.usage = usage(&value);
            reply.finish = Some(match value.get("done_reason").and_then(Value::as_str) {
                // Versions before 0.2 gave no reason.
                None | Some("stop" | "") => FinishReason::Stop,
                Some("tool_calls") => FinishReason::ToolCalls,
                Some("length") => FinishReason::Length,
                Some(_) => FinishReason::Other,
            });
            reply.complete = true;
        }
        Ok(())
    }
}

/// Older versions omit the prompt's count when it was cached; then there is nothing to learn.
fn usage(value: &Value) -> Option<Usage> {
    let count = |name: &str| {
        let count = value.get(name)?.as_u64()?;
        Some(Tokens(u32::try_from(count).unwrap_or(u32::MAX)))
    };
    let prompt = count("prompt_eval_count").filter(|tokens| tokens.0 > 0)?;
    Some(Usage { prompt, completion: count("eval_count").unwrap_or_default() })
}
