//! Ollama's own API.

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use serde::Serialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::chat::{Said, json};
use crate::endpoint::Endpoint;
use crate::refusal::Refusal;
use crate::stream::{self, Call, Fault, Protocol, Reply};
use crate::{
    ChatRequest, Error, FinishReason, Model, Provider, Server, Source, StreamEvent, Timing, Tokens,
    Usage, Window,
};

/// The largest window that is taken without being asked for.
///
/// Ollama reserves memory for the whole window when it loads a model. Many models could hold
/// 131,072 tokens, which takes more memory than most machines have; 16,384 take about 2 GB with a
/// model of 8 billion parameters. Who has the memory sets a larger window, here or in the
/// Modelfile.
pub const LARGEST_UNASKED: Tokens = Tokens(16_384);

/// How many models are asked for their window at a time.
const AT_A_TIME: usize = 8;

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

    async fn list(&self) -> Result<Vec<Model>, Error> {
        let listed = self
            .endpoint
            .ask(self.endpoint.address.beside("/api/tags"), None)
            .await
            .map_err(|failure| failure.error)?;
        let Some(entries) = listed.get("models").and_then(Value::as_array) else {
            return Err(self.endpoint.garbage(&listed.to_string()));
        };
        let names: Vec<String> = entries
            .iter()
            .filter_map(|entry| entry.get("name").or_else(|| entry.get("model"))?.as_str())
            .map(str::to_owned)
            .collect();
        let models = futures::stream::iter(names.into_iter().map(|name| self.model(name)));
        Ok(models.buffered(AT_A_TIME).filter_map(std::future::ready).collect().await)
    }

    /// A model with its window, or `None` if it can't answer.
    async fn model(&self, name: String) -> Option<Model> {
        let url = self.endpoint.address.beside("/api/show");
        let asked = serde_json::json!({ "model": name });
        let window = match self.endpoint.ask(url, Some(&asked)).await {
            Ok(shown) if !can_chat(&shown) => return None,
            Ok(shown) => window_in(&shown),
            Err(_) => Window::ASSUMED,
        };
        Some(Model { window, ..Model::named(name) })
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

/// Whether a model can answer. Older versions don't say what a model can.
fn can_chat(shown: &Value) -> bool {
    let capabilities = shown.get("capabilities").and_then(Value::as_array);
    capabilities.is_none_or(|list| list.is_empty() || list.iter().any(|can| can == "completion"))
}

/// The window to use: the Modelfile's; else what the model can hold, up to [`LARGEST_UNASKED`].
fn window_in(shown: &Value) -> Window {
    let told = |tokens| Window { tokens, source: Source::Server };
    let in_modelfile = shown
        .get("parameters")
        .and_then(Value::as_str)
        .into_iter()
        .flat_map(str::lines)
        .find_map(|line| line.trim().strip_prefix("num_ctx")?.trim().parse::<u32>().ok());
    if let Some(tokens) = in_modelfile.filter(|tokens| *tokens > 0) {
        return told(Tokens(tokens));
    }
    let largest = shown.get("model_info").and_then(Value::as_object).and_then(|info| {
        info.iter()
            .find(|(name, _)| name.ends_with(".context_length"))
            .and_then(|(_, length)| length.as_u64())
    });
    match largest {
        None | Some(0) => Window::ASSUMED,
        Some(largest) if largest <= u64::from(LARGEST_UNASKED.0) => {
            told(Tokens(u32::try_from(largest).unwrap_or(LARGEST_UNASKED.0)))
        }
        Some(_) => Window { tokens: LARGEST_UNASKED, source: Source::Assumed },
    }
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
