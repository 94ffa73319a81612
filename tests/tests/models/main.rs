//! The crate `models` against the scripted model server, in all three protocols.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod loading;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, Code, FinishReason, Provider, ProviderKind, Role, Server, Source,
    StreamEvent, Timing, Tokens, Usage, discover_at,
};
use tests::model_server::{Counts, Overflow, Protocol, Rule, Script, ScriptedServer};
use tokio_util::sync::CancellationToken;

const ALL: [ProviderKind; 3] =
    [ProviderKind::OpenAi, ProviderKind::Ollama, ProviderKind::Anthropic];

fn connect(server: &ScriptedServer, kind: ProviderKind) -> Arc<dyn Provider> {
    Server { kind, base_url: server.url(), key: Some("sk-sentinel".into()) }.connect().unwrap()
}

fn request(text: &str) -> ChatRequest {
    let messages = vec![ChatMessage::text(Role::User, text)];
    ChatRequest::new("scripted", messages, Tokens(8_192))
}

fn chat(
    provider: &dyn Provider,
    text: &str,
) -> (futures::stream::BoxStream<'static, StreamEvent>, CancellationToken) {
    let cancel = CancellationToken::new();
    (provider.chat(provider.body(&request(text)), cancel.clone()), cancel)
}

/// All events of an answer: its pieces and the one end.
async fn ask(provider: &dyn Provider, text: &str) -> (Vec<String>, StreamEvent) {
    let (stream, _) = chat(provider, text);
    let mut events: Vec<StreamEvent> = stream.collect().await;
    let end = events.pop().unwrap();
    assert!(end.is_terminal());
    let pieces = events.into_iter().map(|event| match event {
        StreamEvent::Text(text) => text,
        StreamEvent::Thinking(text) => format!("({text})"),
        StreamEvent::ToolCall(call) => format!("«{} {}»", call.name, call.arguments),
        StreamEvent::Waiting { error, .. } => format!("waiting {:?} ", error.code),
        other => panic!("{other:?} before the end"),
    });
    (pieces.collect(), end)
}

#[tokio::test]
async fn pieces_thinking_and_counts_arrive() {
    let rule = Rule {
        pieces: Some(vec!["Two ".into(), "percent 汉.".into()]),
        thinking: vec!["hm".into()],
        usage: Some(Counts { prompt: 40, completion: 7 }),
        finish: Some("length".into()),
        ..Rule::default()
    };
    let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
    for kind in ALL {
        let (pieces, end) = ask(&*connect(&server, kind), "How much salt?").await;
        assert_eq!(pieces, ["(hm)", "Two ", "percent 汉."]);
        let usage = Some(Usage { prompt: Tokens(40), completion: Tokens(7) });
        let StreamEvent::Done { finish, usage: reported } = end else { panic!("{end:?}") };
        assert_eq!((finish, reported), (FinishReason::Length, usage));
    }
    // The request equals the one that the provider announced, and the answer was read to the end.
    for (request_seen, kind) in server.requests().iter().zip(ALL) {
        let body = connect(&server, kind).body(&request("How much salt?"));
        assert_eq!(request_seen.body, body);
        // Each protocol has the key in its own header only.
        let bearer = request_seen.authorization.as_deref();
        let own = request_seen.headers.get("x-api-key").map(String::as_str);
        match kind {
            ProviderKind::Anthropic => {
                assert_eq!((bearer, own), (None, Some("sk-sentinel")));
                assert_eq!(request_seen.headers["anthropic-version"], "2023-06-01");
            }
            _ => assert_eq!((bearer, own), (Some("Bearer sk-sentinel"), None)),
        }
    }
    assert_eq!(server.closed(), 0);
}

