//! Servers' protocols, one folder each: the body of a request, the stream of the answer, the list of models.

mod anthropic;
mod connect;
mod engine;
mod http_provider;
mod ollama;
mod openai;
mod provider;
mod turns;

pub(crate) use anthropic::HOST as ANTHROPIC_HOST;
pub use engine::{InstalledEngine, install_engine, installed_engine};
pub use ollama::LARGEST_UNASKED;
pub(crate) use openai::{entries, window_in};
pub use provider::Provider;
#[cfg(any(test, fuzzing))]
pub(crate) use {anthropic::Message, ollama::JsonLines, openai::Chunks};
