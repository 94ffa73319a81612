//! `/v1/chat/completions` of OpenAI, llama.cpp, LM Studio, vLLM and many others.

mod body;
mod list;
mod provider;
mod stream;

pub(crate) use body::ToolBody;
pub(crate) use list::{entries, window_in};
pub(crate) use provider::API;
#[cfg(any(test, fuzzing))]
pub(crate) use stream::Chunks;
