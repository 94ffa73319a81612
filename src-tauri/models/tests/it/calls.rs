//! Tool calls from servers, and those in models' answers.

use futures::StreamExt;
use models::{ChatRequest, FinishReason, ProviderKind, StreamEvent, Tokens, Tool, ToolCall, Usage};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::wire::{End, Heard, Reply, Step, Wire, hear, request};

/// Name, body, and the expected text, calls (id, name, arguments) and finish.
type Case = (&'static str, String, &'static str, &'static [[&'static str; 3]], FinishReason);

fn offering() -> ChatRequest {
    let tool = |name: &str| Tool {
        name: name.into(),
        description: "Does something.".into(),
        parameters: json!({ "type": "object", "properties": {} }),
    };
    ChatRequest { tools: vec![tool("find"), tool("read")], may_call: true, ..request() }
}

/// Sends the body whole and byte by byte.
async fn check(
    kind: ProviderKind,
    name: &str,
    body: &str,
    text: &str,
    calls: &[[&str; 3]],
    end: FinishReason,
) {
    let whole = Reply::stream().piece(body).end();
    let bytes = body.bytes().fold(Reply::stream(), |reply, byte| reply.piece([byte])).end();
    for reply in [whole, bytes] {
        let wire = Wire::start(vec![reply]).await;
        let provider = wire.connect(kind);
        let cancel = CancellationToken::new();
        let heard = hear(provider.chat(provider.body(&offering()), cancel)).await;
        let calls: Vec<ToolCall> = calls
            .iter()
            .map(|[id, name, arguments]| ToolCall {
                id: (*id).into(),
                name: (*name).into(),
                arguments: (*arguments).into(),
            })
            .collect();
        assert_eq!((heard.text.as_str(), &heard.calls), (text, &calls), "{name}");
        assert!(matches!(heard.end, Some(End::Done(f, _)) if f == end), "{name}: {:?}", heard.end);
    }
}

fn chunk(delta: Value) -> String {
    format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": delta }] }))
}

fn finish(reason: &str) -> String {
    let choice = json!({ "index": 0, "delta": {}, "finish_reason": reason });
    format!("data: {}\n\ndata: [DONE]\n\n", json!({ "choices": [choice] }))
}

