//! Ollama's own API.

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
pub use list::LARGEST_UNASKED;

/// A server that speaks Ollama's protocol.
pub(crate) struct Ollama {
    server: Server,
    endpoint: Endpoint,
}

impl Ollama {
    pub(crate) fn new(server: Server, timing: Timing) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint })
    }
}

impl Provider for Ollama {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        json(&Body {
            model: &request.model,
            messages: Said::all(&request.messages),
            stream: true,
            truncate: false,
            shift: false,
            options: Options {
                num_ctx: request.window,
                num_predict: request.max_tokens,
                temperature: request.temperature,
            },
        })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        self.list().boxed()
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let call = Call {
            endpoint: self.endpoint.clone(),
            url: self.endpoint.address.beside("/api/chat"),
            body,
            protocol: || Box::new(JsonLines),
        };
        stream::answer(call, cancel)
    }
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Said<'a>>,
    stream: bool,
    /// Left alone, Ollama answers a request that is too long from the part that fits, and says
    /// nothing. Then the receipt would lie. These two make it refuse (from 0.12.6 on).
    truncate: bool,
    shift: bool,
    options: Options,
}

#[derive(Serialize)]
struct Options {
    num_ctx: Tokens,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

/// Reads one JSON object a line.
struct JsonLines;

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
        }
        if value.get("done").and_then(Value::as_bool) == Some(true) {
            reply.usage = usage(&value);
            reply.finish = Some(match value.get("done_reason").and_then(Value::as_str) {
                // Versions before 0.2 gave no reason.
                None | Some("stop" | "") => FinishReason::Stop,
                Some("length") => FinishReason::Length,
                Some(_) => FinishReason::Other,
            });
            reply.complete = true;
        }
        Ok(())
    }
}

/// The counts of the last line. Where the prompt's is missing (older versions leave it out when the
/// prompt was cached), there is none to learn from.
fn usage(value: &Value) -> Option<Usage> {
    let count = |name: &str| {
        let count = value.get(name)?.as_u64()?;
        Some(Tokens(u32::try_from(count).unwrap_or(u32::MAX)))
    };
    let prompt = count("prompt_eval_count").filter(|tokens| tokens.0 > 0)?;
    Some(Usage { prompt, completion: count("eval_count").unwrap_or_default() })
}
