//! Tool calls, and cancelling during them.

use std::time::Duration;

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, Code, FinishReason, Provider, ProviderKind, Server, StreamEvent,
    Timing, Tool, ToolCall,
};
use tests::model_server::{CallsAs, Rule, Script, ScriptedCall, ScriptedServer};
use tokio_util::sync::CancellationToken;

use crate::{ALL, ask, chat, connect, request};

fn tools() -> Vec<Tool> {
    let parameters = serde_json::json!({ "type": "object", "properties": {} });
    let tool = |name: &str| Tool {
        name: name.into(),
        description: "Finds.".into(),
        parameters: parameters.clone(),
    };
    vec![tool("find_notes"), tool("read_note")]
}

fn calling() -> Vec<ScriptedCall> {
    let call = |name: &str, arguments| ScriptedCall { name: name.into(), arguments };
    vec![
        call("find_notes", serde_json::json!({ "query": "Röggele 汉" })),
        call("read_note", serde_json::json!({ "path": "a.md", "lines": [1, 2] })),
    ]
}

const MADE: [(&str, &str); 2] = [
    ("find_notes", r#"{"query":"Röggele 汉"}"#),
    ("read_note", r#"{"path":"a.md","lines":[1,2]}"#),
];

/// The text, the calls and the finish reason.
async fn heard(
    provider: &dyn Provider,
    request: &ChatRequest,
) -> (String, Vec<ToolCall>, FinishReason) {
    let stream = provider.chat(provider.body(request), CancellationToken::new());
    let (mut text, mut calls) = (String::new(), Vec::new());
    for event in stream.collect::<Vec<_>>().await {
        match event {
            StreamEvent::Text(piece) => text.push_str(&piece),
            StreamEvent::ToolCall(call) => calls.push(call),
            StreamEvent::Done { finish, .. } => return (text, calls, finish),
            other => panic!("{other:?}"),
        }
    }
    panic!("no end")
}

#[tokio::test]
async fn two_rounds_with_calls_however_they_are_written() {
    use CallsAs::{Bare, Fenced, Function, Mistral, Native, PythonTag, ToolCall as Tagged};
    for calls_as in [Native, Fenced, Bare, Tagged, Mistral, PythonTag, Function] {
        let first = Rule {
            pieces: Some(vec!["Let me ".into(), "look.\n".into()]),
            calls: calling(),
            calls_as,
            ..Rule::default()
        };
        let second =
            Rule { when_result: Some("keeps".into()), ..Script::saying(&["Long [1]."]).default };
        let server = ScriptedServer::start(Script::always(first).rule(second)).await.unwrap();
        for kind in ALL {
            let provider = connect(&server, kind);
            let mut ask =
                ChatRequest { tools: tools(), may_call: true, ..request("How long does it keep?") };
            let (text, calls, finish) = heard(&*provider, &ask).await;
            let made: Vec<(&str, &str)> =
                calls.iter().map(|call| (&*call.name, &*call.arguments)).collect();
            let said = (text.trim_end(), made.as_slice(), finish);
            assert_eq!(said, ("Let me look.", &MADE[..], FinishReason::ToolCalls), "{calls_as:?}");
            assert_ne!(calls[0].id, calls[1].id);

            ask.messages.push(ChatMessage::calling(text, calls.clone()));
            ask.messages.extend(calls.iter().map(|call| ChatMessage::result(call, "Rye keeps.")));
            let (text, calls, finish) = heard(&*provider, &ask).await;
            let said = (text.as_str(), calls.len(), finish);
            assert_eq!(said, ("Long [1].", 0, FinishReason::Stop), "{kind:?} {calls_as:?}");
        }
    }
}

#[tokio::test]
async fn text_like_a_call_is_a_call_only_where_calls_are_allowed() {
    let rule = Rule { calls: calling(), calls_as: CallsAs::Bare, ..Rule::default() };
    let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
    for kind in ALL {
        let ask = ChatRequest { tools: tools(), may_call: false, ..request("Why?") };
        let (text, calls, finish) = heard(&*connect(&server, kind), &ask).await;
        assert!(text.starts_with("{\"name\":\"find_notes\"") && text.ends_with("}}"), "{text}");
        assert_eq!((calls.len(), finish), (0, FinishReason::Stop), "{kind:?}");
    }
}

#[tokio::test]
async fn cuts_line_ends_and_comments_make_no_difference() {
    let plain = Rule {
        pieces: Some(vec!["Röggele ".into(), "汉 😀".into()]),
        thinking: vec!["hm é".into()],
        calls: calling(),
        ..Rule::default()
    };
    let cases = [
        Rule { cuts: vec![1], ..plain.clone() },
        Rule { cuts: vec![7, 1, 3], comments: true, ..plain.clone() },
        Rule { crlf: true, comments: true, ..plain.clone() },
        Rule { crlf: true, cuts: vec![2], argument_pieces: Some(1), ..plain.clone() },
        Rule { no_usage: true, argument_pieces: Some(1_000), ..plain },
    ];
    for rule in cases {
        let server = ScriptedServer::start(Script::always(rule.clone())).await.unwrap();
        for kind in ALL {
            let (pieces, end) = ask(&*connect(&server, kind), "Why?").await;
            let expect = format!(
                "(hm é)Röggele 汉 😀«{} {}»«{} {}»",
                MADE[0].0, MADE[0].1, MADE[1].0, MADE[1].1
            );
            assert_eq!(pieces.concat(), expect, "{kind:?} {rule:?}");
            let StreamEvent::Done { finish, usage } = end else { panic!("{end:?}") };
            assert_eq!((finish, usage.is_some()), (FinishReason::ToolCalls, !rule.no_usage));
        }
    }
}

// B45
#[tokio::test]
async fn cancelling_in_the_middle_of_a_call_and_of_a_pause() {
    let timing = Timing { longest_wait: Duration::from_secs(600), ..Timing::default() };
    for kind in ALL {
        // A partial call is never emitted.
        let rule = Rule {
            pieces: Some(vec!["a".into()]),
            calls: calling(),
            hold_after: Some(if kind == ProviderKind::Ollama { 2 } else { 3 }),
            ..Rule::default()
        };
        let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
        let (mut stream, cancel) = chat(&*connect(&server, kind), "hold");
        assert!(matches!(stream.next().await, Some(StreamEvent::Text(_))));
        let rest = async { stream.collect::<Vec<_>>().await };
        let stop = async { cancel.cancel() };
        let (rest, ()) = futures::future::join(rest, stop).await;
        assert!(matches!(rest.as_slice(), [StreamEvent::Cancelled]), "{rest:?}");
        server.client_closed().await;

        let busy = Rule {
            status: Some(429),
            headers: [("retry-after".into(), "300".into())].into(),
            ..Rule::default()
        };
        let server = ScriptedServer::start(Script::always(busy)).await.unwrap();
        let connect = Server { kind, base_url: server.url(), key: None }.connect_with(timing);
        let (mut stream, cancel) = chat(&*connect.unwrap(), "busy");
        let waiting = stream.next().await;
        let Some(StreamEvent::Waiting { pause, error }) = waiting else { panic!("{waiting:?}") };
        assert_eq!((pause, error.code), (Duration::from_secs(300), Code::RateLimited));
        cancel.cancel();
        assert!(matches!(stream.next().await, Some(StreamEvent::Cancelled)));
        assert!(stream.next().await.is_none());
        assert_eq!(server.requests().len(), 1);
    }
}
