//! `/v1/chat/completions` as OpenAI, llama.cpp, LM Studio, vLLM and many others speak it.

mod list;

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use serde::Serialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::chat::{Said, json};
use crate::endpoint::Endpoint;
use crate::refusal::Refusal;
use crate::stream::{self, Call, Fault, Protocol, Reply};
use crate::{
    ChatRequest, Error, FinishReason, Model, Provider, Server, StreamEvent, Timing, Tokens, Usage,
};
use list::tokens;
pub(crate) use list::{entries, window_in};

/// A server that speaks OpenAI's protocol.
pub(crate) struct OpenAi {
    server: Server,
    endpoint: Endpoint,
}

impl OpenAi {
    pub(crate) fn new(server: Server, timing: Timing) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint })
    }
}

impl Provider for OpenAi {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        // OpenAI's newer models refuse the old name, and its imitators don't know the new one.
        let renamed = self.endpoint.address.host() == "api.openai.com";
        json(&Body {
            model: &request.model,
            messages: Said::all(&request.messages),
            stream: true,
            stream_options: StreamOptions { include_usage: true },
            max_tokens: request.max_tokens.filter(|_| !renamed),
            max_completion_tokens: request.max_tokens.filter(|_| renamed),
            temperature: request.temperature,
        })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        self.list().boxed()
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let call = Call {
            endpoint: self.endpoint.clone(),
            url: self.endpoint.address.in_api("/chat/completions"),
            body,
            protocol: || Box::<ServerSentEvents>::default(),
        };
        stream::answer(call, cancel)
    }
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Said<'a>>,
    stream: bool,
    stream_options: StreamOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// Reads server-sent events whose data is a chunk of a chat completion.
#[derive(Default)]
struct ServerSentEvents {
    /// The data of the event that is being read.
    data: String,
    /// What came outside of events, as long as there was no event.
    outside: String,
}

/// No event, and no answer that isn't streamed, is longer than this.
const LONGEST: usize = 8 * 1024 * 1024;

impl Protocol for ServerSentEvents {
    fn line(&mut self, line: &str, reply: &mut Reply) -> Result<(), Fault> {
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            // Several lines of one event belong together, but some servers leave out the empty
            // line between events: what is whole already is an event of its own.
            if !self.data.is_empty() {
                if is_whole(&self.data) {
                    self.dispatch(reply)?;
                } else {
                    self.data.push('\n');
                }
            }
            self.data.push_str(data);
            return if self.data.len() > LONGEST {
                Err(Fault::Garbage("an event without end".to_owned()))
            } else {
                Ok(())
            };
        }
        if line.is_empty() {
            return self.dispatch(reply);
        }
        let is_field = ["event:", "id:", "retry:", ":"].iter().any(|name| line.starts_with(name));
        if is_field {
            return Ok(());
        }
        // Not an event: an error, or a whole answer from a server that doesn't stream.
        if let Ok(value @ Value::Object(_)) = serde_json::from_str(line) {
            return payload(&value, reply);
        }
        if !reply.spoken && self.outside.len() + line.len() < LONGEST {
            self.outside.push_str(line);
            self.outside.push('\n');
        }
        Ok(())
    }

    fn end(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        self.dispatch(reply)?;
        if reply.spoken || self.outside.is_empty() {
            return Ok(());
        }
        match serde_json::from_str(&self.outside) {
            Ok(value @ Value::Object(_)) => payload(&value, reply),
            _ => Err(Fault::Garbage(std::mem::take(&mut self.outside))),
        }
    }
}

impl ServerSentEvents {
    fn dispatch(&mut self, reply: &mut Reply) -> Result<(), Fault> {
        let data = std::mem::take(&mut self.data);
        let data = data.trim();
        if data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            reply.spoken = true;
            reply.complete = true;
            return Ok(());
        }
        match serde_json::from_str(data) {
            Ok(value @ Value::Object(_)) => payload(&value, reply),
            _ => Err(Fault::Garbage(data.to_owned())),
        }
    }
}

fn is_whole(data: &str) -> bool {
    data.trim() == "[DONE]" || serde_json::from_str::<serde::de::IgnoredAny>(data).is_ok()
}

/// Reads a chunk of a completion, or a whole completion.
fn payload(value: &Value, reply: &mut Reply) -> Result<(), Fault> {
    let is_error = value.get("error").is_some_and(|error| !error.is_null())
        || value.get("object").and_then(Value::as_str) == Some("error");
    if is_error {
        return Err(Fault::Refusal(Refusal::from_json(value)));
    }
    reply.spoken = true;
    if let Some(usage) = usage(value.get("usage")) {
        reply.usage = Some(usage);
    }
    // The last chunk, with the usage, has no choices.
    let Some(choice) = value.get("choices").and_then(|choices| choices.get(0)) else {
        return Ok(());
    };
    if choice.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Fault::Refusal(Refusal::from_json(choice)));
    }
    if let Some(said) = choice.get("delta").or_else(|| choice.get("message")) {
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
                        (None, None) => {}
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
        // A few servers send an empty reason with every chunk.
        if !reason.is_empty() {
            reply.finish = Some(finish_reason(reason));
        }
    }
    Ok(())
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason.to_ascii_lowercase().as_str() {
        "stop" | "eos" | "eos_token" | "end_turn" | "stop_sequence" => FinishReason::Stop,
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
