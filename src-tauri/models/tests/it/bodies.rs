use std::sync::Arc;

use models::{
    ChatMessage, ChatRequest, Image, ImageFormat, ProviderKind, Role, Server, Tokens, Tool,
    ToolCall,
};
use serde_json::{Value, json};

use crate::wire::request;

const KINDS: [(ProviderKind, &str); 3] = [
    (ProviderKind::OpenAi, "openai"),
    (ProviderKind::Ollama, "ollama"),
    (ProviderKind::Anthropic, "anthropic"),
];

fn body(kind: ProviderKind, request: &ChatRequest) -> String {
    let server = Server { kind, base_url: "http://127.0.0.1:1".into(), key: None };
    let provider = server.connect().unwrap();
    let body = provider.body(request);
    assert_eq!(provider.body(request), body, "the same request makes the same bytes");
    body
}

fn value(kind: ProviderKind, request: &ChatRequest) -> Value {
    serde_json::from_str(&body(kind, request)).unwrap()
}

/// Snapshots for each protocol, more readable than the single line that is sent.
fn check(name: &str, request: &ChatRequest) {
    for (kind, protocol) in KINDS {
        let value = value(kind, request);
        insta::assert_snapshot!(
            format!("{name}_{protocol}"),
            serde_json::to_string_pretty(&value).unwrap()
        );
    }
}

fn text(role: Role, content: &str) -> ChatMessage {
    ChatMessage::text(role, content)
}

fn with(messages: Vec<ChatMessage>) -> ChatRequest {
    ChatRequest { messages, ..request() }
}

fn tools() -> Vec<Tool> {
    let parameters = json!({
        "type": "object",
        "properties": { "query": { "type": "string" }, "at_most": { "type": "integer" } },
        "required": ["query"],
    });
    vec![Tool { name: "find_notes".into(), description: "Finds notes.".into(), parameters }]
}

fn call(id: &str, arguments: &str) -> ToolCall {
    ToolCall { id: id.into(), name: "find_notes".into(), arguments: arguments.into() }
}

fn picture() -> Image {
    let bytes: Arc<[u8]> = Arc::from(&b"\x89PNG?>"[..]);
    Image { format: ImageFormat::Png, width: 2, height: 1, bytes }
}

#[test]
fn several_messages_in_a_row() {
    check(
        "merged",
        &with(vec![
            text(Role::System, "Be short."),
            text(Role::User, "Here are documents:\n[1] Rye keeps."),
            text(Role::User, "Why?"),
            text(Role::User, "Cite."),
        ]),
    );
}

