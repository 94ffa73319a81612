//! Asks a model and prints its answer as it comes:
//! `cargo run -p models --example ask -- http://127.0.0.1:8765 "Why is the sky blue?"`.
//!
//! Several questions are asked one after the other, each alone. Ctrl-C cancels. After each answer it prints the times
//! of the first piece and the rest, and compares our count of the request's tokens, which learns from every answer,
//! with the server's.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example for the terminal")]

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use futures::StreamExt;
use models::discover::look;
use models::{
    ChatMessage, ChatRequest, Error, Model, Provider, Role, StreamEvent, Timing, TokenCounter,
    Tokens,
};
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (url, questions) = (args.next(), args.collect::<Vec<_>>());
    let Some(url) = url.filter(|_| !questions.is_empty()) else {
        eprintln!("ask URL QUESTION...");
        return ExitCode::from(2);
    };
    match run(&url, &questions).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(4)
        }
    }
}

async fn run(url: &str, questions: &[String]) -> Result<(), Error> {
    let found = look(url, None, Timing::default()).await?;
    let models = found.models?;
    let Some(model) = models.first() else {
        println!("{url} has no model.");
        return Ok(());
    };
    eprintln!(
        "{} at {} ({:?}, window {} by {:?})",
        model.name,
        found.server.shown(),
        found.server.kind,
        model.window.tokens,
        model.window.source
    );
    let counter = TokenCounter::for_model(&model.name);
    counter.preload();
    let provider = found.server.connect()?;
    let cancel = CancellationToken::new();
    let on_interrupt = cancel.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            on_interrupt.cancel();
        }
    });
    for question in questions {
        ask(&*provider, model, &counter, question, cancel.clone()).await?;
    }
    Ok(())
}

async fn ask(
    provider: &dyn Provider,
    model: &Model,
    counter: &TokenCounter,
    question: &str,
    cancel: CancellationToken,
) -> Result<(), Error> {
    let message = |role, content: &str| ChatMessage::text(role, content);
    let messages = vec![
        message(Role::System, "You are a careful assistant. Answer in a few sentences."),
        message(Role::User, question),
    ];
    let request = ChatRequest {
        max_tokens: Some(Tokens(300)),
        temperature: Some(0.2),
        ..ChatRequest::new(&model.name, messages, model.window.tokens)
    };
    let estimate = counter.measure(&request).text;

    let begun = Instant::now();
    let mut first = None;
    let mut answer = provider.chat(provider.body(&request), cancel);
    while let Some(event) = answer.next().await {
        match event {
            StreamEvent::Text(text) => {
                first.get_or_insert_with(|| begun.elapsed());
                print!("{text}");
                let _ = std::io::stdout().flush();
            }
            StreamEvent::Thinking(text) => eprint!("{text}"),
            StreamEvent::ToolCall(call) => println!("{call:?}"),
            StreamEvent::Waiting { pause, error } => eprintln!("{error} Again in {pause:?}."),
            StreamEvent::Reading { tokens, left } => {
                eprintln!("{} tokens left, {left:?}", tokens.0)
            }
            StreamEvent::Notice(notice) => eprintln!("{notice}"),
            StreamEvent::Done { finish, usage } => {
                let first = first.unwrap_or_default();
                let rest = begun.elapsed() - first;
                println!();
                eprintln!("{finish:?}; first piece after {first:.2?}, the rest in {rest:.2?}");
                if let Some(usage) = usage {
                    let speed = f64::from(usage.completion.0) / rest.as_secs_f64();
                    eprintln!("{} tokens, {speed:.1} a second", usage.completion);
                    let off = f64::from(estimate.0) / f64::from(usage.prompt.0) - 1.0;
                    counter.learn(&request, usage.prompt);
                    eprintln!(
                        "the request has {} tokens; our estimate was {estimate} ({:+.1} %)",
                        usage.prompt,
                        off * 100.0
                    );
                }
            }
            StreamEvent::Cancelled => eprintln!("\ncancelled after {:.2?}", begun.elapsed()),
            StreamEvent::Failed(error) => return Err(error),
        }
    }
    Ok(())
}
