use insta::assert_snapshot;
use serde_json::json;

use super::body;
use conversation::model::{ChatMessage, ChatRequest, Role, Tokens, Tool, ToolCall};

fn request() -> ChatRequest {
    let call = |id: &str, arguments: &str| ToolCall {
        id: id.into(),
        name: "find_notes".into(),
        arguments: arguments.into(),
    };
    let (first, second) = (call("call_1", r#"{"query":"rye"}"#), call("call_2", "rye"));
    let messages = vec![
        ChatMessage::text(Role::System, "Be short."),
        ChatMessage::text(Role::User, "A document."),
        ChatMessage::text(Role::User, "Why?"),
        ChatMessage::calling("Let me see.", vec![first.clone(), second.clone()]),
        ChatMessage::result(&first, "one"),
        ChatMessage::result(&second, "two"),
    ];
    let tool = Tool {
        name: "find_notes".into(),
        description: "Finds notes.".into(),
        parameters: json!({ "type": "object", "properties": { "query": { "type": "string" } } }),
    };
    ChatRequest {
        tools: vec![tool],
        may_call: true,
        max_tokens: Some(Tokens(600)),
        ..ChatRequest::new("qwen", messages, Tokens(4096))
    }
}

#[test]
fn the_line_has_all_that_templates_want() {
    assert_snapshot!(serde_json::to_string_pretty(&body::ask(&request())).unwrap());
}

#[test]
fn the_line_follows_the_request() {
    let may_not = ChatRequest { may_call: false, ..request() };
    assert!(body::ask(&may_not).tools.is_empty());
    let set = ChatRequest { temperature: Some(0.0), background: true, ..request() };
    let asked = body::ask(&set);
    assert_eq!((asked.sampling.temperature, asked.background), (0.0, true));
    let ends = vec!["The notes don't say.".to_owned()];
    assert_eq!(body::ask(&ChatRequest { ends: ends.clone(), ..request() }).ends, ends);
}
