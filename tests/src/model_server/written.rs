//! Calls written into the text, as models do whose servers don't know them.

use serde_json::{Value, json};

use super::script::{CallsAs, ScriptedCall};

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

/// A text in pieces of so many characters.
pub(super) fn pieces(text: &str, length: usize) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(length.max(1)).map(|piece| piece.iter().collect()).collect()
}
