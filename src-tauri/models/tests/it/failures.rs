use std::time::Duration;

use models::discover::look;
use models::{Code, FinishReason, ProviderKind, Server, Timing};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::wire::{End, Heard, MUST, Reply, Step, Wire, ask, request, timing};

pub const ALL: [ProviderKind; 3] =
    [ProviderKind::OpenAi, ProviderKind::Ollama, ProviderKind::Anthropic];

pub fn said(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::OpenAi => "data: {\"choices\":[{\"delta\":{\"content\":\"Rye\"}}]}\n\n",
        ProviderKind::Ollama => "{\"message\":{\"content\":\"Rye\"},\"done\":false}\n",
        ProviderKind::Anthropic => {
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\
             \"delta\":{\"type\":\"text_delta\",\"text\":\"Rye\"}}\n\n"
        }
        ProviderKind::Engine => panic!("the engine is no server"),
    }
}

fn over(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::OpenAi => {
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
        }
        ProviderKind::Ollama => "{\"message\":{\"content\":\"\"},\"done\":true}\n",
        ProviderKind::Anthropic => {
            "event: message_delta\ndata: {\"type\":\"message_delta\",\
             \"delta\":{\"stop_reason\":\"end_turn\"}}\n\nevent: message_stop\ndata: \
             {\"type\":\"message_stop\"}\n\n"
        }
        ProviderKind::Engine => panic!("the engine is no server"),
    }
}

pub fn answer(kind: ProviderKind) -> Reply {
    Reply::stream().piece(said(kind)).piece(over(kind)).end()
}

async fn fails(kind: ProviderKind, reply: Reply, text: &str, code: Code, sentence: &str) {
    let wire = Wire::start(vec![reply]).await;
    let heard = ask(&*wire.connect(kind)).await;
    assert_eq!(heard.text, text, "{sentence}");
    let error = heard.failure();
    let expect = format!("{} {sentence}", wire.url);
    assert_eq!((error.code, error.to_string()), (code, expect), "{kind:?}");
}

// B47
#[tokio::test]
async fn refusals() {
    let message = |text: &str| format!("{{\"error\":{{\"message\":\"{text}\"}}}}");
    let cases = [
        (401, message("No key."), Code::Unauthorized, "needs a key (401: No key)."),
        (
            404,
            message("model small not found"),
            Code::ModelMissing,
            "doesn't have “small” (404: model small not found).",
        ),
        (
            404,
            "404 page not found".into(),
            Code::BadSetting,
            "doesn't understand the call (404: 404 page not found). Is it another kind of server?",
        ),
        (500, message("boom"), Code::ServerError, "failed (500: boom)."),
        (502, "<html><title>Bad Gateway</title>".into(), Code::ServerError, "failed (502: a web page titled “Bad Gateway”)."),
        (400, message("bad role"), Code::BadRequest, "didn't accept the request (400: bad role)."),
        (
            400,
            r#"{"error":{"message":"request (9 tokens) exceeds the available context size (8 tokens), try increasing it","type":"exceed_context_size_error"}}"#.into(),
            Code::ContextOverflow,
            "can't take the request: it is larger than the context window of “small” (400: request (9 tokens) exceeds the available context size (8 tokens), try increasing it).",
        ),
        (504, String::new(), Code::TimedOut, "waited too long for its own model (504)."),
    ];
    for kind in ALL {
        for (status, body, code, sentence) in &cases {
            fails(kind, Reply::status(*status, "", body), "", *code, sentence).await;
        }
    }
}

// B47
#[tokio::test]
async fn broken_answers_fail_with_their_cause() {
    for kind in ALL {
        let begun = || Reply::stream().piece(said(kind));
        let middle = "closed the connection in the middle of its answer.";
        fails(kind, begun(), "Rye", Code::BrokenStream, middle).await;
        fails(kind, begun().then(Step::Reset), "Rye", Code::BrokenStream, middle).await;
        let quiet = "ended its answer in the middle, without saying why.";
        fails(kind, begun().end(), "Rye", Code::BrokenStream, quiet).await;
        let empty = "gave an empty answer.";
        fails(kind, Reply::stream().end(), "", Code::InvalidReply, empty).await;
        let kind_of_page = "content-type: text/html; charset=utf-8\r\n";
        for (headers, body, page) in [
            (kind_of_page, "<html>\n <title>Log in</title></html>", " titled “Log in”"),
            ("", "<html><title>Log in</title></html>", " titled “Log in”"),
            (kind_of_page, "<html>\n", ""),
        ] {
            let sentence = format!("answered with a web page{page}. Is the address right?");
            fails(kind, Reply::status(200, headers, body), "", Code::InvalidReply, &sentence).await;
        }
        let sentence = "answered with something that isn't its protocol: ok.";
        fails(kind, Reply::status(200, "", "ok"), "", Code::InvalidReply, sentence).await;
    }
    let data = Reply::stream().piece(said(ProviderKind::OpenAi)).piece("data: {\"choi\n\n").end();
    let sentence = "answered with something that isn't its protocol: {\"choi.";
    fails(ProviderKind::OpenAi, data, "Rye", Code::InvalidReply, sentence).await;
}