#[tokio::test]
async fn the_first_document_is_cited_with_its_marker_in_pieces() {
    let server = ScriptedServer::start(Script { default: Rule::default(), ..Script::default() })
        .await
        .unwrap();
    let text = "Here are some documents provided for context, they may not all be relevant:\n\
        {\"documents\":[{\"document\":7,\"title\":\"Salt\",\"contents\":\"# Salt\\nTwo percent. More is too much.\"}]}";
    for kind in ALL {
        let (pieces, _) = ask(&*connect(&server, kind), text).await;
        // A bracket may begin a template token, so it waits for the next text.
        assert_eq!(pieces, ["Two ", "percent", " ", "[7", "]", "."]);
    }
}

// B47
#[tokio::test]
async fn rules_play_failures() {
    let status = |when: &str, status, body: &str| Rule {
        when: Some(when.into()),
        status: Some(status),
        body: serde_json::json!({ "error": body }),
        ..Rule::default()
    };
    let busy = Rule {
        times: Some(1),
        headers: [("retry-after".into(), "0".into())].into(),
        ..status("busy", 429, "slow down")
    };
    let broken = Rule {
        when: Some("break".into()),
        pieces: Some(vec!["a".into(), "b".into()]),
        break_after: Some(1),
        ..Rule::default()
    };
    let raw = Rule {
        when: Some("raw".into()),
        raw: Some(vec!["data: {nonsense".into(), String::new()]),
        ..Rule::default()
    };
    let script = Script::saying(&["well"])
        .rule(status("key", 401, "no"))
        .rule(status("missing", 404, "model 'scripted' not found"))
        .rule(status("boom", 500, "boom"))
        .rule(status("long", 400, "the input length exceeds the context length"))
        .rule(broken)
        .rule(raw)
        .rule(busy);
    for kind in ALL {
        let server = ScriptedServer::start(script.clone()).await.unwrap();
        let provider = connect(&server, kind);
        let cases = [
            ("key", "", Some(Code::Unauthorized)),
            ("missing", "", Some(Code::ModelMissing)),
            ("boom", "", Some(Code::ServerError)),
            ("long", "", Some(Code::ContextOverflow)),
            ("break", "a", Some(Code::BrokenStream)),
            ("raw", "", Some(Code::InvalidReply)),
            // The retry succeeds.
            ("busy", "waiting RateLimited well", None),
            ("else", "well", None),
        ];
        for (question, text, code) in cases {
            let (pieces, end) = ask(&*provider, question).await;
            let failed = match end {
                StreamEvent::Failed(error) => {
                    assert!(error.message.starts_with(&server.url()), "{error}");
                    assert!(!error.message.contains("sk-sentinel"), "{error}");
                    Some(error.code)
                }
                _ => None,
            };
            assert_eq!((pieces.concat().as_str(), failed), (text, code), "{question}");
        }
        let busy = server.requests().iter().filter(|r| r.body.contains("busy")).count();
        assert_eq!(busy, 2);
    }
}

// B45
#[tokio::test]
async fn cancelling_is_seen_by_the_server() {
    let held = Rule {
        pieces: Some(vec!["so far".into(), "never".into()]),
        hold_after: Some(1),
        ..Rule::default()
    };
    let stalled = Rule { when: Some("stall".into()), stall: true, ..Rule::default() };
    for kind in ALL {
        let server = ScriptedServer::start(Script::always(held.clone()).rule(stalled.clone()))
            .await
            .unwrap();
        let (mut stream, cancel) = chat(&*connect(&server, kind), "hold");
        let first = stream.next().await;
        assert!(matches!(&first, Some(StreamEvent::Text(text)) if text == "so far"), "{first:?}");
        assert_eq!(server.closed(), 0);
        cancel.cancel();
        assert!(matches!(stream.next().await, Some(StreamEvent::Cancelled)));
        assert!(stream.next().await.is_none());
        server.client_closed().await;

        let server = ScriptedServer::start(Script::always(stalled.clone())).await.unwrap();
        let (stream, cancel) = chat(&*connect(&server, kind), "stall");
        let stop = async {
            while server.requests().is_empty() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            cancel.cancel();
        };
        let (events, ()) = futures::future::join(stream.collect::<Vec<_>>(), stop).await;
        assert!(matches!(events.as_slice(), [StreamEvent::Cancelled]), "{events:?}");
        server.client_closed().await;
    }
}

