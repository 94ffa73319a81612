//! Compares the delay of our first token with curl's. The server, on this machine, answers at once and closes the
//! connection, so that both clients reconnect each time. Curl's figure is its own `time_starttransfer`, which
//! excludes the start of its process.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "it prints what it measured")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use futures::StreamExt;
use models::{ChatMessage, ChatRequest, Provider, ProviderKind, Role, Server, StreamEvent, Tokens};
use tokio_util::sync::CancellationToken;

const CALLS: usize = 200;

/// Answers a request with one token and the end.
fn answer(mut socket: TcpStream) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    let mut reader = BufReader::new(socket.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    reader.read_exact(&mut vec![0; length])?;
    let piece = r#"{"choices":[{"delta":{"content":"Rye"},"finish_reason":null}]}"#;
    let end = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    write!(socket, "{head}data: {piece}\n\ndata: {end}\n\ndata: [DONE]\n\n")
}

async fn first_token(provider: &dyn Provider, request: &ChatRequest) -> Duration {
    let begun = Instant::now();
    let mut stream = provider.chat(provider.body(request), CancellationToken::new());
    let mut first = None;
    while let Some(event) = stream.next().await {
        match event {
            StreamEvent::Text(_) => first = first.or_else(|| Some(begun.elapsed())),
            StreamEvent::Done { .. } => break,
            other => unreachable!("{other:?}"),
        }
    }
    first.unwrap()
}

fn curl(url: &str, body: &str) -> Option<Duration> {
    let output = Command::new("curl")
        .args(["-s", "-o", "/dev/null", "-w", "%{time_starttransfer}", "--json", body, url])
        .output()
        .ok()?;
    let seconds: f64 =
        String::from_utf8(output.stdout).ok()?.trim().replace(',', ".").parse().ok()?;
    output.status.success().then_some(Duration::from_secs_f64(seconds))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            thread::spawn(move || answer(socket));
        }
    });
    let server = Server { kind: ProviderKind::OpenAi, base_url: base_url.clone(), key: None };
    let provider = server.connect().unwrap();
    let text = "Rye keeps for a week, because its bran holds water. ".repeat(400);
    let messages = vec![ChatMessage::text(Role::User, text)];
    let request = ChatRequest::new("m", messages, Tokens(8_192));
    let body = provider.body(&request);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();

    let cold = runtime.block_on(first_token(&*provider, &request));
    println!("our first call of all: {cold:.2?}");
    let url = format!("{base_url}/v1/chat/completions");
    // Alternating, so that both meet the same conditions.
    let (mut ours, mut curls) = (Vec::new(), Vec::new());
    for _ in 0..CALLS {
        ours.push(runtime.block_on(first_token(&*provider, &request)));
        let Some(time) = curl(&url, &body) else {
            println!("no curl to compare with; ours: {:.3?}", median(ours));
            return;
        };
        curls.push(time);
    }
    let (ours, curls) = (median(ours), median(curls));
    let more = ours.as_secs_f64() - curls.as_secs_f64();
    println!("first token, median of {CALLS}, {} KB sent:", body.len() / 1_000);
    println!("  curl {curls:.3?}, ours {ours:.3?}: {:+.3} ms", more * 1_000.0);
}
