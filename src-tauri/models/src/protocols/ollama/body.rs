use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocols::openai::ToolBody;
use crate::protocols::turns::{alternating, arguments};
use conversation::model::{ChatMessage, ChatRequest, Role, Tokens, ToolCall};

/// The model stays loaded this long after an answer. Ollama's default of five minutes is shorter than people read and
/// think between two questions, and loading takes longer than answering.
const KEEP_ALIVE: &str = "30m";

#[derive(Serialize)]
pub(crate) struct Body<'a> {
    model: &'a str,
    messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolBody<'a>>,
    stream: bool,
    keep_alive: &'static str,
    /// By default Ollama silently truncates a too long request, and the receipt would be wrong. These two make it
    /// refuse (from 0.12.6 on).
    truncate: bool,
    shift: bool,
    options: Options,
}

#[derive(Serialize)]
struct Options {
    num_ctx: Tokens,
    #[serde(skip_serializing_if = "Option::is_none")]
    num_predict: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[derive(Serialize)]
struct Message {
    role: Role,
    content: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<CallBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<String>,
}

#[derive(Serialize)]
struct CallBody {
    function: Function,
}

#[derive(Serialize)]
struct Function {
    name: String,
    arguments: Map<String, Value>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(request: &'a ChatRequest) -> Self {
        // Tools can't be described and forbidden at once. Earlier calls of undescribed tools are harmless here.
        let tools = if request.may_call { request.tools.as_slice() } else { &[] };
        Self {
            model: &request.model,
            messages: alternating(&request.messages)
                .iter()
                .map(|said| Message::new(said))
                .collect(),
            tools: ToolBody::all(tools),
            stream: true,
            keep_alive: KEEP_ALIVE,
            truncate: false,
            shift: false,
            options: Options {
                num_ctx: request.window,
                num_predict: request.max_tokens,
                temperature: request.temperature,
            },
        }
    }
}

impl Message {
    fn new(message: &ChatMessage) -> Self {
        let called = |call: &ToolCall| CallBody {
            function: Function { name: call.name.clone(), arguments: arguments(&call.arguments) },
        };
        Self {
            role: message.role,
            content: message.content.clone(),
            images: message.images.iter().map(|image| STANDARD.encode(&image.bytes)).collect(),
            tool_calls: message.tool_calls.iter().map(called).collect(),
            tool_name: message.answers.as_ref().map(|call| call.tool.clone()),
        }
    }
}
