//! Talking with a model: the request, the stream of its answer, and what a server must offer.

use std::sync::Arc;
use std::time::Duration;

use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use crate::address::Address;
use crate::anthropic::Anthropic;
use crate::ollama::Ollama;
use crate::openai::OpenAi;
use crate::pull::{PullEvent, refused};
use crate::{ChatMessage, Error, Model, Tokens, Tool, ToolCall};

/// What is sent to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The model's name at its server.
    pub model: String,
    /// The messages in order.
    pub messages: Vec<ChatMessage>,
    /// The tools that are described to the model.
    pub tools: Vec<Tool>,
    /// Whether the model may call them now. If not, they are still described where the protocol
    /// wants it, because earlier messages have calls of them.
    pub may_call: bool,
    /// The context window that the budget was made for; Ollama is told it as `num_ctx`.
    pub window: Tokens,
    /// The longest answer wanted.
    pub max_tokens: Option<Tokens>,
    /// Sampling temperature; the server's own default if `None`.
    pub temperature: Option<f32>,
}

impl ChatRequest {
    /// A request without tools, whose answer may be as long as the server likes.
    pub fn new(model: impl Into<String>, messages: Vec<ChatMessage>, window: Tokens) -> Self {
        Self {
            model: model.into(),
            messages,
            tools: Vec::new(),
            may_call: false,
            window,
            max_tokens: None,
            temperature: None,
        }
    }
}

/// Which protocol a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    /// Ollama's own API.
    Ollama,
    /// `/v1/chat/completions` as OpenAI, llama.cpp, LM Studio, vLLM and others speak it.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
}

impl ProviderKind {
    /// Whether such a server loads models on request.
    pub fn can_pull(self) -> bool {
        self == Self::Ollama
    }
}

/// A server and how to reach it.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    /// Its protocol.
    pub kind: ProviderKind,
    /// Its address, e.g. `http://127.0.0.1:11434`; with `/v1` or a slash at its end it works as
    /// well.
    pub base_url: String,
    /// Its key, if it wants one. Never written anywhere.
    pub key: Option<String>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("kind", &self.kind)
            .field("base_url", &self.shown())
            .field("key", &self.key.as_ref().map(|_| "…"))
            .finish()
    }
}

/// Tokens as the server counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    pub prompt: Tokens,
    /// Tokens of the answer.
    pub completion: Tokens,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// The model called tools and waits for their results.
    ToolCalls,
    /// The answer reached its length. Calls that came whole before are given out nevertheless.
    Length,
    /// The server held it back, or the model declined, after a part of it had come. Where nothing
    /// came the stream fails with [`Code::ContentRefused`](crate::Code::ContentRefused).
    Filtered,
    /// Something else, or nothing was said.
    Other,
}

/// A piece of an answer. A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone)]
pub enum StreamEvent {
    /// Text of the answer.
    Text(String),
    /// The model's thinking; never part of the answer.
    Thinking(String),
    /// A call of a tool, whole. Calls come right before the end: if an answer breaks off, nothing is
    /// called. Calls that the model wrote into its text, because it or its server knows no better,
    /// come in the same way, and not as text.
    ToolCall(ToolCall),
    /// The call failed before anything of the answer came, and is tried again after a pause.
    Waiting {
        /// How long.
        pause: Duration,
        /// What went wrong.
        error: Error,
    },
    /// The end.
    Done {
        /// Why.
        finish: FinishReason,
        /// The server's count, if it told one.
        usage: Option<Usage>,
    },
    /// The end, because the caller cancelled.
    Cancelled,
    /// The end, because something went wrong.
    Failed(Error),
}

impl StreamEvent {
    /// Whether this is the last event of its stream.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done { .. } | Self::Cancelled | Self::Failed(_))
    }
}

/// What speaks with a server. Built by [`Server::connect`].
pub trait Provider: Send + Sync {
    /// The server.
    fn server(&self) -> &Server;

