//! What is sent to a model: messages with images and tool calls, and the tools it may call.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{image::Image, tokens::Tokens};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    System,
    /// The user, or documents on the user's behalf.
    User,
    Assistant,
    /// A tool, with the result of one call.
    Tool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatMessage {
    pub role: Role,
    /// What is said; the result in a message of a tool.
    pub content: String,
    /// Images that ride on the user's message.
    pub images: Vec<Image>,
    pub tool_calls: Vec<ToolCall>,
    /// Which call a message of a tool answers.
    pub answers: Option<CallRef>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRef {
    pub id: String,
    /// The tool's name, which some protocols want again.
    pub tool: String,
}

/// A call of a tool, as the model made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Ties the result to the call. Made up by us where the server gives none.
    pub id: String,
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

impl ChatMessage {
    pub fn text(role: Role, content: impl Into<String>) -> Self {
        let content = content.into();
        Self { role, content, images: Vec::new(), tool_calls: Vec::new(), answers: None }
    }

    /// What the model said, and the tools that it called.
    pub fn calling(content: impl Into<String>, tool_calls: Vec<ToolCall>) -> Self {
        Self { tool_calls, ..Self::text(Role::Assistant, content) }
    }

    pub fn result(call: &ToolCall, content: impl Into<String>) -> Self {
        let answers = Some(CallRef { id: call.id.clone(), tool: call.name.clone() });
        Self { answers, ..Self::text(Role::Tool, content) }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    pub model: String,
    /// The messages in order.
    pub messages: Vec<ChatMessage>,
    /// The tools that are described to the model.
    pub tools: Vec<Tool>,
    /// Whether the model may call them now. If not, they are still described where the protocol
    /// wants it, because earlier messages have calls of them.
    pub may_call: bool,
    /// The context window that the budget was made for; Ollama is told it as `num_ctx`.
    pub window: Tokens,
    /// Maximum tokens of the answer.
    pub max_tokens: Option<Tokens>,
    /// Sampling temperature; the server's own default if `None`.
    pub temperature: Option<f32>,
    /// Sentences after which nothing of use comes: an answer that said something ends before them, and
    /// one that begins with them has them. Kept to by the engine; servers would leave the latter empty.
    pub ends: Vec<String>,
    /// What the answer must look like, as a grammar in GBNF with the rule `root`. Kept to by the engine; few servers
    /// know of such.
    pub grammar: Option<String>,
    /// Whether nobody waits for the answer. The engine answers questions before it.
    pub background: bool,
}

impl ChatRequest {
    /// A request without tools, whose answer may be as long as the server likes.
    pub fn new(model: impl Into<String>, messages: Vec<ChatMessage>, window: Tokens) -> Self {
        Self {
            model: model.into(),
            messages,
            tools: Vec::new(),
            may_call: false,
            window,
            max_tokens: None,
            temperature: None,
            ends: Vec::new(),
            grammar: None,
            background: false,
        }
    }
}