#[test]
fn a_round_of_calls_and_results() {
    let (first, second) = (call("toolu_1", r#"{"query":"rye", "at_most":2}"#), call("toolu_2", ""));
    let messages = vec![
        text(Role::System, "Be short."),
        text(Role::User, "Does it keep?"),
        ChatMessage::calling("Let me see.", vec![first.clone(), second.clone()]),
        ChatMessage::result(&first, "Rye keeps for a week."),
        ChatMessage::result(&second, ""),
    ];
    let request = ChatRequest { tools: tools(), may_call: true, ..with(messages) };
    check("tools", &request);
    // The last round: tools are forbidden, and described only where the protocol or a host requires it.
    let last = ChatRequest { may_call: false, ..request };
    check("tools_forbidden", &last);
    let base_url = "https://models.example".to_owned();
    let hosted = Server { kind: ProviderKind::OpenAi, base_url, key: None }.connect().unwrap();
    let sent: Value = serde_json::from_str(&hosted.body(&last)).unwrap();
    assert_eq!(
        (&sent["tool_choice"], sent["tools"].as_array().unwrap().len()),
        (&json!("none"), 1)
    );
}

#[test]
fn images() {
    let images = vec![picture(), Image { format: ImageFormat::Jpeg, ..picture() }];
    let looked = ChatMessage {
        images: vec![picture()],
        ..ChatMessage::result(&call("1", "{}"), "The picture:")
    };
    check(
        "images",
        &with(vec![
            ChatMessage { images, ..text(Role::User, "What is this?") },
            ChatMessage::calling("", vec![call("1", "{}")]),
            looked,
        ]),
    );
}

#[test]
fn arguments_that_are_no_object_are_sent_as_one() {
    let broken = call("1", "{\"query\": ");
    let messages = vec![
        text(Role::User, "Why?"),
        ChatMessage::calling("", vec![broken.clone()]),
        ChatMessage::result(&broken, "These arguments are no JSON."),
    ];
    let request = with(messages);
    let expect = json!({ "arguments": "{\"query\": " });
    let sent = value(ProviderKind::OpenAi, &request);
    let arguments = &sent["messages"][1]["tool_calls"][0]["function"]["arguments"];
    assert_eq!(serde_json::from_str::<Value>(arguments.as_str().unwrap()).unwrap(), expect);
    let sent = value(ProviderKind::Ollama, &request);
    assert_eq!(sent["messages"][1]["tool_calls"][0]["function"]["arguments"], expect);
    let sent = value(ProviderKind::Anthropic, &request);
    assert_eq!(sent["messages"][1]["content"][0]["input"], expect);
}

// B29
#[test]
fn how_long_an_answer_of_anthropic_may_be() {
    fn check(model: &str, wanted: Option<u32>, window: u32, expect: u32) {
        let request = ChatRequest {
            model: model.into(),
            max_tokens: wanted.map(Tokens),
            window: Tokens(window),
            ..request()
        };
        let sent = value(ProviderKind::Anthropic, &request);
        assert_eq!(sent["max_tokens"], expect, "{model} {wanted:?} {window}");
    }
    check("claude-sonnet-4-5", None, 200_000, 8_192);
    check("claude-sonnet-4-5", Some(20_000), 200_000, 20_000);
    check("claude-3-haiku-20240307", None, 200_000, 4_096);
    check("claude-3-5-haiku-latest", Some(20_000), 200_000, 8_192);
    check("claude-3-7-sonnet-latest", Some(20_000), 200_000, 20_000);
    check("local", None, 4_096, 1_024);
    check("local", Some(9_000), 4_096, 4_096);
    check("local", Some(0), 4_096, 1);

    // A long request leaves less room.
    let long = with(vec![text(Role::User, &"a".repeat(60_000))]);
    let left = |window| {
        let sent = value(ProviderKind::Anthropic, &ChatRequest { window, ..long.clone() });
        sent["max_tokens"].as_u64().unwrap()
    };
    assert_eq!(
        (left(Tokens(200_000)), left(Tokens(24_000)), left(Tokens(18_000))),
        (8_192, 4_000, 1_024)
    );
}

#[test]
fn bodies_for_anthropic_obey_its_rules() {
    let (one, again) = (call("call_1", "{}"), call("call_1", "{}"));
    let odd = call("fc#1.a", "{}");
    let messages = vec![
        text(Role::System, "Be short."),
        ChatMessage::calling("  ", vec![one.clone()]),
        ChatMessage::result(&one, "a"),
        ChatMessage::calling("", vec![again.clone(), odd.clone()]),
        ChatMessage::result(&again, "b"),
        ChatMessage::result(&odd, "c"),
        text(Role::User, "And?"),
        text(Role::Assistant, ""),
        text(Role::User, "Go on."),
        text(Role::Assistant, "So far, \n"),
    ];
    let request = ChatRequest { temperature: Some(1.5), ..with(messages) };
    let sent = value(ProviderKind::Anthropic, &request);
    insta::assert_snapshot!(serde_json::to_string_pretty(&sent).unwrap());
    let messages = sent["messages"].as_array().unwrap();
    for two in messages.windows(2) {
        assert_ne!(two[0]["role"], two[1]["role"], "user and assistant by turns");
    }
}
