//! Language models: where they are, what they can hold, and their answers as they come.

pub mod chat;
pub mod discover;
pub mod error;
pub mod ollama;
pub mod openai;
pub mod tokens;

pub use chat::{
    ChatMessage, ChatRequest, FinishReason, Model, Provider, ProviderKind, Role, Server,
    StreamEvent, Usage, Window, WindowSource,
};
pub use discover::{Found, discover};
pub use error::{Code, Error};
pub use tokens::{CountKind, TokenCount, TokenCounter, Tokens};
