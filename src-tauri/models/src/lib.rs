//! Language models: where they are, what they can hold, and their answers as they come.

mod address;
mod answer;
mod blocking;
pub mod chat;
pub mod discover;
pub mod embed;
mod endpoint;
pub mod error;
mod lines;
pub mod ollama;
pub mod openai;
mod persist;
mod refusal;
mod remote;
pub mod rerank;
pub mod rewrite;
mod stream;
mod think;
pub mod tokens;

pub use chat::{
    ChatMessage, ChatRequest, FinishReason, Model, Provider, ProviderKind, Role, Server,
    StreamEvent, Timing, Usage, Window, WindowSource,
};
pub use discover::{Found, discover, discover_at};
pub use embed::{
    Embedder, EmbeddingModel, Languages, LocalEmbedder, Purpose, Resources, ServerEmbedder,
};
pub use error::{Code, Error};
pub use remote::Remote;
pub use rerank::{ChatReranker, EndpointReranker, Reranker};
pub use rewrite::{ChatRewriter, Rewriter};
pub use tokens::{CountKind, Encoding, TokenCount, TokenCounter, Tokens};
