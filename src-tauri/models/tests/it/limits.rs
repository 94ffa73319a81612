use std::time::Duration;

use models::{AnswerLimit, FinishReason, ProviderKind, Timing, limits};
use tokio_util::sync::CancellationToken;

use crate::wire::{End, Heard, Reply, Step, Wire, ask, hear, request, timing};

fn delta(fields: &serde_json::Value) -> String {
    format!("data: {{\"choices\":[{{\"delta\":{fields}}}]}}\n\n")
}

/// Sends the pieces, then nothing. The answer must end at a limit and close its connection.
async fn check(pieces: impl Iterator<Item = String>, limit: AnswerLimit) -> Heard {
    let reply = pieces.fold(Reply::stream(), |reply, piece| reply.piece(piece));
    let mut wire = Wire::start(vec![reply.then(Step::UntilClosed)]).await;
    let heard = ask(&*wire.connect(ProviderKind::OpenAi)).await;
    assert_eq!(heard.end, Some(End::Done(FinishReason::Limit(limit), None)));
    assert!(heard.calls.is_empty(), "{:?}", heard.calls);
    wire.client_closed().await;
    heard
}

#[tokio::test]
async fn an_answer_has_a_longest_length() {
    // The limit lies within a character, so the text ends before it.
    let sign = |at: u32| char::from_u32(0x4E00 + (at.wrapping_mul(2_654_435_761) >> 16) % 20_000);
    let piece = |at: u32| (at * 5_000..(at + 1) * 5_000).filter_map(sign).collect::<String>();
    let pieces = (0..100).map(|at| delta(&serde_json::json!({ "content": piece(at) })));
    let heard = check(pieces, AnswerLimit::Text).await;
    assert_eq!(heard.text.len(), limits::MAX_TEXT_BYTES / 3 * 3);

    let piece = delta(&serde_json::json!({ "reasoning": "hm ".repeat(10_000) }));
    let heard = check(std::iter::repeat_n(piece, 100), AnswerLimit::Thinking).await;
    assert_eq!((heard.thinking.len(), heard.text), (limits::MAX_THINKING_BYTES, String::new()));
}

#[tokio::test]
async fn an_answer_calls_so_many_tools_at_most() {
    let call = |index: usize, arguments: &str| {
        let function = serde_json::json!({ "name": "find", "arguments": arguments });
        let id = format!("call-{index}");
        let calls = serde_json::json!([{ "index": index, "id": id, "function": function }]);
        delta(&serde_json::json!({ "tool_calls": calls }))
    };
    let text = delta(&serde_json::json!({ "content": "Let me see." }));
    let many = (0..=limits::MAX_CALLS).map(|index| call(index, "{}"));
    let heard = check(std::iter::once(text).chain(many), AnswerLimit::Calls).await;
    assert_eq!(heard.text, "Let me see.");

    let long = call(0, &"x".repeat(limits::MAX_ARGUMENT_BYTES / 4));
    check(std::iter::repeat_n(long, 5), AnswerLimit::Calls).await;
}

#[tokio::test]
async fn an_answer_takes_so_long_at_most() {
    let short = Timing { answer: Duration::from_secs(1), ..timing() };
    let said = delta(&serde_json::json!({ "content": "Rye " }));
    let checks = [("Rye ", vec![said]), ("", Vec::new())].map(async |(text, pieces)| {
        let reply = pieces.into_iter().fold(Reply::stream(), Reply::piece);
        let mut wire = Wire::start(vec![reply.then(Step::UntilClosed)]).await;
        let provider = wire.server(ProviderKind::OpenAi).connect_with(short).unwrap();
        let heard = hear(provider.chat(provider.body(&request()), CancellationToken::new())).await;
        assert_eq!(heard.text, text);
        match heard.end {
            Some(End::Done(reason, None)) if !text.is_empty() => {
                assert_eq!(reason, FinishReason::Limit(AnswerLimit::Time));
            }
            Some(End::Failed(error)) if text.is_empty() => {
                assert_eq!(error.code, models::Code::TimedOut, "{error:?}");
            }
            other => panic!("{other:?}"),
        }
        wire.client_closed().await;
    });
    futures::future::join_all(checks).await;
}

#[tokio::test]
async fn only_hosted_servers_get_a_limit_of_the_answer() {
    let wire = Wire::start(Vec::new()).await;
    let limits = |kind| wire.connect(kind).limits_answers();
    assert!(!limits(ProviderKind::Ollama) && !limits(ProviderKind::OpenAi));
    assert!(limits(ProviderKind::Anthropic));
    let hosted = models::Server {
        base_url: "https://api.openai.com/v1".to_owned(),
        ..wire.server(ProviderKind::OpenAi)
    };
    assert!(hosted.connect().unwrap().limits_answers());
}
