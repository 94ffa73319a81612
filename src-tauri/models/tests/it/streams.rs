//! Streamed answers from correct and slightly wrong servers.

use models::{FinishReason, ProviderKind, Tokens, Usage};
use tokio_util::sync::CancellationToken;

use crate::wire::{End, Heard, Reply, Wire, ask, hear, request};

fn done(text: &str, thinking: &str, finish: FinishReason, usage: Option<(u32, u32)>) -> Heard {
    let usage = usage.map(|(p, c)| Usage { prompt: Tokens(p), completion: Tokens(c) });
    let end = Some(End::Done(finish, usage));
    Heard { text: text.into(), thinking: thinking.into(), end, ..Heard::default() }
}

fn delta(fields: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{fields},\"finish_reason\":null}}]}}\n\n")
}

fn content(text: &str) -> String {
    delta(&serde_json::json!({ "content": text }).to_string())
}

fn finish(reason: &str) -> String {
    format!("data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\n\n")
}

const USAGE: &str =
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3}}\n\n";
const END: &str = "data: [DONE]\n\n";

/// Sends the body whole, then byte by byte, and expects the same.
async fn check(kind: ProviderKind, name: &str, body: &str, expect: Heard) {
    let whole = Reply::stream().piece(body).end();
    let bytes = body.bytes().fold(Reply::stream(), |reply, byte| reply.piece([byte])).end();
    for (how, reply) in [("whole", whole), ("byte by byte", bytes)] {
        let wire = Wire::start(vec![reply]).await;
        let heard = ask(&*wire.connect(kind)).await;
        assert_eq!(heard, expect, "{name}, {how}");
    }
}

