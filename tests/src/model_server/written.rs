//! Calls of tools, and how they are written into the text by models whose servers don't know them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A call of a tool.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    /// The tool's name.
    pub name: String,
    /// Its arguments. A string is sent as it is, JSON or not.
    #[serde(default)]
    pub arguments: Value,
}

/// How calls are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallsAs {
    /// As the protocol has them.
    #[default]
    Native,
    /// Into the text, as a block of JSON code.
    Fenced,
    /// Into the text, as JSON.
    Bare,
    /// Into the text, as Qwen and Hermes write them: `<tool_call>{…}</tool_call>`.
    ToolCall,
    /// Into the text, as Mistral writes them: `[TOOL_CALLS] […]`.
    Mistral,
    /// Into the text, as Llama 3 writes them: `<|python_tag|>{…}`.
    PythonTag,
    /// Into the text, as Llama 3.1 writes them: `<function=name>{…}</function>`.
    Function,
}

impl ScriptedCall {
    /// The arguments as text.
    pub(super) fn arguments_text(&self) -> String {
        match &self.arguments {
            Value::Null => "{}".to_owned(),
            Value::String(text) => text.clone(),
            json => json.to_string(),
        }
    }
}

/// The pieces of text for these calls; none if the protocol carries them.
pub(super) fn calls(calls: &[ScriptedCall], how: CallsAs) -> Vec<String> {
    let object = |call: &ScriptedCall| json!({ "name": call.name, "arguments": call.arguments });
    let text = match how {
        _ if calls.is_empty() => return Vec::new(),
        CallsAs::Native => return Vec::new(),
        CallsAs::Fenced => {
            let lines: Vec<String> = calls.iter().map(|call| object(call).to_string()).collect();
            format!("```json\n{}\n```", lines.join("\n"))
        }
        CallsAs::Bare => each(calls, "\n", |call| object(call).to_string()),
        CallsAs::ToolCall => {
            each(calls, "\n", |call| format!("<tool_call>\n{}\n</tool_call>", object(call)))
        }
        CallsAs::Mistral => {
            let list: Vec<Value> = calls.iter().map(object).collect();
            format!("[TOOL_CALLS] {}", Value::Array(list))
        }
        CallsAs::PythonTag => {
            let object =
                |call: &ScriptedCall| json!({ "name": call.name, "parameters": call.arguments });
            format!("<|python_tag|>{}", each(calls, "; ", |call| object(call).to_string()))
        }
        CallsAs::Function => each(calls, "", |call| {
            format!("<function={}>{}</function>", call.name, call.arguments_text())
        }),
    };
    pieces(&text, 7)
}

fn each(calls: &[ScriptedCall], between: &str, write: impl Fn(&ScriptedCall) -> String) -> String {
    calls.iter().map(write).collect::<Vec<_>>().join(between)
}

/// A text in pieces of this number of characters.
pub(super) fn pieces(text: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(length.max(1)).map(|piece| piece.iter().collect()).collect()
}
