//! A host with one file and scripted replies.

use parking_lot::Mutex;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::response::Redirect;
use axum::routing::get;
use futures::{StreamExt, stream};
use sha2::{Digest, Sha256};

use crate::catalogue::ModelFile;

#[derive(Debug, Clone, Copy)]
pub(super) enum Reply {
    /// From the requested position on.
    Whole,
    /// This many bytes; then the connection breaks.
    Cut(usize),
    /// This many bytes; then silence.
    Stall(usize),
    /// The whole file, ignoring the requested range.
    WithoutRange,
    /// Another range than requested.
    OtherRange,
    /// Another file of the same size.
    Other,
    Longer,
    Status(u16),
}

/// More than three blocks, no two alike.
pub(super) fn data() -> &'static [u8] {
    static DATA: LazyLock<Vec<u8>> = LazyLock::new(|| {
        (0..3_500_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
    });
    &DATA
}

#[derive(Clone)]
pub(super) struct Host {
    replies: Vec<Reply>,
    /// The `Range` of each request for the file.
    ranges: Arc<Mutex<Vec<Option<String>>>>,
    port: u16,
}

impl Host {
    pub(super) async fn start(replies: &[Reply]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let host = Self { replies: replies.to_vec(), ranges: Arc::default(), port };
        let router = Router::new()
            .route("/file", get(file))
            .route("/moved/{times}", get(moved))
            .with_state(host.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        host
    }

    pub(super) fn ranges(&self) -> Vec<Option<String>> {
        self.ranges.lock().clone()
    }

    pub(super) fn file(&self, path: &str) -> ModelFile {
        let sha256 = Sha256::digest(data()).iter().map(|byte| format!("{byte:02x}")).collect();
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        ModelFile {
            name: "model.gguf".into(),
            bytes: data().len() as u64,
            sha256,
            url,
            mirrors: vec![],
        }
    }
}

async fn moved(Path(times): Path<u32>) -> Redirect {
    match times {
        0 => Redirect::temporary("/file"),
        more => Redirect::temporary(&format!("/moved/{}", more - 1)),
    }
}

async fn file(State(host): State<Host>, headers: HeaderMap) -> Response<Body> {
    let range = headers.get(header::RANGE).map(|range| range.to_str().unwrap().to_owned());
    let number = {
        let mut ranges = host.ranges.lock();
        ranges.push(range.clone());
        ranges.len() - 1
    };
    let reply = host.replies[number.min(host.replies.len() - 1)];
    let start =
        range.map(|range| range["bytes=".len()..].trim_end_matches('-').parse::<usize>().unwrap());
    let data = data();
    let total = data.len();
    let from = start.unwrap_or(0);
    let begin = |start: Option<usize>, length: usize| {
        let builder = Response::builder().header(header::CONTENT_LENGTH, length);
        match start {
            None => builder.status(StatusCode::OK),
            Some(start) => builder
                .status(StatusCode::PARTIAL_CONTENT)
                .header(header::CONTENT_RANGE, format!("bytes {start}-{}/{total}", total - 1)),
        }
    };
    let rest = Bytes::from_static(data).slice(from..);
    match reply {
        Reply::Whole => begin(start, rest.len()).body(Body::from(rest)),
        Reply::WithoutRange => begin(None, total).body(Body::from(data)),
        Reply::OtherRange => {
            begin(Some(from + 1), total - from - 1).body(Body::from(rest.slice(1..)))
        }
        Reply::Other => begin(None, total).body(Body::from(vec![7; total])),
        Reply::Longer => begin(None, total + 1).body(Body::from(vec![7; total + 1])),
        Reply::Status(status) => Response::builder().status(status).body(Body::from("no")),
        Reply::Cut(count) => {
            // The server sends bytes once no more are ready, so the error comes a moment later.
            let end = stream::once(async {
                tokio::task::yield_now().await;
                Err(std::io::Error::other("cut"))
            });
            let some = stream::iter([Ok(rest.slice(..count))]).chain(end);
            begin(start, rest.len()).body(Body::from_stream(some))
        }
        Reply::Stall(count) => {
            let some = stream::iter([Ok::<_, std::io::Error>(rest.slice(..count))]);
            begin(start, rest.len()).body(Body::from_stream(some.chain(stream::pending())))
        }
    }
    .unwrap()
}
