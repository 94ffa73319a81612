//! What is said between people, models and servers: plain types that everything else is made of. They ask
//! nothing of the world and need nothing but `serde`.

mod answer;
mod counting;
mod error;
mod image;
mod message;
mod model;
mod tokens;

pub use answer::{FinishReason, Usage};
pub use counting::{CountReport, CountReports, Frame, RequestSizes};
pub use error::{Code, Error};
pub use image::{Image, ImageFormat};
pub use message::{CallRef, ChatMessage, ChatRequest, Role, Tool, ToolCall};
pub use model::{Ability, Capabilities, Model, Override, ProviderKind, Source, Window};
pub use tokens::{CountKind, TokenCount, Tokens};
