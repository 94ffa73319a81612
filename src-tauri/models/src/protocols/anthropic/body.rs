//! The body of a request in Anthropic's protocol.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::capabilities::takes_temperature;
use crate::protocols::turns::{alternating, arguments};
use conversation::model::{ChatMessage, ChatRequest, Image, Role, Tokens, Tool};

/// Default maximum of an answer's tokens. The protocol requires a number; an answer to a question about notes is
/// rarely longer than a tenth of this.
const USUAL: Tokens = Tokens(8_192);

/// Minimum space that [`usual`] assumes beside the request, because a budget leaves at least this much.
const LEAST: Tokens = Tokens(1_024);

/// Maximum answers of models that refuse larger requests, by the beginning of their names (Anthropic's table of
/// models). Later models allow 32,000 and more.
const LONGEST: [(&str, Tokens); 4] = [
    ("claude-3-5-", Tokens(8_192)),
    ("claude-3-7-", Tokens(64_000)),
    ("claude-3-", Tokens(4_096)),
    ("claude-2", Tokens(4_096)),
];

#[derive(Serialize)]
pub(crate) struct Body<'a> {
    model: &'a str,
    max_tokens: Tokens,
    #[serde(skip_serializing_if = "String::is_empty")]
    system: String,
    messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
}

#[derive(Serialize)]
struct Choice {
    r#type: &'static str,
}

#[derive(Serialize)]
struct ToolBody<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
}

#[derive(Serialize)]
struct Message {
    role: Role,
    content: Vec<Block>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: String,
    },
    Image {
        source: Picture,
    },
    ToolUse {
        id: String,
        name: String,
        input: Map<String, Value>,
    },
    ToolResult {
        tool_use_id: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        content: Vec<Block>,
    },
}

#[derive(Serialize)]
struct Picture {
    r#type: &'static str,
    media_type: &'static str,
    data: String,
}

impl<'a> Body<'a> {
    pub(crate) fn new(request: &'a ChatRequest) -> Self {
        let forbidden = !request.tools.is_empty() && !request.may_call;
        let said = alternating(&request.messages);
        let is_system = |message: &&ChatMessage| message.role == Role::System;
        let system = said.iter().map(AsRef::as_ref).find(is_system);
        Self {
            model: &request.model,
            max_tokens: max_tokens(request),
            system: system.map(|message| message.content.clone()).unwrap_or_default(),
            messages: messages(said.iter().map(AsRef::as_ref).filter(|said| !is_system(said))),
            tools: request.tools.iter().map(ToolBody::new).collect(),
            tool_choice: forbidden.then_some(Choice { r#type: "none" }),
            stream: true,
            // The protocol's scale ends at 1.
            temperature: request
                .temperature
                .filter(|_| takes_temperature(&request.model))
                .map(|temperature| temperature.clamp(0.0, 1.0)),
        }
    }
}

/// Within the model's maximum answer and the window, which request and answer share: the request is refused if both
/// don't fit.
fn max_tokens(request: &ChatRequest) -> Tokens {
    let longest = LONGEST.iter().find(|(name, _)| request.model.starts_with(name));
    let longest = longest.map_or(Tokens(u32::MAX), |(_, longest)| *longest);
    let wanted = request.max_tokens.unwrap_or_else(|| usual(request));
    wanted.min(longest).min(request.window).max(Tokens(1))
}

/// The smallest of [`USUAL`], a quarter of the window, and the window's space beside the request. Three characters a
/// token overestimate the request in Latin script.
fn usual(request: &ChatRequest) -> Tokens {
    let characters: usize = request.messages.iter().map(|m| m.content.chars().count()).sum();
    let taken = u32::try_from(characters / 3).unwrap_or(u32::MAX);
    let left = request.window.0.saturating_sub(taken);
    USUAL.min(Tokens(request.window.0 / 4)).min(Tokens(left.max(LEAST.0)))
}

fn messages<'a>(said: impl Iterator<Item = &'a ChatMessage>) -> Vec<Message> {
    let mut ids = Ids::default();
    let mut messages: Vec<Message> = Vec::new();
    for message in said {
        let role = if message.role == Role::Assistant { Role::Assistant } else { Role::User };
        let blocks = blocks(message, &mut ids);
        // A message without content is refused.
        if blocks.is_empty() {
            continue;
        }
        match messages.last_mut() {
            // All results of a round belong in one message, followed by the user's words.
            Some(last) if last.role == role => last.content.extend(blocks),
            _ => messages.push(Message { role, content: blocks }),
        }
    }
    if messages.first().is_some_and(|first| first.role == Role::Assistant) {
        // A conversation must begin with the user.
        let text = "(The conversation began earlier.)".to_owned();
        messages.insert(0, Message { role: Role::User, content: vec![Block::Text { text }] });
    }
    // An answer to be continued is refused if it ends in white space.
    if let Some(Message { role: Role::Assistant, content }) = messages.last_mut()
        && let Some(Block::Text { text }) = content.last_mut()
    {
        text.truncate(text.trim_end().len());
    }
    messages
}

fn blocks(message: &ChatMessage, ids: &mut Ids) -> Vec<Block> {
    let images = message.images.iter().map(|image| Block::Image { source: Picture::new(image) });
    // Images first: Anthropic advises to put them before the question about them.
    let mut said: Vec<Block> = images.collect();
    if !message.content.trim().is_empty() {
        said.push(Block::Text { text: message.content.clone() });
    }
    if let (Role::Tool, Some(call)) = (message.role, &message.answers) {
        return vec![Block::ToolResult { tool_use_id: ids.answered(&call.id), content: said }];
    }
    said.extend(message.tool_calls.iter().map(|call| Block::ToolUse {
        id: ids.called(&call.id),
        name: call.name.clone(),
        input: arguments(&call.arguments),
    }));
    said
}

impl<'a> ToolBody<'a> {
    fn new(tool: &'a Tool) -> Self {
        Self { name: &tool.name, description: &tool.description, input_schema: &tool.parameters }
    }
}

impl Picture {
    fn new(image: &Image) -> Self {
        Self {
            r#type: "base64",
            media_type: image.format.media_type(),
            data: STANDARD.encode(&image.bytes),
        }
    }
}

/// Makes call ids unique, of letters, digits, `_` and `-`, as this protocol requires. A conversation begun with
/// another server may have others: our own ids restart with each answer.
#[derive(Default)]
struct Ids {
    taken: HashSet<String>,
    now: HashMap<String, String>,
}

impl Ids {
    fn called(&mut self, id: &str) -> String {
        let clean: String = id
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' })
            .collect();
        let clean = if clean.is_empty() { "call".to_owned() } else { clean };
        let unique = (1..)
            .map(|n| if n == 1 { clean.clone() } else { format!("{clean}_{n}") })
            .find(|id| !self.taken.contains(id))
            .unwrap_or(clean);
        self.taken.insert(unique.clone());
        self.now.insert(id.to_owned(), unique.clone());
        unique
    }

    fn answered(&self, id: &str) -> String {
        self.now.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }
}
