use serde_json::{Value, json};

use engine::protocol::{Ask, Sampling};

use crate::protocols::turns::{alternating, arguments};
use conversation::model::{ChatMessage, ChatRequest, Role, Tool, ToolCall};

/// Default temperature: answers from notes don't benefit from chance, and a low temperature avoids repetition in
/// small models.
const TEMPERATURE: f32 = 0.3;

const REPEAT_PENALTY: f32 = 1.1;

pub(super) fn ask(request: &ChatRequest) -> Ask {
    // The templates of small models tell them to call described tools, and they do; so forbidden tools are omitted.
    let tools = if request.may_call { request.tools.as_slice() } else { &[] };
    Ask {
        model: request.model.clone(),
        messages: messages(&request.messages),
        tools: tools.iter().map(tool).collect(),
        window: request.window.0,
        background: request.background,
        thinking: false,
        max_tokens: request.max_tokens.map(|tokens| tokens.0),
        sampling: Sampling {
            temperature: request.temperature.unwrap_or(TEMPERATURE),
            repeat_penalty: REPEAT_PENALTY,
            ..Sampling::default()
        },
        grammar: request.grammar.clone(),
        ends: request.ends.clone(),
    }
}

fn messages(messages: &[ChatMessage]) -> Vec<Value> {
    let mut ids = Ids::default();
    alternating(messages).iter().map(|message| ids.message(message)).collect()
}

/// Numbers the calls: Mistral's templates refuse ids that aren't nine letters or digits.
#[derive(Default)]
struct Ids(Vec<String>);

impl Ids {
    fn id(&mut self, id: &str) -> String {
        let known = self.0.iter().position(|known| known == id);
        let number = known.unwrap_or_else(|| {
            self.0.push(id.to_owned());
            self.0.len() - 1
        });
        format!("{:09}", number + 1)
    }

    fn message(&mut self, message: &ChatMessage) -> Value {
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
        };
        let mut written = json!({ "role": role, "content": message.content });
        if !message.tool_calls.is_empty() {
            let calls: Vec<_> = message.tool_calls.iter().map(|call| self.call(call)).collect();
            written["tool_calls"] = calls.into();
        }
        if let Some(answers) = &message.answers {
            written["tool_call_id"] = self.id(&answers.id).into();
            written["name"] = answers.tool.as_str().into();
        }
        written
    }

    fn call(&mut self, call: &ToolCall) -> Value {
        let arguments = Value::Object(arguments(&call.arguments));
        let function = json!({ "name": call.name, "arguments": arguments });
        json!({ "id": self.id(&call.id), "type": "function", "function": function })
    }
}

fn tool(tool: &Tool) -> Value {
    json!({ "type": "function", "function": tool })
}
