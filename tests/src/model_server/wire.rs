//! Answers in pieces, in any of the protocols.

mod anthropic;
mod ollama;
mod open_ai;
mod step;

use serde_json::Value;

use super::said::{self, Message};
use super::script::{Counts, Protocol, Rule};
use super::written;
use step::Step;
pub(super) use step::Written;

pub(super) struct Wire {
    pub protocol: Protocol,
    model: String,
    pub messages: Vec<Message>,
    /// The tools' descriptions, as received.
    pub tools: String,
    /// The window that the request sets, in Ollama's protocol.
    pub window: Option<u32>,
    wants_usage: bool,
}

impl Wire {
    pub(super) fn new(protocol: Protocol, request: &Value) -> Self {
        let usage = &request["stream_options"]["include_usage"];
        let window = request["options"]["num_ctx"].as_u64();
        Self {
            protocol,
            model: request["model"].as_str().unwrap_or("scripted").to_owned(),
            messages: said::messages(request),
            tools: match &request["tools"] {
                Value::Null => String::new(),
                tools => tools.to_string(),
            },
            window: window.and_then(|window| u32::try_from(window).ok()),
            wants_usage: protocol != Protocol::OpenAi || usage == &Value::Bool(true),
        }
    }

    pub(super) fn content_type(&self) -> &'static str {
        match self.protocol {
            Protocol::OpenAi | Protocol::Anthropic => "text/event-stream",
            Protocol::Ollama => "application/x-ndjson",
        }
    }

    pub(super) fn write(&self, rule: &Rule) -> Written {
        let text = rule.text(&self.messages);
        let calls = rule.native_calls();
        let counts = rule.usage.unwrap_or_else(|| self.counts(text.len()));
        let counts = Some(counts).filter(|_| self.wants_usage && !rule.no_usage);

        let mut steps: Vec<Step> = rule.thinking.iter().cloned().map(Step::Thinking).collect();
        steps.extend(text.into_iter().map(Step::Text));
        for (n, call) in calls.iter().enumerate() {
            let (id, name) = (format!("call_scripted_{n}"), call.name.clone());
            steps.push(Step::Call(n, id, name));
            let length = rule.argument_pieces.unwrap_or(8);
            let pieces = written::pieces(&call.arguments_text(), length);
            steps.extend(pieces.into_iter().map(|piece| Step::Arguments(n, piece)));
        }
        let finish = rule.finish.as_deref();
        match self.protocol {
            Protocol::OpenAi => open_ai::write(&self.model, steps, calls, finish, counts),
            Protocol::Ollama => ollama::write(&self.model, steps, calls, finish, counts),
            Protocol::Anthropic => anthropic::write(&self.model, steps, calls, finish, counts),
        }
    }

    /// A keep-alive.
    pub(super) fn comment(&self) -> &'static str {
        match self.protocol {
            Protocol::OpenAi => ": keep-alive\n\n",
            Protocol::Ollama => "\n",
            Protocol::Anthropic => "event: ping\ndata: {\"type\": \"ping\"}\n\n",
        }
    }

    /// Rough counts, like those of a server without a tokenizer.
    pub(super) fn counts(&self, pieces: usize) -> Counts {
        let texts = self.messages.iter().map(|message| &message.text).chain([&self.tools]);
        let characters: usize = texts.map(|text| text.chars().count()).sum();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Counts { prompt: count(characters.div_ceil(4)), completion: count(pieces) }
    }
}
