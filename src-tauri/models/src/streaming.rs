//! Streams answers: bytes, lines, events, thinking and calls.

mod call;
mod download;
mod event;
mod lines;
mod protocol;
mod pull;
mod repeats;
mod reply;
mod sse;
mod template;
mod think;

pub(crate) use call::{Call, Ending, answer, hand_on, stream};
pub use download::{download, file_error};
pub use event::StreamEvent;
pub(crate) use lines::Lines;
pub(crate) use protocol::{Fault, Protocol};
pub use pull::PullEvent;
pub(crate) use reply::{AnswerPart, Reply};
pub(crate) use sse::{Events, Payload};
