use super::*;
use conversation::model::ToolCall;

fn said(messages: &[ChatMessage]) -> Vec<(Role, String, usize)> {
    let merged = alternating(messages);
    merged.iter().map(|m| (m.role, m.content.clone(), m.tool_calls.len())).collect()
}

#[test]
fn neighbours_of_a_role_become_one() {
    use Role::{Assistant, System, Tool, User};
    let text = ChatMessage::text;
    let call = ToolCall { id: "1".into(), name: "find".into(), arguments: String::new() };
    let messages = [
        text(System, "Be short."),
        text(System, "Be kind."),
        text(User, "A document."),
        text(User, ""),
        text(User, "Why?"),
        text(Assistant, "Let me see."),
        ChatMessage::calling("", vec![call.clone(), call.clone()]),
        ChatMessage::result(&call, "one"),
        ChatMessage::result(&call, "two"),
        text(System, "Answer now."),
        text(User, "Please."),
    ];
    let expect = [
        (System, "Be short.\n\nBe kind.".to_owned(), 0),
        (User, "A document.\n\nWhy?".to_owned(), 0),
        (Assistant, "Let me see.".to_owned(), 2),
        (Tool, "one".to_owned(), 0),
        (Tool, "two".to_owned(), 0),
        (User, "Answer now.\n\nPlease.".to_owned(), 0),
    ];
    assert_eq!(said(&messages), expect);
    assert!(alternating(&messages[2..3]).iter().all(|m| matches!(m, Cow::Borrowed(_))));
}

#[test]
fn arguments_are_always_an_object() {
    fn check(written: &str, expect: &str) {
        assert_eq!(Value::Object(arguments(written)).to_string(), expect);
    }
    check("", "{}");
    check(" \n", "{}");
    check(r#"{"b":1,"a":[2]}"#, r#"{"b":1,"a":[2]}"#);
    check(r#"{"b":"#, r#"{"arguments":"{\"b\":"}"#);
    check("[1]", r#"{"arguments":"[1]"}"#);
}
