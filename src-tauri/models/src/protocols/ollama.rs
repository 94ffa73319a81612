//! Ollama's own API.

mod body;
mod list;
mod provider;
mod pull;
mod stream;

pub use list::LARGEST_UNASKED;
pub(crate) use provider::API;
#[cfg(any(test, fuzzing))]
pub(crate) use stream::JsonLines;
