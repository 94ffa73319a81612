//! A request's messages, in one form for all protocols.

use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub role: String,
    pub text: String,
}

impl Message {
    #[cfg(test)]
    pub(super) fn user(text: &str) -> Self {
        Self { role: "user".to_owned(), text: text.to_owned() }
    }
}

/// The parts of a request that rules match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The user's newest message.
    pub question: String,
    /// Tool results since the model's last message, if any.
    pub results: Option<String>,
}

/// A request's messages. Tool results have the role `tool` in all protocols.
pub(super) fn messages(request: &Value) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut say = |role: &str, text: String| messages.push(Message { role: role.to_owned(), text });
    if let Some(system) = request.get("system") {
        say("system", text_of(system));
    }
    for message in request["messages"].as_array().into_iter().flatten() {
        let role = message["role"].as_str().unwrap_or_default();
        let content = &message["content"];
        let is_result = |block: &&Value| block["type"] == "tool_result";
        let results: Vec<&Value> =
            content.as_array().into_iter().flatten().filter(is_result).collect();
        for result in &results {
            say("tool", text_of(&result["content"]));
        }
        let text = text_of(content);
        if results.is_empty() || !text.is_empty() {
            say(role, text);
        }
    }
    messages
}

/// A string as it is, or the joined texts of a list of parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}

impl Said {
    pub(super) fn new(messages: &[Message]) -> Self {
        let question = messages.iter().rfind(|message| message.role == "user");
        let since = messages.iter().rev().take_while(|message| message.role != "assistant");
        let results: Vec<&str> =
            since.filter(|m| m.role == "tool").map(|message| message.text.as_str()).collect();
        Self {
            question: question.map(|message| message.text.clone()).unwrap_or_default(),
            results: (!results.is_empty()).then(|| results.join("\n")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(messages_of: Value, question: &str, results: Option<&str>) {
        let said = Said::new(&messages(&messages_of));
        let expect = Said { question: question.into(), results: results.map(str::to_owned) };
        assert_eq!(said, expect, "{messages_of}");
    }

    #[test]
    fn the_newest_question_and_the_newest_results() {
        let user = json!({ "role": "user", "content": "Why?" });
        let parts = json!({ "role": "user", "content": [
            { "type": "text", "text": "Why?" }, { "type": "image_url" }
        ]});
        let assistant = json!({ "role": "assistant", "content": "" });
        let tool = json!({ "role": "tool", "content": "Rye" });
        let block = json!({ "role": "user", "content": [
            { "type": "tool_result", "content": [{ "type": "text", "text": "Rye" }] }
        ]});
        check(json!({}), "", None);
        check(json!({ "system": "Be short.", "messages": [user] }), "Why?", None);
        check(json!({ "messages": [parts] }), "Why?", None);
        check(json!({ "messages": [user, assistant, tool] }), "Why?", Some("Rye"));
        check(json!({ "messages": [user, assistant, block] }), "Why?", Some("Rye"));
        check(json!({ "messages": [user, assistant, tool, assistant, user] }), "Why?", None);
    }
}