#[tokio::test]
async fn open_ai() {
    use FinishReason::{Filtered, Length, Other, Stop, ToolCalls};
    let kind = ProviderKind::OpenAi;
    let piece = |index: u64, function: Value| {
        chunk(json!({ "tool_calls": [{ "index": index, "function": function }] }))
    };
    let begin = |index: u64, id: &str, name: &str| {
        let function = json!({ "name": name, "arguments": "" });
        chunk(
            json!({ "tool_calls": [{ "index": index, "id": id, "type": "function", "function": function }] }),
        )
    };
    let one = || {
        begin(0, "a", "find")
            + &piece(0, json!({ "arguments": "{\"q\":\"é" }))
            + &piece(0, json!({ "arguments": "汉\"}" }))
    };
    let made: &[[&str; 3]] = &[["a", "find", "{\"q\":\"é汉\"}"]];
    let cases: Vec<Case> = vec![
        ("as it should be", one() + &finish("tool_calls"), "", made, ToolCalls),
        (
            "after text",
            chunk(json!({ "content": "So." })) + &one() + &finish("tool_calls"),
            "So.",
            made,
            ToolCalls,
        ),
        ("stop, although there were calls", one() + &finish("stop"), "", made, ToolCalls),
        ("no reason at all", one() + "data: [DONE]\n\n", "", made, ToolCalls),
        (
            "calls, although there were none",
            chunk(json!({ "content": "So." })) + &finish("tool_calls"),
            "So.",
            &[],
            Other,
        ),
        (
            "keep-alive comments and CRLF",
            (": x\n\n".to_owned() + &one() + ": y\n\n" + &finish("tool_calls"))
                .replace('\n', "\r\n"),
            "",
            made,
            ToolCalls,
        ),
        (
            "several at once, whole, in one chunk",
            chunk(json!({ "tool_calls": [
                { "index": 0, "id": "a", "function": { "name": "find", "arguments": "{}" } },
                { "index": 1, "id": "b", "function": { "name": "read", "arguments": { "n": 1 } } },
            ]})) + &finish("tool_calls"),
            "",
            &[["a", "find", "{}"], ["b", "read", "{\"n\":1}"]],
            ToolCalls,
        ),
        (
            "neither index nor id, and the same tool",
            chunk(
                json!({ "tool_calls": [{ "function": { "name": "read", "arguments": "{\"n\":1}" } }] }),
            ) + &chunk(
                json!({ "tool_calls": [{ "function": { "name": "read", "arguments": "{\"n\":2}" } }] }),
            ) + &finish("stop"),
            "",
            &[["call_1", "read", "{\"n\":1}"], ["call_2", "read", "{\"n\":2}"]],
            ToolCalls,
        ),
        (
            "the old form",
            chunk(json!({ "function_call": { "name": "find", "arguments": "{\"q\"" } }))
                + &chunk(json!({ "function_call": { "arguments": ":1}" } }))
                + &finish("function_call"),
            "",
            &[["call_1", "find", "{\"q\":1}"]],
            ToolCalls,
        ),
        (
            "no stream at all",
            json!({ "choices": [{ "message": { "content": null, "tool_calls": [
                { "id": "a", "type": "function", "function": { "name": "find", "arguments": "{}" } }
            ]}, "finish_reason": "tool_calls" }]})
            .to_string(),
            "",
            &[["a", "find", "{}"]],
            ToolCalls,
        ),
        (
            "cut in the middle of a call",
            begin(0, "a", "find") + &piece(0, json!({ "arguments": "{\"q" })) + &finish("length"),
            "",
            &[],
            Length,
        ),
        (
            "empty choices",
            "data: {\"choices\":[]}\n\ndata: {\"choices\":null}\n\n".to_owned()
                + &one()
                + &finish("stop"),
            "",
            made,
            ToolCalls,
        ),
        (
            "the model declines",
            chunk(json!({ "refusal": "I " }))
                + &chunk(json!({ "refusal": "won't." }))
                + &finish("stop"),
            "I won't.",
            &[],
            Stop,
        ),
        (
            "held back",
            chunk(json!({ "content": "So" })) + &finish("content_filter"),
            "So",
            &[],
            Filtered,
        ),
        // In the text.
        (
            "a call in a block of code",
            chunk(json!({ "content": "So:\n```js" }))
                + &chunk(
                    json!({ "content": "on\n{\"name\": \"find\", \"arguments\": {\"q\": \"é\"}}\n```" }),
                )
                + &finish("stop"),
            "So:\n",
            &[["call_1", "find", "{\"q\":\"é\"}"]],
            ToolCalls,
        ),
        (
            "after thinking",
            chunk(
                json!({ "content": "<think>{\"name\": \"read\", \"arguments\": {}}</think>\n\n{\"name\": \"find\", \"parameters\": {}}" }),
            ) + &finish("stop"),
            "",
            &[["call_1", "find", "{}"]],
            ToolCalls,
        ),
        (
            "after a true call what looks like one is text",
            one()
                + &chunk(json!({ "content": "{\"name\": \"find\", \"arguments\": {}}" }))
                + &finish("stop"),
            "{\"name\": \"find\", \"arguments\": {}}",
            made,
            ToolCalls,
        ),
    ];
    for (name, body, text, calls, end) in cases {
        check(kind, name, &body, text, calls, end).await;
    }
}