// B47
#[tokio::test]
async fn errors_inside_a_stream() {
    let open_ai = ProviderKind::OpenAi;
    let begun = || Reply::stream().piece(said(open_ai));
    let cases = [
        (
            "data: {\"error\":{\"message\":\"out of memory\",\"type\":\"server_error\"}}\n\n",
            Code::ServerError,
            "failed (out of memory).",
        ),
        (
            "event: error\ndata: {\"error\":{\"code\":429,\"message\":\"busy\"}}\n\n",
            Code::RateLimited,
            "has had too many requests (429: busy).",
        ),
        (
            "{\"error\":{\"message\":\"maximum context length is 8\"}}\n",
            Code::ContextOverflow,
            "can't take the request: it is larger than the context window of “small” (maximum context length is 8).",
        ),
        (
            "data: {\"object\":\"error\",\"message\":\"gone\",\"code\":500}\n\n",
            Code::ServerError,
            "failed (500: gone).",
        ),
        (
            "data: {\"choices\":[{\"delta\":{},\"error\":{\"message\":\"upstream\"}}]}\n\n",
            Code::ServerError,
            "failed (upstream).",
        ),
    ];
    for (line, code, sentence) in cases {
        fails(open_ai, begun().piece(line).end(), "Rye", code, sentence).await;
    }
    let ollama = ProviderKind::Ollama;
    let line = "{\"error\":\"an error was encountered while running the model\"}\n";
    let sentence = "failed (an error was encountered while running the model).";
    let reply = Reply::stream().piece(said(ollama)).piece(line).end();
    fails(ollama, reply, "Rye", Code::ServerError, sentence).await;
}

// B47
#[tokio::test]
async fn nobody_there() {
    // Nothing answers at the first port.
    let base_url = "http://127.0.0.1:1".to_owned();
    let server = Server { kind: ProviderKind::OpenAi, base_url, key: None };
    let error = ask(&*server.connect().unwrap()).await.failure();
    let expect = format!("{} refused the connection: no server runs there.", server.base_url);
    assert_eq!((error.code, error.to_string()), (Code::Refused, expect));

    // A proxy would look the name up itself.
    let proxies = ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"];
    if proxies.iter().all(|name| std::env::var_os(name).is_none()) {
        // A label this long is invalid, so no name server is asked.
        let host = "a".repeat(64);
        let base_url = format!("http://{host}:1");
        let server = Server { kind: ProviderKind::Ollama, base_url, key: None };
        let error = server.connect().unwrap().models().await.unwrap_err();
        let expect =
            format!("{} can't be reached: the host name “{host}” isn't known.", server.base_url);
        assert_eq!((error.code, error.to_string()), (Code::UnknownHost, expect));
    }

    // An unencrypted server, called with encryption.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        }
    });
    let server = Server { kind: ProviderKind::Ollama, base_url, key: None };
    let error = server.connect().unwrap().models().await.unwrap_err();
    assert_eq!(error.code, Code::Tls, "{error}");
    assert!(error.message.starts_with(&server.base_url), "{error}");
}

#[tokio::test]
async fn a_server_that_sends_us_elsewhere_isnt_followed() {
    let wire =
        Wire::start(vec![Reply::status(307, "location: http://other/v1?key=x\r\n", "")]).await;
    let error = ask(&*wire.connect(ProviderKind::OpenAi)).await.failure();
    assert_eq!(error.code, Code::BadSetting);
    assert!(error.message.contains("redirects to http://other/v1 (307)"), "{error}");
    assert_eq!(wire.requests().len(), 1);
}

