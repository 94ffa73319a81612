//! Peculiarities of Anthropic's protocol: its list of models, its errors, its host.

use models::discover::kind_of;
use models::{Ability, Code, ProviderKind, Server, Source, Tokens, Window, model_by_name};
use serde_json::json;

use crate::wire::{Reply, Wire, ask};

#[tokio::test]
async fn the_list_comes_in_pages_and_tells_what_a_model_can() {
    let wire = Wire::start_with(|request, _| match request.line.as_str() {
        "GET /v1/models?limit=1000" => Reply::json(
            &json!({
                "data": [
                    { "type": "model", "id": "claude-a", "display_name": "A",
                      "max_input_tokens": 200_000, "max_tokens": 64_000,
                      "capabilities": { "image_input": { "supported": true },
                                        "thinking": { "supported": false } } },
                    { "type": "model", "display_name": "no id" },
                ],
                "has_more": true, "first_id": "claude-a", "last_id": "claude-a",
            })
            .to_string(),
        ),
        "GET /v1/models?limit=1000&after_id=claude-a" => Reply::json(
            &json!({
                "data": [{ "type": "model", "id": "claude-b" }],
                "has_more": true, "last_id": "claude-a",
            })
            .to_string(),
        ),
        _ => Reply::status(404, "", "{}"),
    })
    .await;
    let server = Server { key: Some("k-1".into()), ..wire.server(ProviderKind::Anthropic) };
    let models = server.connect().unwrap().models().await.unwrap();
    let mut first = model_by_name("claude-a");
    first.window = Window { tokens: Tokens(200_000), source: Source::Server };
    first.capabilities.vision = Ability { yes: true, source: Source::Server };
    first.capabilities.thinking = Ability { yes: false, source: Source::Server };
    assert_eq!(models, [first, model_by_name("claude-b")]);
    // An endless list stops where it repeats itself.
    assert_eq!(wire.requests().len(), 2);
    for request in wire.requests() {
        assert!(request.headers.contains("x-api-key: k-1\r\n"), "{}", request.headers);
        assert!(request.headers.contains("anthropic-version: 2023-06-01\r\n"));
        assert!(!request.headers.contains("authorization"), "{}", request.headers);
    }
}

// B47
#[tokio::test]
async fn errors_of_anthropic_have_their_codes() {
    let error = |kind: &str, message: &str| {
        json!({ "type": "error", "error": { "type": kind, "message": message } }).to_string()
    };
    let credit = "Your credit balance is too low to access the Anthropic API.";
    let cases = [
        (
            401,
            error("authentication_error", "invalid x-api-key"),
            Code::Unauthorized,
            "needs a key (401: invalid x-api-key).",
        ),
        (
            404,
            error("not_found_error", "model: claude-9"),
            Code::ModelMissing,
            "doesn't have “small” (404: model: claude-9).",
        ),
        (
            400,
            error("invalid_request_error", credit),
            Code::NoCredit,
            "asks for payment: the account has no credit left (400: Your credit balance is too low to access the Anthropic API).",
        ),
        (
            400,
            error("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"),
            Code::ContextOverflow,
            "can't take the request: it is larger than the context window of “small” (400: prompt is too long: 9 tokens > 8 maximum).",
        ),
        (
            529,
            error("overloaded_error", "Overloaded"),
            Code::ServerError,
            "failed (529: Overloaded).",
        ),
    ];
    for (status, body, code, sentence) in cases {
        let wire = Wire::start(vec![Reply::status(status, "", &body)]).await;
        let heard = ask(&*wire.connect(ProviderKind::Anthropic)).await;
        let tries = wire.requests().len();
        assert_eq!(tries, if status == 529 { 3 } else { 1 }, "{sentence}");
        let error = heard.failure();
        assert_eq!((error.code, error.to_string()), (code, format!("{} {sentence}", wire.url)));
    }
}

// B47
#[tokio::test]
async fn an_answer_that_is_only_a_refusal_or_only_too_long() {
    let stop = |reason: &str| {
        let delta = json!({ "type": "message_delta", "delta": { "stop_reason": reason } });
        let body = format!("data: {delta}\n\ndata: {{\"type\":\"message_stop\"}}\n\n");
        Reply::stream().piece(body).end()
    };
    let cases = [
        (
            "refusal",
            Code::ContentRefused,
            "refused to answer: its rules forbid the question or the answer.",
        ),
        (
            "model_context_window_exceeded",
            Code::ContextOverflow,
            "can't take the request: it is larger than the context window of “small”.",
        ),
    ];
    for (reason, code, sentence) in cases {
        let wire = Wire::start(vec![stop(reason)]).await;
        let error = ask(&*wire.connect(ProviderKind::Anthropic)).await.failure();
        assert_eq!((error.code, error.to_string()), (code, format!("{} {sentence}", wire.url)));
    }
    // OpenAI's form of the first case.
    let filtered = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n";
    let wire = Wire::start(vec![Reply::stream().piece(filtered).end()]).await;
    let error = ask(&*wire.connect(ProviderKind::OpenAi)).await.failure();
    assert_eq!(error.code, Code::ContentRefused);
}

#[tokio::test]
async fn its_own_host_is_known_without_asking() {
    for address in ["https://api.anthropic.com", "api.anthropic.com/v1/messages"] {
        assert_eq!(kind_of(address).await.unwrap(), ProviderKind::Anthropic, "{address}");
    }
}
