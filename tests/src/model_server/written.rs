//! Tool calls, including formats of models that write calls as text because their servers don't support tools.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    pub name: String,
    /// A string is sent unchanged, valid JSON or not.
    #[serde(default)]
    pub arguments: Value,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallsAs {
    /// In the protocol's own fields.
    #[default]
    Native,
    /// As text, in a block of JSON code.
    Fenced,
    /// As text, in plain JSON.
    Bare,
    /// As text, in Qwen's and Hermes's format: `<tool_call>{…}</tool_call>`.
    ToolCall,
    /// As text, in Mistral's format: `[TOOL_CALLS] […]`.
    Mistral,
    /// As text, in Llama 3's format: `<|python_tag|>{…}`.
    PythonTag,
    /// As text, in Llama 3.1's format: `<function=name>{…}</function>`.
    Function,
}

impl ScriptedCall {
    pub(super) fn arguments_text(&self) -> String {
        match &self.arguments {
            Value::Null => "{}".to_owned(),
            Value::String(text) => text.clone(),
            json => json.to_string(),
        }
    }
}

/// The calls as pieces of text; none if the protocol has fields for them.
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

pub(super) fn pieces(text: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(length.max(1)).map(|piece| piece.iter().collect()).collect()
}
