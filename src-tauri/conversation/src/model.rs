//! Types for talking with models and servers: plain data without network access.

mod answer;
mod capabilities;
mod counting;
mod error;
mod image;
pub mod marks;
mod message;
pub mod said;
mod tokens;

pub use answer::{AnswerLimit, FinishReason, Usage};
pub use capabilities::{Ability, Capabilities, Model, Override, ProviderKind, Source, Window};
pub use counting::{Count, CountReport, CountReports, Frame, RequestSizes};
pub use error::{Code, Error};
pub use image::{Image, ImageFormat};
pub use message::{CallRef, ChatMessage, ChatRequest, Role, Tool, ToolCall};
pub use tokens::{CountKind, TokenCount, Tokens};
