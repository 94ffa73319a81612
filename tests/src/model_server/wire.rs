//! The two protocols: lists of models, and answers in pieces.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::Stream;
use serde_json::{Value, json};

use super::{Counts, Leaving, ListedModel, Protocol, Rule, Shared};

/// How one request is answered.
pub(super) struct Wire {
    protocol: Protocol,
    model: String,
    messages: Vec<Value>,
    wants_usage: bool,
}

impl Wire {
    pub(super) fn new(protocol: Protocol, request: &Value) -> Self {
        let usage = &request["stream_options"]["include_usage"];
        Self {
            protocol,
            model: request["model"].as_str().unwrap_or("scripted").to_owned(),
            messages: request["messages"].as_array().cloned().unwrap_or_default(),
            wants_usage: protocol == Protocol::Ollama || usage == &Value::Bool(true),
        }
    }

    pub(super) fn content_type(&self) -> &'static str {
        match self.protocol {
            Protocol::OpenAi => "text/event-stream",
            Protocol::Ollama => "application/x-ndjson",
        }
    }

    fn piece(&self, text: &str, thinking: bool) -> String {
        match self.protocol {
            Protocol::OpenAi => {
                let field = if thinking { "reasoning_content" } else { "content" };
                self.event(json!([{ "index": 0, "delta": { field: text }, "finish_reason": null }]))
            }
            Protocol::Ollama => {
                let mut message = json!({ "role": "assistant", "content": "" });
                message[if thinking { "thinking" } else { "content" }] = text.into();
                json!({ "model": self.model, "message": message, "done": false }).to_string() + "\n"
            }
        }
    }

    fn event(&self, choices: Value) -> String {
        let chunk = json!({
            "id": "chatcmpl-scripted",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": self.model,
            "choices": choices,
        });
        format!("data: {chunk}\n\n")
    }

    fn end(&self, finish: &str, counts: Option<Counts>) -> String {
        match self.protocol {
            Protocol::OpenAi => {
                let mut end =
                    self.event(json!([{ "index": 0, "delta": {}, "finish_reason": finish }]));
                if let Some(counts) = counts {
                    let usage = json!({
                        "prompt_tokens": counts.prompt,
                        "completion_tokens": counts.completion,
                        "total_tokens": counts.prompt + counts.completion,
                    });
                    let chunk = json!({ "id": "chatcmpl-scripted", "choices": [], "usage": usage });
                    end += &format!("data: {chunk}\n\n");
                }
                end + "data: [DONE]\n\n"
            }
            Protocol::Ollama => {
                let mut last = json!({
                    "model": self.model,
                    "message": { "role": "assistant", "content": "" },
                    "done": true,
                    "done_reason": finish,
                });
                if let Some(counts) = counts {
                    last["prompt_eval_count"] = counts.prompt.into();
                    last["eval_count"] = counts.completion.into();
                }
                last.to_string() + "\n"
            }
        }
    }

    /// Counts as a server that knows no tokenizer might report them.
    fn counts(&self, pieces: usize) -> Counts {
        let characters: usize = self
            .messages
            .iter()
            .filter_map(|message| message["content"].as_str())
            .map(|content| content.chars().count())
            .sum();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Counts { prompt: count(characters.div_ceil(4)), completion: count(pieces) }
    }
}

/// One thing to do while streaming.
enum Step {
    Send(String),
    Pause(Duration),
    Hold,
    Break,
}

/// The body of an answer, as the rule wants it.
pub(super) fn stream(
    rule: Rule,
    wire: Wire,
    shared: Arc<Shared>,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    let leaving = Leaving { shared, finished: false };
    futures::stream::unfold((steps(&rule, &wire), leaving), |(mut steps, mut leaving)| async move {
        loop {
            match steps.pop_front() {
                Some(Step::Send(text)) => {
                    // When the last piece is handed over, whoever leaves then has had it all.
                    leaving.finished = steps.is_empty();
                    return Some((Ok(Bytes::from(text)), (steps, leaving)));
                }
                Some(Step::Pause(time)) => tokio::time::sleep(time).await,
                Some(Step::Hold) => {
                    let mut released = leaving.shared.released.subscribe();
                    // The sender is in `shared`, so this can't fail.
                    let _ = released.changed().await;
                }
                Some(Step::Break) => {
                    // A pause in which the pieces before are written out; they would be lost else.
                    tokio::task::yield_now().await;
                    leaving.finished = true;
                    return Some((Err(io::Error::other("broken by the script")), (steps, leaving)));
                }
                None => {
                    leaving.finish();
                    return None;
                }
            }
        }
    })
}

fn steps(rule: &Rule, wire: &Wire) -> VecDeque<Step> {
    let mut pieces: Vec<String> = Vec::new();
    let end = if let Some(raw) = &rule.raw {
        pieces.extend(raw.iter().map(|line| format!("{line}\n")));
        None
    } else {
        let text = rule.text(&wire.messages);
        let counts = rule.usage.unwrap_or_else(|| wire.counts(text.len()));
        let counts = Some(counts).filter(|_| wire.wants_usage && !rule.no_usage);
        pieces.extend(rule.thinking.iter().map(|piece| wire.piece(piece, true)));
        pieces.extend(text.iter().map(|piece| wire.piece(piece, false)));
        Some(wire.end(rule.finish.as_deref().unwrap_or("stop"), counts))
    };
    let mut steps = VecDeque::new();
    for number in 0..=pieces.len() {
        if rule.break_after == Some(number) {
            steps.push_back(Step::Break);
            return steps;
        }
        if rule.hold_after == Some(number) {
            steps.push_back(Step::Hold);
        }
        if let Some(piece) = pieces.get_mut(number) {
            if rule.delay_ms > 0 {
                steps.push_back(Step::Pause(Duration::from_millis(rule.delay_ms)));
            }
            steps.push_back(Step::Send(std::mem::take(piece)));
        }
    }
    steps.extend(end.map(Step::Send));
    steps
}

pub(super) fn open_ai_list(models: &[ListedModel]) -> Value {
    let data: Vec<Value> = models
        .iter()
        .map(|model| {
            let mut entry = json!({ "id": model.name, "object": "model", "owned_by": "scripted" });
            if let Some(window) = model.window {
                entry["meta"] = json!({ "n_ctx": window });
            }
            entry
        })
        .collect();
    json!({ "object": "list", "data": data })
}

pub(super) fn ollama_list(models: &[ListedModel]) -> Value {
    let models: Vec<Value> =
        models.iter().map(|model| json!({ "name": model.name, "model": model.name })).collect();
    json!({ "models": models })
}

pub(super) fn ollama_show(models: &[ListedModel], request: &Value) -> Value {
    let window = models
        .iter()
        .find(|model| request["model"] == model.name.as_str())
        .and_then(|model| model.window);
    let info =
        window.map_or_else(|| json!({}), |window| json!({ "scripted.context_length": window }));
    json!({ "model_info": info, "capabilities": ["completion"] })
}
