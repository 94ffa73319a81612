//! Answers as they come: bytes, lines, events, thinking and calls.

mod call;
mod event;
mod lines;
mod protocol;
mod pull;
mod reply;
mod sse;
mod think;

pub(crate) use call::{Call, answer};
pub use event::StreamEvent;
pub(crate) use lines::Lines;
pub(crate) use protocol::{Fault, Protocol};
pub use pull::PullEvent;
pub(crate) use reply::Reply;
pub(crate) use sse::{Events, Payload};
