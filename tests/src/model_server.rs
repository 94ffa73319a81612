//! A model server that follows a script, for tests and demonstrations.
//!
//! It speaks the protocols of OpenAI, Ollama and Anthropic on one port, records requests, and counts clients that
//! disconnect early. [`Script`] and [`Rule`] describe scripts: answers with thinking and tool calls, in any pieces,
//! and all failures of real servers.
//!
//! Endpoints for tests in other processes: `GET /_control/requests` (requests for answers, oldest first), `GET
//! /_control/closed` (number of interrupted answers), `POST /_control/release` (continues answers paused by
//! `hold_after`), and `PUT /_control/script` (replaces the script).

mod cite;
mod lists;
mod overflow;
mod play;
mod pull;
mod said;
mod script;
mod shared;
mod wire;
mod written;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde_json::{Value, json};

use said::Said;
pub use script::{Counts, ListedModel, Overflow, Protocol, Pull, Rule, Script};
pub use shared::Request;
use shared::{Leaving, Shared};
use wire::Wire;
pub use written::{CallsAs, ScriptedCall};

/// A running scripted server. Dropping it closes all connections at once, like a crash.
pub struct ScriptedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl ScriptedServer {
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::start_on(script, 0).await
    }

    /// Port 0 means any free port.
    pub async fn start_on(script: Script, port: u16) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(script));
        // A separate runtime: shutting it down closes every connection in any state.
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let routes = routes(Arc::clone(&shared));
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, routes).await
        });
        Ok(Self { address, shared, runtime: Some(runtime) })
    }

    /// The address, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests for answers so far.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().requests.clone()
    }

    /// The requests for answers since the last call, which are then forgotten: a test with hundreds of requests would
    /// copy all of them each time.
    pub fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut self.shared.lock().requests)
    }

    /// Waits for this number of requests for answers.
    pub fn requests_when(&self, count: usize) -> impl Future<Output = ()> + Send + 'static {
        let mut asked = self.shared.asked.subscribe();
        async move {
            // A stopped server also ends the wait.
            let _ = asked.wait_for(|asked| *asked >= count).await;
        }
    }

    /// Continues all paused answers.
    pub fn release(&self) {
        self.shared.released.send_modify(|times| *times += 1);
    }

    pub fn set_script(&self, script: Script) {
        self.shared.set_script(script);
    }

    /// The number of answers that clients interrupted.
    pub fn closed(&self) -> u64 {
        *self.shared.closed.borrow()
    }

    /// Waits until a client interrupts an answer.
    pub async fn client_closed(&self) {
        // Can't fail, because `self` owns the sender.
        let _ = self.shared.closed.subscribe().wait_for(|closed| *closed > 0).await;
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn routes(shared: Arc<Shared>) -> Router {
    let control = Router::new()
        .route("/requests", get(requests))
        .route("/closed", get(closed))
        .route("/release", post(release))
        .route("/script", put(set_script));
    Router::new().nest("/_control", control).fallback(speak).with_state(shared)
}

async fn requests(State(shared): State<Arc<Shared>>) -> Response {
    axum::Json(shared.lock().requests.clone()).into_response()
}

async fn closed(State(shared): State<Arc<Shared>>) -> Response {
    axum::Json(*shared.closed.borrow()).into_response()
}

async fn release(State(shared): State<Arc<Shared>>) {
    shared.released.send_modify(|times| *times += 1);
}

async fn set_script(State(shared): State<Arc<Shared>>, body: String) -> Response {
    match Script::from_json(&body) {
        Ok(script) => {
            shared.set_script(script);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(why) => (StatusCode::BAD_REQUEST, why).into_response(),
    }
}

async fn speak(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let script = shared.lock().script.clone();
    let models = &script.models;
    let call = format!("{method} {}", uri.path());
    let speaks = |protocol| script.speaks.contains(&protocol);
    let (open_ai, ollama, anthropic) =
        (speaks(Protocol::OpenAi), speaks(Protocol::Ollama), speaks(Protocol::Anthropic));
    // Both protocols list models at the same path.
    let by_anthropic = headers.contains_key("anthropic-version") || !open_ai;
    let json: Value = serde_json::from_str(&body).unwrap_or_default();
    let say = |value: Value| axum::Json(value).into_response();
    let wire = match call.as_str() {
        "POST /v1/chat/completions" if open_ai => Wire::new(Protocol::OpenAi, &json),
        "POST /api/chat" if ollama => Wire::new(Protocol::Ollama, &json),
        "POST /v1/messages" if anthropic => Wire::new(Protocol::Anthropic, &json),
        "GET /v1/models" if anthropic && by_anthropic => return say(lists::anthropic(models)),
        "GET /v1/models" if open_ai => return say(lists::open_ai(models)),
        "GET /api/tags" if ollama => return say(lists::ollama(models)),
        "POST /api/show" if ollama => return say(lists::ollama_show(models, &json)),
        "GET /api/version" if ollama => return say(json!({ "version": "0.0.0-scripted" })),
        "POST /api/pull" if ollama => {
            if script.pull.error.is_none() {
                shared.add(json["model"].as_str().unwrap_or_default());
            }
            let body = play::body(pull::steps(&script.pull), shared);
            let kind = "application/x-ndjson";
            return ([(header::CONTENT_TYPE, kind)], Body::from_stream(body)).into_response();
        }
        _ => {
            let error = json!({ "error": format!("there is no {call} here") });
            return (StatusCode::NOT_FOUND, axum::Json(error)).into_response();
        }
    };
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::to_owned);
    let others = ["x-api-key", "anthropic-version"];
    let request = Request {
        path: uri.path().to_owned(),
        authorization: text("authorization"),
        headers: others.iter().filter_map(|n| Some(((*n).to_owned(), text(n)?))).collect(),
        body,
        json,
    };
    let rule = shared.take(request, &Said::new(&wire.messages));
    let window = wire.window.or_else(|| models.first()?.window).unwrap_or(4_096);
    answer(rule, wire, window, shared).await
}

async fn answer(rule: Rule, wire: Wire, window: u32, shared: Arc<Shared>) -> Response {
    if rule.stall {
        let _left = Leaving { shared, finished: false };
        return std::future::pending().await;
    }
    if let Some(words) = rule.overflow {
        // Just over the window, whatever the request's real length.
        let request = wire.counts(0).prompt.saturating_add(window);
        let (status, body) = overflow::refusal(words, request, window);
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        return (status, axum::Json(body)).into_response();
    }
    if let Some(status) = rule.status {
        let mut response = Response::builder().status(status);
        for (name, value) in &rule.headers {
            response = response.header(name, value);
        }
        return response.body(Body::from(rule.body_text())).unwrap_or_else(|error| {
            let why = format!("the script's answer can't be sent: {error}");
            (StatusCode::INTERNAL_SERVER_ERROR, why).into_response()
        });
    }
    let content_type = wire.content_type();
    let body = play::body(play::steps(&rule, &wire), shared);
    ([(header::CONTENT_TYPE, content_type)], Body::from_stream(body)).into_response()
}
