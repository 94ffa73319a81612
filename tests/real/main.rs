//! Tests our client and the whole app with a real model. `npm run test:real` starts the model's server and passes its
//! address; each check prints its results.
//!
//! A small model's output differs between runs and machines, so the checks test our handling of it, never its
//! correctness.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod answers;
mod citing;
mod counting;
mod tools;

use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, FinishReason, Model, Provider, ProviderKind, Role, Server,
    StreamEvent, Timing, Tokens, ToolCall, Usage,
};
use tokio_util::sync::CancellationToken;

fn address() -> String {
    std::env::var("REAL_MODEL")
        .expect("these checks need a model: run them by `npm run test:real`, which starts one")
}

/// Generous, because a slow machine reads a long request for minutes.
fn timing() -> Timing {
    let patient = Duration::from_secs(600);
    Timing { first_token: patient, idle: patient, ..Timing::default() }
}

fn connect() -> Arc<dyn Provider> {
    let server = Server { kind: ProviderKind::OpenAi, base_url: address(), key: None };
    server.connect_with(timing()).unwrap()
}

/// The server's one model.
async fn model(provider: &dyn Provider) -> Model {
    let mut models = provider.models().await.unwrap();
    assert_eq!(models.len(), 1, "{models:?}");
    models.remove(0)
}

fn request(model: &Model, messages: &[(Role, &str)]) -> ChatRequest {
    let messages = messages.iter().map(|&(role, text)| ChatMessage::text(role, text)).collect();
    ChatRequest {
        temperature: Some(0.0),
        ..ChatRequest::new(&model.name, messages, model.window.tokens)
    }
}

/// A complete answer.
#[derive(Debug, Default)]
struct Heard {
    pieces: Vec<String>,
    calls: Vec<ToolCall>,
    finish: Option<FinishReason>,
    usage: Option<Usage>,
}

impl Heard {
    fn text(&self) -> String {
        self.pieces.concat()
    }
}

/// Asks and reads to the end, which must not be a failure.
async fn hear(provider: &dyn Provider, request: &ChatRequest) -> Heard {
    let mut events = provider.chat(provider.body(request), CancellationToken::new());
    let mut heard = Heard::default();
    while let Some(event) = events.next().await {
        assert!(heard.finish.is_none(), "{event:?} after the end");
        match event {
            StreamEvent::Text(text) => heard.pieces.push(text),
            StreamEvent::ToolCall(call) => heard.calls.push(call),
            StreamEvent::Thinking(_)
            | StreamEvent::Waiting { .. }
            | StreamEvent::Reading { .. }
            | StreamEvent::Notice(_) => {}
            StreamEvent::Done { finish, usage } => {
                heard.finish = Some(finish);
                heard.usage = usage;
            }
            end @ (StreamEvent::Cancelled | StreamEvent::Failed(_)) => panic!("{end:?}"),
        }
    }
    assert!(heard.finish.is_some(), "no end");
    heard
}

/// Sends a request with a minimal answer, to get the server's token count.
async fn count(provider: &dyn Provider, request: ChatRequest) -> Tokens {
    let request = ChatRequest { max_tokens: Some(Tokens(1)), ..request };
    hear(provider, &request).await.usage.expect("llama.cpp tells what it counted").prompt
}