// B47
#[tokio::test]
async fn silence() {
    let short = Duration::from_secs(1);
    let cases = ALL.into_iter().flat_map(|kind| {
        let begun = Reply::stream().piece(said(kind));
        let stopped = "stopped in the middle of the answer: nothing came for 1 s.";
        [
            (kind, Reply::default(), "", "said nothing for 1 s."),
            (kind, Reply::stream(), "", "said nothing for 1 s."),
            (kind, begun, "Rye", stopped),
        ]
    });
    let checks = cases.map(async |(kind, reply, text, sentence)| {
        let mut wire = Wire::start(vec![reply.then(Step::UntilClosed)]).await;
        // If text comes, only the later silence may time out.
        let first_token = if text.is_empty() { short } else { MUST };
        let timing = Timing { first_token, idle: short, ..timing() };
        let provider = wire.server(kind).connect_with(timing).unwrap();
        let heard = ask(&*provider).await;
        assert_eq!(heard.text, text);
        let error = heard.failure();
        let expect = format!("{} {sentence}", wire.url);
        assert_eq!((error.code, error.to_string()), (Code::TimedOut, expect));
        wire.client_closed().await;
        assert_eq!(wire.requests().len(), 1, "a time-out isn't tried again");
    });
    futures::future::join_all(checks).await;
}

#[tokio::test]
async fn after_the_end_nothing_is_waited_for() {
    let finished = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let begun = || Reply::stream().piece(said(ProviderKind::OpenAi)).piece(finished);
    for reply in [begun().then(Step::UntilClosed), begun(), begun().then(Step::Reset)] {
        let wire = Wire::start(vec![reply]).await;
        let timing = Timing { idle: Duration::from_secs(1), ..timing() };
        let provider = wire.server(ProviderKind::OpenAi).connect_with(timing).unwrap();
        let heard = ask(&*provider).await;
        let end = Some(End::Done(FinishReason::Stop, None));
        assert_eq!(heard, Heard { text: "Rye".into(), end, ..Heard::default() });
    }
}

