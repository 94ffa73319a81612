//! A local server with scripted replies, exact to the byte.

use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, Code, Error, FinishReason, Provider, ProviderKind, Role, Server,
    StreamEvent, Timing, Tokens, ToolCall, Usage,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// Only a failing test waits this long.
pub const MUST: Duration = Duration::from_secs(30);

/// A step after the request was read.
#[derive(Debug, Clone)]
pub enum Step {
    /// Write these bytes.
    Send(Vec<u8>),
    /// Write these bytes repeatedly until the client closes, and record that.
    SendUntilClosed(Vec<u8>),
    /// Wait until the client closes, and record that.
    UntilClosed,
    /// Close with a reset instead of an orderly end.
    Reset,
}

#[derive(Debug, Clone, Default)]
pub struct Reply(pub Vec<Step>);

impl Reply {
    pub fn status(status: u16, headers: &str, body: &str) -> Self {
        let length = body.len();
        Self::default().raw(&format!(
            "HTTP/1.1 {status} Said\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        ))
    }

    pub fn json(body: &str) -> Self {
        Self::status(200, "content-type: application/json\r\n", body)
    }

    pub fn stream() -> Self {
        Self::default().raw(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
        )
    }

    /// In an HTTP chunk of its own.
    pub fn piece(self, piece: impl AsRef<[u8]>) -> Self {
        self.then(Step::Send(chunk(piece.as_ref())))
    }

    pub fn endless(self, piece: &str) -> Self {
        self.then(Step::SendUntilClosed(chunk(piece.as_bytes())))
    }

    pub fn end(self) -> Self {
        self.raw("0\r\n\r\n")
    }

    pub fn raw(self, text: &str) -> Self {
        self.then(Step::Send(text.as_bytes().to_vec()))
    }

    pub fn then(mut self, step: Step) -> Self {
        self.0.push(step);
        self
    }
}

fn chunk(piece: &[u8]) -> Vec<u8> {
    let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
    chunk.extend_from_slice(piece);
    chunk.extend_from_slice(b"\r\n");
    chunk
}

#[derive(Debug, Clone)]
pub struct Request {
    pub line: String,
    /// In lower case.
    pub headers: String,
    pub body: String,
}

/// Replies in order, and repeats the last one.
pub struct Wire {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
    closed: tokio::sync::mpsc::UnboundedReceiver<()>,
}

impl Wire {
    pub async fn start(replies: Vec<Reply>) -> Self {
        let last = replies.len().saturating_sub(1);
        Self::start_with(move |_, number| {
            replies.get(number.min(last)).cloned().unwrap_or_default()
        })
        .await
    }

    /// Chooses the reply by the request and its number.
    pub async fn start_with(
        choose: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (noted, closed) = tokio::sync::mpsc::unbounded_channel();
        let choose = Arc::new(choose);
        let seen = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (choose, seen, noted) = (Arc::clone(&choose), Arc::clone(&seen), noted.clone());
                tokio::spawn(async move { serve(socket, &*choose, &seen, &noted).await });
            }
        });
        Self { url, requests, closed }
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().clone()
    }

    pub async fn client_closed(&mut self) {
        self.client_closed_within(MUST).await;
    }

    pub async fn client_closed_within(&mut self, limit: Duration) {
        tokio::time::timeout(limit, self.closed.recv()).await.expect("the client hasn't closed");
    }

    pub fn server(&self, kind: ProviderKind) -> Server {
        Server { kind, base_url: self.url.clone(), key: None }
    }

    pub fn connect(&self, kind: ProviderKind) -> Arc<dyn Provider> {
        self.server(kind).connect_with(timing()).unwrap()
    }
}

