//! What is said to a model: messages with images and tool calls, and the tools it may call.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The app's instructions.
    System,
    /// The user, or documents on the user's behalf.
    User,
    /// The model.
    Assistant,
    /// A tool, with the result of one call.
    Tool,
}

/// One message of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said; the result in a message of a tool.
    pub content: String,
    /// Images that ride on the user's message.
    pub images: Vec<Image>,
    /// The tools that the model calls.
    pub tool_calls: Vec<ToolCall>,
    /// Which call a message of a tool answers.
    pub answers: Option<Answered>,
}

/// The call that a tool's message answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The call's id.
    pub id: String,
    /// The tool's name, which some protocols want again.
    pub tool: String,
}

/// A call of a tool, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Ties the result to the call. Made up by us where the server gives none.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them: a JSON object, if it wrote one. An empty text means no
    /// arguments.
    pub arguments: String,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name: letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// What it does and when to use it, for the model.
    pub description: String,
    /// The JSON schema of its arguments, an object.
    pub parameters: Value,
}

/// An image's format, of those that all vision models take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF; models see its first frame.
    Gif,
    /// WebP.
    Webp,
}

/// An image for a model that sees.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Its format.
    pub format: ImageFormat,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The file's bytes.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({:?} {}×{})", self.format, self.width, self.height)
    }
}

impl ChatMessage {
    /// A message of plain text.
    pub fn text(role: Role, content: impl Into<String>) -> Self {
        let content = content.into();
        Self { role, content, images: Vec::new(), tool_calls: Vec::new(), answers: None }
    }

    /// What the model said, and the tools that it called.
    pub fn calling(content: impl Into<String>, tool_calls: Vec<ToolCall>) -> Self {
        Self { tool_calls, ..Self::text(Role::Assistant, content) }
    }

    /// The result of a call.
    pub fn result(call: &ToolCall, content: impl Into<String>) -> Self {
        let answers = Some(Answered { id: call.id.clone(), tool: call.name.clone() });
        Self { answers, ..Self::text(Role::Tool, content) }
    }
}

impl ImageFormat {
    /// The media type, e.g. `image/png`.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}