#[tokio::test]
async fn ollama() {
    use FinishReason::{Length, ToolCalls};
    let kind = ProviderKind::Ollama;
    let line = |message: Value| json!({ "message": message, "done": false }).to_string() + "\n";
    let calls =
        |calls: Value| line(json!({ "role": "assistant", "content": "", "tool_calls": calls }));
    let last = |reason: &str| {
        json!({ "message": { "content": "" }, "done": true, "done_reason": reason }).to_string()
            + "\n"
    };
    let find = json!({ "function": { "name": "find", "arguments": { "b": "é", "a": 1 } } });
    let read = json!({ "id": "x", "function": { "index": 0, "name": "read", "arguments": {} } });
    let cases: Vec<Case> = vec![
        (
            "one, without id",
            calls(json!([find])) + &last("stop"),
            "",
            &[["call_1", "find", "{\"b\":\"é\",\"a\":1}"]],
            ToolCalls,
        ),
        (
            "two, in lines of their own",
            calls(json!([find])) + &calls(json!([read])) + &last("stop"),
            "",
            &[["call_1", "find", "{\"b\":\"é\",\"a\":1}"], ["x", "read", "{}"]],
            ToolCalls,
        ),
        (
            "two of the same in one line, and text",
            line(json!({ "content": "So." }))
                + &calls(json!([read, { "function": { "name": "read" } }]))
                + &last("stop"),
            "So.",
            &[["x", "read", "{}"], ["call_1", "read", ""]],
            ToolCalls,
        ),
        (
            "arguments as a string",
            calls(json!([{ "function": { "name": "read", "arguments": "{\"n\":1}" } }]))
                + &last("stop"),
            "",
            &[["call_1", "read", "{\"n\":1}"]],
            ToolCalls,
        ),
        (
            "in the text",
            line(json!({ "content": "<tool_" }))
                + &line(
                    json!({ "content": "call>{\"name\": \"find\", \"arguments\": {}}</tool_call>" }),
                )
                + &last("stop"),
            "",
            &[["call_1", "find", "{}"]],
            ToolCalls,
        ),
        (
            "cut in the middle",
            line(json!({ "content": "{\"name\": \"find\", \"argu" })) + &last("length"),
            "{\"name\": \"find\", \"argu",
            &[],
            Length,
        ),
    ];
    for (name, body, text, calls, end) in cases {
        check(kind, name, &body, text, calls, end).await;
    }
}

fn event(data: Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap())
}

fn start() -> String {
    event(json!({ "type": "message_start", "message": { "usage": {
        "input_tokens": 2, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 7, "output_tokens": 1
    }}}))
}

fn block(index: u64, block: Value, deltas: &[Value]) -> String {
    let mut all =
        event(json!({ "type": "content_block_start", "index": index, "content_block": block }));
    for delta in deltas {
        all += &event(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
    }
    all + &event(json!({ "type": "content_block_stop", "index": index }))
}

fn text(index: u64, text: &str) -> String {
    let delta = json!({ "type": "text_delta", "text": text });
    block(index, json!({ "type": "text", "text": "" }), &[delta])
}

fn call(index: u64, id: &str, name: &str, pieces: &[&str]) -> String {
    let delta = |piece: &&str| json!({ "type": "input_json_delta", "partial_json": piece });
    let deltas: Vec<Value> = pieces.iter().map(delta).collect();
    block(index, json!({ "type": "tool_use", "id": id, "name": name, "input": {} }), &deltas)
}

fn stop(reason: &str) -> String {
    event(
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 5 } }),
    ) + &event(json!({ "type": "message_stop" }))
}

#[tokio::test]
async fn anthropic() {
    use FinishReason::{Filtered, Length, Other, Stop, ToolCalls};
    let kind = ProviderKind::Anthropic;
    let ping = || event(json!({ "type": "ping" }));
    let one = || call(1, "toolu_1", "find", &["", "{\"q\": \"é", "汉\"}"]);
    let made: &[[&str; 3]] = &[["toolu_1", "find", "{\"q\": \"é汉\"}"]];
    let cases: Vec<Case> = vec![
        ("text", start() + &ping() + &text(0, "Rye 😀") + &stop("end_turn"), "Rye 😀", &[], Stop),
        (
            "text and a call",
            start() + &text(0, "So.") + &one() + &stop("tool_use"),
            "So.",
            made,
            ToolCalls,
        ),
        (
            "CRLF",
            (start() + &text(0, "So.") + &ping() + &one() + &stop("tool_use"))
                .replace('\n', "\r\n"),
            "So.",
            made,
            ToolCalls,
        ),
        (
            "several calls, one without arguments",
            start()
                + &call(0, "a", "read", &["{}"])
                + &call(1, "b", "read", &[])
                + &stop("tool_use"),
            "",
            &[["a", "read", "{}"], ["b", "read", ""]],
            ToolCalls,
        ),
        (
            "end_turn, although there was a call",
            start() + &one() + &stop("end_turn"),
            "",
            made,
            ToolCalls,
        ),
        (
            "no message_stop",
            start()
                + &text(0, "a")
                + &stop("max_tokens")
                    .replace("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", ""),
            "a",
            &[],
            Length,
        ),
        (
            "cut in the middle of a call",
            start() + &call(0, "a", "read", &["{\"n"]) + &stop("max_tokens"),
            "",
            &[],
            Length,
        ),
        ("declined in the middle", start() + &text(0, "a") + &stop("refusal"), "a", &[], Filtered),
        (
            "the window is full",
            start() + &text(0, "a") + &stop("model_context_window_exceeded"),
            "a",
            &[],
            Length,
        ),
        ("a pause", start() + &text(0, "a") + &stop("pause_turn"), "a", &[], Other),
        (
            "events that may be added",
            start() + &event(json!({ "type": "news" })) + &text(0, "a") + &stop("stop_sequence"),
            "a",
            &[],
            Stop,
        ),
        (
            "no stream at all",
            json!({ "type": "message", "content": [
                { "type": "thinking", "thinking": "hm" }, { "type": "text", "text": "So." },
                { "type": "tool_use", "id": "a", "name": "read", "input": { "n": 1 } },
            ], "stop_reason": "tool_use", "usage": { "input_tokens": 3, "output_tokens": 4 } })
            .to_string(),
            "So.",
            &[["a", "read", "{\"n\":1}"]],
            ToolCalls,
        ),
    ];
    for (name, body, text, calls, end) in cases {
        check(kind, name, &body, text, calls, end).await;
    }
}

