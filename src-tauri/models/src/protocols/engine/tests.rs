//! The line that is sent, and the files that are listed.

use insta::assert_snapshot;
use serde_json::json;

use super::{body, files::file_of, model_files};
use conversation::model::{ChatMessage, ChatRequest, Role, Tokens, Tool, ToolCall};
use engine::protocol::FailureKind;

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
}

#[test]
fn models_are_files_by_name() {
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let write = |place: usize, name: &str, bytes: &[u8]| {
        std::fs::write(places[place].path().join(name), bytes).unwrap();
    };
    let empty = b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    write(0, "b.gguf", empty);
    write(0, "a.GGUF", empty);
    write(0, "notes.md", b"# Rye");
    write(0, "half.gguf.part", empty);
    write(1, "b.gguf", b"another");
    write(1, "broken.gguf", b"nothing");
    let own = places[1].path().join("broken.gguf");
    let all =
        [places[0].path().to_owned(), "/nowhere".into(), own.clone(), places[1].path().into()];
    let files = model_files(&all);
    let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "broken"]);
    assert_eq!(files[1].file, places[0].path().join("b.gguf"));
    assert!(files[0].header.is_ok());
    assert_eq!(files[2].header.as_ref().unwrap_err().kind, FailureKind::File);
    // A name is looked for, never put together to a path.
    assert_eq!(file_of(&all, "broken"), Some(own));
    for name in ["", ".", "../b", "b.gguf", "c"] {
        assert_eq!(file_of(&all, name), None, "{name}");
    }
}