#[tokio::test]
async fn open_ai() {
    use FinishReason::{Filtered, Length, Other, Stop};
    let usage = Some((12, 3));
    let role = delta(r#"{"role":"assistant","content":null}"#);
    let [rye, keeps] = ["Rye ", "keeps 汉é😀."].map(content);
    let both = "Rye keeps 汉é😀.";
    let cases: Vec<(&str, String, Heard)> = vec![
        (
            "as it should be",
            format!("{role}{rye}{keeps}{}{USAGE}{END}", finish("stop")),
            done(both, "", Stop, usage),
        ),
        (
            "CRLF and comments that keep the connection alive",
            format!(": PROCESSING\n\n{rye}:\n\n{keeps}{}{USAGE}{END}", finish("stop"))
                .replace('\n', "\r\n"),
            done(both, "", Stop, usage),
        ),
        (
            "no space after the colon, event names, ids",
            format!("id: 1\nevent: message\n{rye}{keeps}{}{END}", finish("stop"))
                .replace("data: ", "data:"),
            done(both, "", Stop, None),
        ),
        (
            "no empty line between events",
            format!("{rye}{keeps}{}{USAGE}{END}", finish("stop")).replace("\n\n", "\n"),
            done(both, "", Stop, usage),
        ),
        (
            "data over several lines",
            "data: {\"choices\":[{\"delta\":\ndata: {\"content\":\"a\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n"
                .to_owned(),
            done("a", "", Stop, None),
        ),
        ("no [DONE]", format!("{rye}{keeps}{}", finish("stop")), done(both, "", Stop, None)),
        (
            "no line end at the end",
            format!("{rye}{}data: [DONE]", finish("length")),
            done("Rye ", "", Length, None),
        ),
        ("no finish reason", format!("{rye}{END}"), done("Rye ", "", Other, None)),
        (
            "usage with the last piece, or null in all",
            format!(
                "{}data: {{\"choices\":[{{\"delta\":{{\"content\":\"b\"}},\"finish_reason\":\"stop\"}}],\"usage\":{{\"prompt_tokens\":12,\"completion_tokens\":3}}}}\n\n{END}",
                "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":null}\n\n",
            ),
            done("ab", "", Stop, usage),
        ),
        (
            "a finish reason that is empty until the end",
            "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"\"}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"STOP\"}]}\n\n"
                .to_owned(),
            done("a", "", Stop, None),
        ),
        ("eos", format!("{rye}{}{END}", finish("eos")), done("Rye ", "", Stop, None)),
        ("filter", format!("{rye}{}{END}", finish("content_filter")), done("Rye ", "", Filtered, None)),
        ("tool_calls", format!("{rye}{}{END}", finish("tool_calls")), done("Rye ", "", Other, None)),
        (
            "thinking in fields",
            format!(
                "{}{}{}{rye}{}{END}",
                delta(r#"{"reasoning_content":"a"}"#),
                delta(r#"{"reasoning":"b","content":""}"#),
                delta(r#"{"thinking":"c","content":null}"#),
                finish("stop"),
            ),
            done("Rye ", "abc", Stop, None),
        ),
        (
            "thinking in the content",
            format!(
                "{}{}{}{}{}{END}",
                content("<th"),
                content("ink>a</"),
                content("think>\n\n"),
                rye,
                finish("stop")
            ),
            done("Rye ", "a", Stop, None),
        ),
        (
            "content in parts",
            format!(
                "{}{}{END}",
                delta(r#"{"content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"b"}]}"#),
                finish("stop")
            ),
            done("b", "a", Stop, None),
        ),
        (
            "no stream at all",
            "{\n  \"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"<think>a</think>b\"}, \"finish_reason\": \"stop\"}],\n  \"usage\": {\"prompt_tokens\": 12, \"completion_tokens\": 3}\n}\n"
                .to_owned(),
            done("b", "a", Stop, usage),
        ),
        ("an empty answer", format!("{}{END}", finish("stop")), done("", "", Stop, None)),
        (
            "a byte order mark, and chunks that say nothing",
            format!("\u{feff}{rye}data: {{}}\n\ndata: {{\"choices\":[{{}}]}}\n\n{}{END}", finish("stop")),
            done("Rye ", "", Stop, None),
        ),
    ];
    for (name, body, expect) in cases {
        check(ProviderKind::OpenAi, name, &body, expect).await;
    }
}

#[tokio::test]
async fn ollama() {
    use FinishReason::{Length, Other, Stop};
    let piece = |text: &str| {
        let message = serde_json::json!({"role": "assistant", "content": text});
        serde_json::json!({"model": "small", "message": message, "done": false}).to_string() + "\n"
    };
    let last = |more: &str| {
        format!("{{\"message\":{{\"role\":\"assistant\",\"content\":\"\"}},\"done\":true{more}}}\n")
    };
    let counts = r#","done_reason":"stop","prompt_eval_count":12,"eval_count":3"#;
    let usage = Some((12, 3));
    let both = format!("{}{}", piece("Rye "), piece("keeps 汉é😀."));
    let text = "Rye keeps 汉é😀.";
    let cases = [
        ("as it should be", format!("{both}{}", last(counts)), done(text, "", Stop, usage)),
        (
            "CRLF and empty lines",
            format!("\n{both}\n{}", last(counts)).replace('\n', "\r\n"),
            done(text, "", Stop, usage),
        ),
        (
            "no line end at the end",
            format!("{both}{}", last(counts).trim_end()),
            done(text, "", Stop, usage),
        ),
        (
            "length, and a prompt that was cached",
            format!("{both}{}", last(r#","done_reason":"length","eval_count":3"#)),
            done(text, "", Length, None),
        ),
        ("no reason", format!("{both}{}", last("")), done(text, "", Stop, None)),
        ("load", last(r#","done_reason":"load""#), done("", "", Other, None)),
        (
            "thinking in a field",
            format!(
                "{{\"message\":{{\"content\":\"\",\"thinking\":\"a\"}},\"done\":false}}\n{both}{}",
                last(counts)
            ),
            done(text, "a", Stop, usage),
        ),
        (
            "thinking in the content",
            format!("{}{}{both}{}", piece("<think>a</thi"), piece("nk>\n"), last(counts)),
            done(text, "a", Stop, usage),
        ),
    ];
    for (name, body, expect) in cases {
        check(ProviderKind::Ollama, name, &body, expect).await;
    }
}

// B29, B38
#[tokio::test]
async fn the_body_is_what_is_sent() {
    let full =
        models::ChatRequest { max_tokens: Some(Tokens(200)), temperature: Some(0.2), ..request() };
    let cases = [
        (ProviderKind::OpenAi, "POST /v1/chat/completions", request(), "openai"),
        (ProviderKind::OpenAi, "POST /v1/chat/completions", full.clone(), "openai_full"),
        (ProviderKind::Ollama, "POST /api/chat", request(), "ollama"),
        (ProviderKind::Ollama, "POST /api/chat", full.clone(), "ollama_full"),
        (ProviderKind::Anthropic, "POST /v1/messages", request(), "anthropic"),
        (ProviderKind::Anthropic, "POST /v1/messages", full, "anthropic_full"),
    ];
    for (kind, line, request, name) in cases {
        let wire = Wire::start(vec![Reply::json("{}")]).await;
        let provider = wire.connect(kind);
        let body = provider.body(&request);
        insta::assert_snapshot!(name, body);
        hear(provider.chat(body.clone(), CancellationToken::new())).await;
        let requests = wire.requests();
        assert_eq!((requests[0].line.as_str(), &requests[0].body), (line, &body));
        let value: serde_json::Value = serde_json::from_str(&body).unwrap();
        if kind == ProviderKind::Ollama {
            assert_eq!(value["options"]["num_ctx"], request.window.0);
        }
    }
}

#[tokio::test]
async fn openai_itself_wants_another_name_for_the_limit() {
    let server = models::Server {
        kind: ProviderKind::OpenAi,
        base_url: "https://api.openai.com/v1".into(),
        key: None,
    };
    let request = models::ChatRequest { max_tokens: Some(Tokens(9)), ..request() };
    let body = server.connect().unwrap().body(&request);
    assert!(
        body.contains(r#""max_completion_tokens":9"#) && !body.contains("max_tokens"),
        "{body}"
    );
}

#[tokio::test]
async fn the_address_works_with_and_without_version_and_slash() {
    let end = Reply::stream().piece(format!("{}{END}", content("a"))).end();
    let wire = Wire::start(vec![end]).await;
    for end in ["", "/", "/v1", "/v1/", "/v1/chat/completions"] {
        let mut server = wire.server(ProviderKind::OpenAi);
        server.base_url.push_str(end);
        assert_eq!(ask(&*server.connect().unwrap()).await.text, "a", "{end}");
        assert_eq!(server.connect().unwrap().server(), &server);
    }
    assert!(wire.requests().iter().all(|request| request.line == "POST /v1/chat/completions"));
}