// B47
#[tokio::test]
async fn tried_again_until_the_first_piece_and_no_further() {
    let kind = ProviderKind::OpenAi;
    let passing = [
        Reply::status(429, "", ""),
        Reply::status(429, "retry-after: 0\r\n", ""),
        Reply::status(429, "retry-after-ms: 5\r\n", ""),
        Reply::status(503, "", r#"{"error":{"message":"Loading model"}}"#),
        Reply::default().then(Step::Reset),
        Reply::default(),
        Reply::stream(),
        Reply::stream().piece(": alive\n\n").then(Step::Reset),
    ];
    for reply in passing {
        // Two failures are retried, a third isn't.
        let wire = Wire::start(vec![reply.clone(), reply.clone(), answer(kind)]).await;
        let heard = ask(&*wire.connect(kind)).await;
        assert_eq!((heard.text.as_str(), wire.requests().len()), ("Rye", 3), "{reply:?}");
        let wire =
            Wire::start(vec![reply.clone(), reply.clone(), reply.clone(), answer(kind)]).await;
        ask(&*wire.connect(kind)).await.failure();
        assert_eq!(wire.requests().len(), 3, "{reply:?}");
    }
    let lasting = [
        Reply::status(500, "", ""),
        Reply::status(401, "", ""),
        Reply::status(429, "", r#"{"error":{"message":"m","code":"insufficient_quota"}}"#),
        Reply::status(503, "retry-after: 600\r\n", ""),
        Reply::stream().piece(said(kind)),
        Reply::stream().piece(said(kind)).piece("data: {\"error\":{\"code\":503}}\n\n"),
    ];
    for reply in lasting {
        let wire = Wire::start(vec![reply.clone(), answer(kind)]).await;
        ask(&*wire.connect(kind)).await.failure();
        assert_eq!(wire.requests().len(), 1, "{reply:?}");
    }
}

/// Each pause is announced with its reason.
#[tokio::test]
async fn pauses_are_told() {
    let date = "retry-after: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    for kind in ALL {
        let replies = vec![
            Reply::status(429, "retry-after-ms: 3\r\n", ""),
            // A date that has passed.
            Reply::status(503, date, ""),
            answer(kind),
        ];
        let wire = Wire::start(replies).await;
        let heard = ask(&*wire.connect(kind)).await;
        let waits =
            [(Duration::from_millis(3), Code::RateLimited), (Duration::ZERO, Code::ServerError)];
        assert_eq!((heard.text.as_str(), heard.waits.as_slice()), ("Rye", &waits[..]));

        // Without the server's wish the pauses grow.
        let replies = vec![Reply::status(502, "", ""), Reply::default(), answer(kind)];
        let wire = Wire::start(replies).await;
        let heard = ask(&*wire.connect(kind)).await;
        let waits = [
            (Duration::from_millis(1), Code::ServerError),
            (Duration::from_millis(2), Code::BrokenStream),
        ];
        assert_eq!((heard.text.as_str(), heard.waits.as_slice()), ("Rye", &waits[..]));
    }
}

// B47
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_host_that_doesnt_take_connections() {
    // Nobody accepts here: with a full queue the system answers nobody.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut queued = Vec::new();
    while let Ok(connected) =
        tokio::time::timeout(Duration::from_millis(300), tokio::net::TcpStream::connect(address))
            .await
    {
        queued.push(connected.unwrap());
        assert!(queued.len() < 1_000, "the queue never fills");
    }
    for kind in ALL {
        let server = Server { kind, base_url: format!("http://{address}"), key: None };
        let timing = Timing { connect: Duration::from_millis(200), ..timing() };
        let heard = ask(&*server.connect_with(timing).unwrap()).await;
        assert_eq!(heard.waits, [], "a time-out isn't tried again");
        let error = heard.failure();
        let expect = format!("http://{address} didn't accept a connection within 0.2 s.");
        assert_eq!((error.code, error.to_string()), (Code::TimedOut, expect));
    }
}

// B47
#[tokio::test]
async fn the_error_has_the_wait_that_the_server_asks_for() {
    let wire = Wire::start(vec![Reply::status(429, "retry-after: 90\r\n", "slow down")]).await;
    let error = ask(&*wire.connect(ProviderKind::Ollama)).await.failure();
    assert_eq!((error.code, error.retry_after), (Code::RateLimited, Some(90)));
    let expect = format!(
        "{} has had too many requests (429: slow down), and asks you to wait 90 s.",
        wire.url
    );
    assert_eq!(error.to_string(), expect);
}

// B54
#[tokio::test]
async fn a_key_is_sent_and_never_repeated() {
    let key = "sk-sentinel-93ab";
    let echo = format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {key}.\"}}}}");
    let replies = [
        Reply::status(401, "", &echo),
        Reply::status(500, "", key),
        Reply::status(500, "", "key=sk%2Dsentinel%2D93ab"),
        Reply::status(400, "", r"{no JSON: \u0073k-sentinel-93ab}"),
        Reply::status(403, "", "Basic bWU6c2stc2VudGluZWwtOTNhYg=="),
        Reply::status(200, "", &format!("not a protocol: {key}")),
        Reply::status(307, &format!("location: http://{key}/\r\n"), ""),
        Reply::stream().piece(format!("data: {echo}\n\n")),
        Reply::default(),
    ];
    for reply in replies {
        for kind in ALL {
            let wire = Wire::start(vec![reply.clone()]).await;
            let with_password = wire.url.replace("http://", &format!("http://me:{key}@"));
            let servers = [
                Server { kind, base_url: wire.url.clone(), key: Some(format!(" {key}\n").into()) },
                Server { kind, base_url: with_password, key: None },
            ];
            for server in servers {
                let provider = server.connect_with(timing()).unwrap();
                let body = provider.body(&request());
                let asked = ask(&*provider).await.failure();
                let listed = provider.models().await.err();
                let found = look(&server.base_url, server.key.as_deref(), timing()).await;
                let everything =
                    format!("{server:?} {body} {asked:?} {asked} {listed:?} {found:?}");
                // Only `Server`'s public field may contain the typed address.
                let everything = everything.replace(&server.base_url, "");
                for written in [key, "2Dsentinel", "u0073k-sentinel", "c2VudGluZWwtOTNh"] {
                    assert!(!everything.contains(written), "{everything}");
                }
                assert!(asked.message.starts_with(&wire.url), "{asked}");
            }
            let first = &wire.requests()[0].headers;
            let header = match kind {
                ProviderKind::Anthropic => format!("x-api-key: {key}\r\n"),
                _ => format!("authorization: bearer {key}\r\n"),
            };
            assert!(first.contains(&header), "{first}");
        }
    }
}

#[test]
fn unusable_settings_are_errors_before_any_request() {
    for (base_url, key) in [("", None), ("nonsense://x", None), ("http://a", Some("two\nlines"))] {
        let server = Server {
            kind: ProviderKind::OpenAi,
            base_url: base_url.into(),
            key: key.map(Into::into),
        };
        let error = server.connect().err().unwrap();
        assert_eq!(error.code, Code::BadSetting);
        assert!(!error.message.contains("two"), "{error}");
    }
}
