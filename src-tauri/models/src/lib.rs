//! Language models: where they are, what they can hold, and their answers as they come.

mod address;
mod answer;
mod anthropic;
mod blocking;
mod calls;
pub mod capabilities;
pub mod chat;
pub mod discover;
pub mod embed;
mod endpoint;
pub mod error;
mod lines;
mod message;
pub mod ollama;
pub mod openai;
mod pause;
mod persist;
mod pull;
mod recover;
mod refusal;
mod remote;
mod reply;
pub mod rerank;
pub mod rewrite;
mod secrets;
mod sse;
mod stream;
mod think;
pub mod tokens;
mod turns;

pub use capabilities::{Ability, Capabilities, Model, Override, Source, Window};
pub use chat::{
    ChatRequest, FinishReason, Provider, ProviderKind, Server, StreamEvent, Timing, Usage,
};
pub use discover::{Found, discover, discover_at};
pub use embed::{
    Embedder, EmbeddingModel, Languages, LocalEmbedder, Purpose, Resources, ServerEmbedder,
};
pub use error::{Code, Error};
pub use message::{Answered, ChatMessage, Image, ImageFormat, Role, Tool, ToolCall};
pub use pull::PullEvent;
pub use remote::Remote;
pub use rerank::{ChatReranker, EndpointReranker, Reranker};
pub use rewrite::{ChatRewriter, Rewriter};
pub use tokens::{CountKind, Encoding, TokenCount, TokenCounter, Tokens};