#[tokio::test]
async fn a_held_answer_goes_on_when_it_is_released() {
    let rule =
        Rule { pieces: Some(vec!["a".into(), "b".into()]), hold_after: Some(1), ..Rule::default() };
    let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
    let (mut stream, _) = chat(&*connect(&server, ProviderKind::OpenAi), "hold");
    assert!(matches!(stream.next().await, Some(StreamEvent::Text(text)) if text == "a"));
    // The server may not have paused yet.
    server.release();
    assert!(matches!(stream.next().await, Some(StreamEvent::Text(text)) if text == "b"));
    assert!(matches!(stream.next().await, Some(StreamEvent::Done { .. })));
}

// B47
#[tokio::test]
async fn a_server_that_dies_in_mid_answer() {
    let rule = Rule {
        pieces: Some(vec!["so far".into(), "never".into()]),
        hold_after: Some(1),
        ..Rule::default()
    };
    let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
    let provider = connect(&server, ProviderKind::Ollama);
    let (mut stream, _) = chat(&*provider, "hold");
    assert!(matches!(stream.next().await, Some(StreamEvent::Text(_))));
    drop(server);
    let end = stream.next().await;
    assert!(
        matches!(&end, Some(StreamEvent::Failed(e)) if e.code == Code::BrokenStream),
        "{end:?}"
    );
    let (_, end) = ask(&*provider, "again").await;
    assert!(matches!(&end, StreamEvent::Failed(e) if e.code == Code::Refused), "{end:?}");
}

#[tokio::test]
async fn a_server_is_found_and_its_models_are_listed() {
    let speaking = |protocol| Script { speaks: vec![protocol], ..Script::default() };
    let open_ai = ScriptedServer::start(speaking(Protocol::OpenAi)).await.unwrap();
    let ollama = ScriptedServer::start(speaking(Protocol::Ollama)).await.unwrap();
    let patient = Timing { here: Duration::from_secs(60), ..Timing::default() };
    let found = discover_at(&[ollama.url(), open_ai.url()], patient).await;
    let kinds: Vec<_> = found.iter().map(|found| found.server.kind).collect();
    assert_eq!(kinds, [ProviderKind::Ollama, ProviderKind::OpenAi]);
    for found in found {
        let models = found.models.unwrap();
        let [model] = models.as_slice() else { panic!("{models:?}") };
        assert_eq!(model.name, "scripted");
        assert_eq!((model.window.tokens, model.window.source), (Tokens(8_192), Source::Server));
    }
    assert!(open_ai.requests().is_empty(), "only calls for an answer are recorded");
}

// B47
#[tokio::test]
async fn every_server_says_in_its_own_words_that_the_context_is_too_small() {
    use Overflow::{Anthropic, Azure, Gemini, LlamaCpp, LmStudio, Ollama, OpenAi, Vllm};
    for words in [OpenAi, Azure, Ollama, LlamaCpp, LmStudio, Vllm, Anthropic, Gemini] {
        let rule = Rule { overflow: Some(words), ..Rule::default() };
        let server = ScriptedServer::start(Script::always(rule)).await.unwrap();
        for kind in ALL {
            let (_, end) = ask(&*connect(&server, kind), "How much?").await;
            let StreamEvent::Failed(error) = end else { panic!("{end:?}") };
            assert_eq!(error.code, Code::ContextOverflow, "{words:?} {error}");
            // The message has both sizes if the server reports them.
            let told = error.message.contains("8192") && error.message.contains("8195");
            assert_eq!(told, words != Ollama, "{words:?} {error}");
        }
        assert_eq!(server.requests().len(), ALL.len(), "none of them is tried again");
    }
}