#[tokio::test]
async fn thinking_and_usage_of_anthropic_are_read() {
    let thinking = block(
        0,
        json!({ "type": "thinking", "thinking": "", "signature": "" }),
        &[
            json!({ "type": "thinking_delta", "thinking": "hm" }),
            json!({ "type": "signature_delta", "signature": "xyz" }),
        ],
    );
    let body = start() + &thinking + &text(1, "Rye.") + &stop("end_turn");
    let wire = Wire::start(vec![Reply::stream().piece(body).end()]).await;
    let heard = crate::wire::ask(&*wire.connect(ProviderKind::Anthropic)).await;
    let usage = Some(Usage { prompt: Tokens(12), completion: Tokens(5) });
    let end = Some(End::Done(FinishReason::Stop, usage));
    let expect = Heard { text: "Rye.".into(), thinking: "hm".into(), end, ..Heard::default() };
    assert_eq!(heard, expect);
}

#[tokio::test]
async fn a_broken_answer_calls_nothing() {
    let open_ai = chunk(
        json!({ "tool_calls": [{ "index": 0, "id": "a", "function": { "name": "find", "arguments": "{}" } }] }),
    );
    let written = chunk(json!({ "content": "{\"name\": \"find\", \"arguments\": {}}" }));
    let anthropic = start() + &call(0, "a", "find", &["{}"]);
    let cases = [
        (ProviderKind::OpenAi, open_ai, ""),
        (ProviderKind::OpenAi, written, "{\"name\": \"find\", \"arguments\": {}}"),
        (ProviderKind::Anthropic, anthropic, ""),
    ];
    for (kind, body, text) in cases {
        let wire = Wire::start(vec![Reply::stream().piece(body)]).await;
        let provider = wire.connect(kind);
        let cancel = CancellationToken::new();
        let heard = hear(provider.chat(provider.body(&offering()), cancel)).await;
        assert_eq!((heard.text.as_str(), heard.calls.len()), (text, 0));
        assert_eq!(heard.failure().code, models::Code::BrokenStream);
        assert_eq!(wire.requests().len(), 1, "it had begun, so it isn't tried again");
    }
}

#[tokio::test]
async fn a_possible_call_becomes_text_when_the_answer_is_stopped() {
    let piece = |text: &str| {
        let content = json!({ "choices": [{ "delta": { "content": text } }] });
        format!("data: {content}\n\n")
    };
    // In one chunk, so that both are read before the first is taken.
    let both = piece("Rye.\n") + &piece("{\"name\": \"fi");
    let reply = Reply::stream().piece(both).then(Step::UntilClosed);
    let mut wire = Wire::start(vec![reply]).await;
    let provider = wire.connect(ProviderKind::OpenAi);
    let cancel = CancellationToken::new();
    let mut stream = provider.chat(provider.body(&offering()), cancel.clone());
    let first = stream.next().await;
    assert!(matches!(&first, Some(StreamEvent::Text(text)) if text == "Rye.\n"), "{first:?}");
    cancel.cancel();
    let heard = hear(&mut stream).await;
    assert_eq!(heard.text, "{\"name\": \"fi");
    assert_eq!((heard.end, heard.calls), (Some(End::Cancelled), Vec::new()));
    wire.client_closed().await;
}
