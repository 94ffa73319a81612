//! Tests with local servers that answer like those of the web.

mod pages;
mod services;

use parking_lot::Mutex;
use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Uri},
    response::Response,
};
use tokio::{net::TcpListener, task::JoinHandle};

#[derive(Debug, Clone)]
struct Asked {
    path: String,
    headers: HeaderMap,
    body: String,
}

struct LocalServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    running: JoinHandle<()>,
}

type Answer = fn(&Asked) -> Response;

impl LocalServer {
    async fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let heard = asked.clone();
        let reply = async move |State(()): State<()>, uri: Uri, headers: HeaderMap, body: Bytes| {
            let body = String::from_utf8_lossy(&body).into_owned();
            let asked = Asked { path: uri.to_string(), headers, body };
            heard.lock().push(asked.clone());
            answer(&asked)
        };
        let router = Router::new().fallback(reply).with_state(());
        let running = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, asked, running }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    fn asked(&self) -> Vec<Asked> {
        self.asked.lock().clone()
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        self.running.abort();
    }
}

fn answer(status: u16, kind: &str, body: impl Into<axum::body::Body>) -> Response {
    Response::builder().status(status).header("content-type", kind).body(body.into()).unwrap()
}