// B47
#[tokio::test]
async fn a_server_restarted_between_two_calls_answers_again() {
    let script = Script::saying(&["well"]);
    for kind in ALL {
        let first = ScriptedServer::start(script.clone()).await.unwrap();
        let provider = connect(&first, kind);
        assert_eq!(ask(&*provider, "1").await.0, ["well"]);
        let port = first.url().rsplit_once(':').unwrap().1.parse().unwrap();
        drop(first);
        // The old, dead connection is still in the pool.
        let second = loop {
            match ScriptedServer::start_on(script.clone(), port).await {
                Ok(server) => break server,
                Err(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        };
        let (pieces, end) = ask(&*provider, "2").await;
        assert_eq!(pieces.last().map(String::as_str), Some("well"), "{end:?}");
        assert_eq!(second.requests().len(), 1);
    }
}

// B47
#[tokio::test]
async fn an_overloaded_server_is_asked_again_unless_it_had_begun() {
    for kind in [ProviderKind::OpenAi, ProviderKind::Anthropic] {
        let failing = |after| Rule {
            pieces: Some(vec!["a".into(), "b".into()]),
            fail_after: Some(after),
            times: Some(1),
            ..Rule::default()
        };
        let script = Script::saying(&["well"]);
        let server = ScriptedServer::start(script.clone().rule(failing(0))).await.unwrap();
        let (pieces, _) = ask(&*connect(&server, kind), "1").await;
        assert_eq!(pieces, ["waiting ServerError ", "well"], "{kind:?}");
        let server = ScriptedServer::start(script.rule(failing(1))).await.unwrap();
        let (pieces, end) = ask(&*connect(&server, kind), "1").await;
        assert_eq!(pieces, ["a"], "{kind:?}");
        assert!(matches!(&end, StreamEvent::Failed(e) if e.code == Code::ServerError), "{end:?}");
    }
}

#[tokio::test]
async fn it_is_controlled_from_another_process() {
    let server = ScriptedServer::start(Script::saying(&["one"])).await.unwrap();
    let provider = connect(&server, ProviderKind::OpenAi);
    assert_eq!(ask(&*provider, "1").await.0, ["one"]);
    let script = r#"{ "default": { "pieces": ["two"] } }"#;
    assert_eq!(control(&server, "PUT", "/_control/script", script).await.0, 204);
    assert_eq!(ask(&*provider, "2").await.0, ["two"]);
    let (status, why) = control(&server, "PUT", "/_control/script", r#"{"rulez":[]}"#).await;
    assert_eq!(status, 400);
    assert!(why.contains("rulez"), "{why}");
    let (_, requests) = control(&server, "GET", "/_control/requests", "").await;
    let requests: Vec<tests::model_server::Request> = serde_json::from_str(&requests).unwrap();
    assert_eq!(requests, server.requests());
    assert_eq!(requests.len(), 2);
    assert_eq!(control(&server, "GET", "/_control/closed", "").await, (200, "0".into()));
    assert_eq!(control(&server, "POST", "/_control/release", "").await.0, 200);
}

/// A plain HTTP request, like a script in another language would send.
async fn control(server: &ScriptedServer, method: &str, path: &str, body: &str) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let address = server.url().replace("http://", "");
    let mut socket = tokio::net::TcpStream::connect(&address).await.unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
    );
    socket.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[test]
fn scripts_that_contradict_themselves_are_refused() {
    let cases = [
        (r#"{"default":{"stall":true,"pieces":["a"]}}"#, "default: only one of"),
        (r#"{"rules":[{},{"status":401,"raw":["x"]}]}"#, "rules[1]: only one of"),
        (r#"{"default":{"overflow":"vllm","status":400}}"#, "default: only one of"),
        (r#"{"default":{"cuts":[3,0]}}"#, "default: cuts can't be 0"),
        (r#"{"default":{"delay":1}}"#, "unknown field `delay`"),
    ];
    for (json, why) in cases {
        let error = Script::from_json(json).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn the_example_in_the_documentation_is_a_script() {
    let source = include_str!("../../src/model_server/script.rs");
    let (_, example) = source.split_once("/// ```json\n").unwrap();
    let (example, _) = example.split_once("/// ```\n").unwrap();
    let script = Script::from_json(&example.replace("///", "")).unwrap();
    assert_eq!(script.rules.len(), 5);
}