async fn serve(
    mut socket: TcpStream,
    choose: &(impl Fn(&Request, usize) -> Reply + ?Sized),
    seen: &Mutex<Vec<Request>>,
    noted: &tokio::sync::mpsc::UnboundedSender<()>,
) {
    socket.set_nodelay(true).unwrap();
    let Some(request) = read_request(&mut socket).await else { return };
    let reply = {
        let mut seen = seen.lock();
        seen.push(request.clone());
        choose(&request, seen.len() - 1)
    };
    for step in reply.0 {
        match step {
            Step::Send(bytes) => {
                if socket.write_all(&bytes).await.is_err() {
                    return;
                }
            }
            Step::SendUntilClosed(bytes) => {
                while socket.write_all(&bytes).await.is_ok() {}
                let _ = noted.send(());
                return;
            }
            Step::UntilClosed => {
                let mut rest = [0; 64];
                while matches!(socket.read(&mut rest).await, Ok(1..)) {}
                let _ = noted.send(());
                return;
            }
            Step::Reset => {
                socket.set_zero_linger().unwrap();
                return;
            }
        }
    }
}

async fn read_request(socket: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if socket.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let (line, headers) = text.split_once("\r\n").unwrap();
    let headers = headers.to_ascii_lowercase();
    let length = headers
        .lines()
        .find_map(|header| header.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().unwrap());
    let mut body = bytes.split_off(head + 4);
    while body.len() < length {
        if socket.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    let line = line.trim_end_matches(" HTTP/1.1").to_owned();
    Some(Request { line, headers, body: String::from_utf8(body).unwrap() })
}

/// Short pauses between tries, and no timeout that a slow machine could reach.
pub fn timing() -> Timing {
    Timing { first_token: MUST, idle: MUST, backoff: Duration::from_millis(1), ..Timing::default() }
}

pub fn request() -> ChatRequest {
    let messages = vec![
        ChatMessage::text(Role::System, "Be short."),
        ChatMessage::text(Role::User, "Why “rye”?\n"),
    ];
    ChatRequest::new("small", messages, Tokens(4_096))
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Heard {
    pub text: String,
    pub thinking: String,
    pub calls: Vec<ToolCall>,
    pub waits: Vec<(Duration, Code)>,
    /// Remaining tokens and seconds.
    pub reading: Vec<(u32, u64)>,
    pub notices: Vec<String>,
    pub end: Option<End>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Done(FinishReason, Option<Usage>),
    Cancelled,
    Failed(Error),
}

impl Heard {
    pub fn failure(self) -> Error {
        match self.end {
            Some(End::Failed(error)) => error,
            other => panic!("{other:?}"),
        }
    }
}

/// Reads a stream to its end. Also checks that nothing follows the one terminal event.
pub async fn hear(mut stream: impl futures::Stream<Item = StreamEvent> + Unpin) -> Heard {
    let mut heard = Heard::default();
    while let Some(event) =
        tokio::time::timeout(MUST, stream.next()).await.expect("the stream hangs")
    {
        assert!(heard.end.is_none(), "{event:?} after the end");
        match event {
            StreamEvent::Text(text) => heard.text.push_str(&text),
            StreamEvent::Thinking(text) => heard.thinking.push_str(&text),
            StreamEvent::ToolCall(call) => heard.calls.push(call),
            StreamEvent::Waiting { pause, error } => heard.waits.push((pause, error.code)),
            StreamEvent::Reading { tokens, left } => heard.reading.push((tokens.0, left.as_secs())),
            StreamEvent::Notice(notice) => heard.notices.push(notice),
            StreamEvent::Done { finish, usage } => heard.end = Some(End::Done(finish, usage)),
            StreamEvent::Cancelled => heard.end = Some(End::Cancelled),
            StreamEvent::Failed(error) => heard.end = Some(End::Failed(error)),
        }
    }
    assert!(heard.end.is_some(), "no terminal event");
    assert!(stream.next().await.is_none(), "the stream went on");
    heard
}

pub async fn ask(provider: &dyn Provider) -> Heard {
    hear(provider.chat(provider.body(&request()), CancellationToken::new())).await
}