    /// The exact bytes of the HTTP body that [`Provider::chat`] sends for this request. The receipt
    /// keeps them.
    fn body(&self, request: &ChatRequest) -> String;

    /// The models that the server offers.
    fn models(&self) -> futures::future::BoxFuture<'_, Result<Vec<Model>, Error>>;

    /// Sends `body` (made by [`Provider::body`]) and streams the answer. Cancelling closes the
    /// connection and ends the stream with `Cancelled`; dropping the stream closes it as well. The
    /// stream needs a tokio runtime.
    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent>;

    /// Has the server load the model `name` from its registry, and streams the progress. Cancelling
    /// closes the connection; what was loaded is kept by the server for another time. Of our
    /// protocols only Ollama's can do that ([`ProviderKind::can_pull`]): the others end in `Failed`
    /// at once.
    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        let _ = (name, cancel);
        refused(self.server())
    }
}

/// How long to wait for a server, and how often to try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// The longest time for a server to accept a connection.
    pub connect: Duration,
    /// The longest silence before the first piece of an answer. A model on a slow machine may read
    /// a long request for minutes, so this is generous. A sign of life starts it anew.
    pub first_token: Duration,
    /// The longest silence within an answer.
    pub idle: Duration,
    /// The longest time for a question about models.
    pub question: Duration,
    /// How often a call is tried again, if nothing of its answer came and the failure is a passing
    /// one: too many requests (429), a server that is overloaded, starts, or is hidden behind
    /// another (502, 503, 529), a lost connection. A 500 isn't: local servers say it for what lasts,
    /// such as too little memory. Nor is a 504, for the model behind it may still be working.
    pub retries: u32,
    /// The pause before the first new try, doubled for each one after it. What the server asks for
    /// (`Retry-After`) goes before it.
    pub backoff: Duration,
    /// A server that asks for a longer pause than this isn't waited for: the call fails, and says
    /// how long.
    pub longest_wait: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_token: Duration::from_secs(120),
            idle: Duration::from_secs(60),
            question: Duration::from_secs(10),
            retries: 2,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(20),
        }
    }
}

impl Server {
    /// A provider for this server. Nothing is sent yet.
    ///
    /// # Errors
    /// [`Code::BadSetting`](crate::Code::BadSetting) if the address isn't one, or the key can't be
    /// one.
    pub fn connect(&self) -> Result<Arc<dyn Provider>, Error> {
        self.connect_with(Timing::default())
    }

    /// A provider that waits as long as it is told.
    ///
    /// # Errors
    /// As [`Server::connect`].
    pub fn connect_with(&self, timing: Timing) -> Result<Arc<dyn Provider>, Error> {
        Ok(match self.kind {
            ProviderKind::Ollama => Arc::new(Ollama::new(self.clone(), timing)?),
            ProviderKind::OpenAi => Arc::new(OpenAi::new(self.clone(), timing)?),
            ProviderKind::Anthropic => Arc::new(Anthropic::new(self.clone(), timing)?),
        })
    }

    /// The address for people: without a password, and without what is the API's path.
    pub fn shown(&self) -> String {
        Address::parse(&self.base_url, self.kind)
            .map_or_else(|_| "(no valid address)".to_owned(), |address| address.shown())
    }

    /// The address in the one form in which addresses are compared: as [`Server::shown`], and this
    /// machine is always `127.0.0.1`.
    pub fn place(&self) -> String {
        Address::parse(&self.base_url, self.kind)
            .map_or_else(|_| "(no valid address)".to_owned(), |address| address.place())
    }

    /// Whether the address has a name, a password or a key in it.
    pub fn has_credentials(&self) -> bool {
        Address::parse(&self.base_url, self.kind).is_ok_and(|address| address.has_credentials())
    }
}

/// A body as it is sent. The bodies are plain structs of strings and numbers, which always become
/// JSON; should one not, the server refuses the empty body, and says so.
pub(crate) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}
