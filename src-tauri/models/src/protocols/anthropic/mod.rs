//! Anthropic's messages, as its own host speaks them and a few others imitate them.

mod body;
mod list;
mod provider;
mod stream;

pub(crate) use provider::Anthropic;
pub(crate) use provider::HOST;
#[cfg(any(test, fuzzing))]
pub(crate) use stream::Message;
