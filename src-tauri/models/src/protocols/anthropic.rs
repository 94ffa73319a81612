//! Anthropic's messages, spoken by its own host and imitated by a few others.

mod body;
mod list;
mod provider;
mod stream;

pub(crate) use provider::{API, HOST};
#[cfg(any(test, fuzzing))]
pub(crate) use stream::Message;
