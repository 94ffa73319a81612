//! Anthropic's messages, spoken by its own host and imitated by a few others.

mod body;
mod list;
mod provider;
mod stream;

pub(crate) use provider::Anthropic;
pub(crate) use provider::HOST;
#[cfg(any(test, fuzzing))]
pub(crate) use stream::Message;
