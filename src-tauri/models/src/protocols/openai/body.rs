use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;

use crate::capabilities::takes_temperature;
use crate::protocols::turns::{alternating, arguments};
use conversation::model::{ChatMessage, ChatRequest, Image, Role, Tokens, Tool, ToolCall};

#[derive(Serialize)]
pub(crate) struct Body<'a> {
    model: &'a str,
    messages: Vec<Message>,
    stream: bool,
    stream_options: StreamOptions,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<Tokens>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct Message {
    role: Role,
    content: Content,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<CallBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
}

/// Text without images stays a string, because many servers know nothing else.
#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    Text { text: String },
    ImageUrl { image_url: ImageUrl },
}

#[derive(Serialize)]
struct ImageUrl {
    url: String,
}

#[derive(Serialize)]
struct CallBody {
    id: String,
    r#type: &'static str,
    function: Function,
}

#[derive(Serialize)]
struct Function {
    name: String,
    arguments: String,
}

#[derive(Serialize)]
pub(crate) struct ToolBody<'a> {
    r#type: &'static str,
    function: Definition<'a>,
}

#[derive(Serialize)]
struct Definition<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

impl<'a> ToolBody<'a> {
    pub(crate) fn all(tools: &'a [Tool]) -> Vec<Self> {
        let described = |tool: &'a Tool| Self {
            r#type: "function",
            function: Definition {
                name: &tool.name,
                description: &tool.description,
                parameters: &tool.parameters,
            },
        };
        tools.iter().map(described).collect()
    }
}

impl<'a> Body<'a> {
    /// `renamed`: the limit has its new name. OpenAI's newer models refuse the old one, and its imitators don't know
    /// the new one. `hosted`: some public hosts refuse earlier calls of tools that aren't described. On local servers
    /// forbidden tools are omitted: the templates of small models tell them to call described tools, and they do.
    pub(crate) fn new(request: &'a ChatRequest, renamed: bool, hosted: bool) -> Self {
        let described = request.may_call || hosted;
        let tools = if described { request.tools.as_slice() } else { &[] };
        let forbidden = !tools.is_empty() && !request.may_call;
        Self {
            model: &request.model,
            messages: messages(&request.messages),
            stream: true,
            stream_options: StreamOptions { include_usage: true },
            tools: ToolBody::all(tools),
            tool_choice: forbidden.then_some("none"),
            max_tokens: request.max_tokens.filter(|_| !renamed),
            max_completion_tokens: request.max_tokens.filter(|_| renamed),
            temperature: request.temperature.filter(|_| takes_temperature(&request.model)),
        }
    }
}

fn messages(messages: &[ChatMessage]) -> Vec<Message> {
    // A tool's message can't have images in this protocol. So they follow the round's results in a message of the
    // user.
    let mut moved: Vec<ChatMessage> = Vec::with_capacity(messages.len());
    let mut seen: Vec<Image> = Vec::new();
    for message in messages {
        if message.role != Role::Tool {
            show(&mut seen, &mut moved);
        }
        let mut message = message.clone();
        if message.role == Role::Tool {
            seen.append(&mut message.images);
        }
        moved.push(message);
    }
    show(&mut seen, &mut moved);
    alternating(&moved).into_iter().map(|message| Message::new(&message)).collect()
}

fn show(seen: &mut Vec<Image>, messages: &mut Vec<ChatMessage>) {
    if !seen.is_empty() {
        let images = std::mem::take(seen);
        messages.push(ChatMessage { images, ..ChatMessage::text(Role::User, "") });
    }
}

impl Message {
    fn new(message: &ChatMessage) -> Self {
        Self {
            role: message.role,
            content: Content::new(message),
            tool_calls: message.tool_calls.iter().map(CallBody::new).collect(),
            tool_call_id: message.answers.as_ref().map(|call| call.id.clone()),
        }
    }
}

impl Content {
    fn new(message: &ChatMessage) -> Self {
        if message.images.is_empty() {
            return Self::Text(message.content.clone());
        }
        let text = Some(message.content.clone()).filter(|text| !text.is_empty());
        let text = text.map(|text| Part::Text { text });
        let images = message.images.iter().map(|image| {
            let data = STANDARD.encode(&image.bytes);
            let url = format!("data:{};base64,{data}", image.format.media_type());
            Part::ImageUrl { image_url: ImageUrl { url } }
        });
        Self::Parts(text.into_iter().chain(images).collect())
    }
}

impl CallBody {
    fn new(call: &ToolCall) -> Self {
        // Servers parse the arguments of earlier calls, and fail if they aren't an object.
        let object = Value::Object(arguments(&call.arguments));
        let as_written = serde_json::from_str::<Value>(&call.arguments).is_ok_and(|v| v == object);
        let arguments = if as_written { call.arguments.clone() } else { object.to_string() };
        Self {
            id: call.id.clone(),
            r#type: "function",
            function: Function { name: call.name.clone(), arguments },
        }
    }
}
