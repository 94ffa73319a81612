//! A model server that says what a script tells it, for tests and demonstrations.
//!
//! It speaks OpenAI's protocol and Ollama's on one port, records what it was asked, and notes when a
//! client leaves in the middle. Beside the protocols it has, for tests in other processes:
//! `GET /_control/requests` (the calls for an answer, oldest first), `GET /_control/closed` (how
//! many answers were left in the middle), `POST /_control/release` (lets go what `hold_after`
//! holds), and `PUT /_control/script` (another script from now on).

mod cite;
mod script;
mod wire;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;

pub use script::{Counts, ListedModel, Protocol, Rule, Script};
use wire::Wire;

/// A call for an answer, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The path, e.g. `/v1/chat/completions`.
    pub path: String,
    /// The header with the key.
    pub authorization: Option<String>,
    /// The body, byte for byte.
    pub body: String,
    /// The body's JSON; null if it isn't JSON.
    pub json: Value,
}

/// A running scripted server. Dropping it ends it and all its connections at once, as a crash would.
pub struct ScriptedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    runtime: Option<tokio::runtime::Runtime>,
}

struct Shared {
    state: Mutex<Recorded>,
    /// How often `release` was called.
    released: watch::Sender<u64>,
    /// How many answers a client left in the middle.
    closed: watch::Sender<u64>,
}

struct Recorded {
    script: Script,
    /// How often each rule has answered.
    used: Vec<usize>,
    requests: Vec<Request>,
}

impl ScriptedServer {
    /// Starts a server on a free port of this machine.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::start_on(script, 0).await
    }

    /// Starts a server on this port; 0 means a free one.
    ///
    /// # Errors
    /// If the port can't be opened.
    pub async fn start_on(script: Script, port: u16) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            state: Mutex::new(Recorded { script, used: Vec::new(), requests: Vec::new() }),
            released: watch::Sender::new(0),
            closed: watch::Sender::new(0),
        });
        // A runtime of its own: ending it ends every connection, whatever state it is in.
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let routes = routes(Arc::clone(&shared));
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, routes).await
        });
        Ok(Self { address, shared, runtime: Some(runtime) })
    }

    /// Its address, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The calls for an answer so far.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().requests.clone()
    }

    /// Lets go all answers that are held now.
    pub fn release(&self) {
        self.shared.released.send_modify(|times| *times += 1);
    }

    /// Behaves by another script from the next call on.
    pub fn set_script(&self, script: Script) {
        self.shared.set_script(script);
    }

    /// How many answers a client left in the middle.
    pub fn closed(&self) -> u64 {
        *self.shared.closed.borrow()
    }

    /// Waits until a client has left an answer in the middle.
    pub async fn client_closed(&self) {
        // The sender is in `self`, so this can't fail.
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

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Recorded> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_script(&self, script: Script) {
        let mut state = self.lock();
        state.script = script;
        state.used.clear();
    }

    /// Records a call, and chooses its answer.
    fn take(&self, request: Request) -> Rule {
        let question = newest_question(&request.json);
        let mut state = self.lock();
        state.requests.push(request);
        let (which, rule) = state.script.choose(&question, &state.used);
        if let Some(which) = which {
            let length = state.used.len().max(which + 1);
            state.used.resize(length, 0);
            state.used[which] += 1;
        }
        rule
    }
}

/// The text of the newest message of the user.
fn newest_question(body: &Value) -> String {
    let messages = body.get("messages").and_then(Value::as_array);
    let newest = messages
        .into_iter()
        .flatten()
        .rev()
        .find(|message| message.get("role").and_then(Value::as_str) == Some("user"));
    let content = newest.and_then(|message| message.get("content")?.as_str());
    content.unwrap_or_default().to_owned()
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

/// Answers everything that belongs to the protocols.
async fn speak(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let (speaks, models) = {
        let state = shared.lock();
        (state.script.speaks.clone(), state.script.models.clone())
    };
    let call = format!("{method} {}", uri.path());
    let open_ai = speaks.contains(&Protocol::OpenAi);
    let ollama = speaks.contains(&Protocol::Ollama);
    let json: Value = serde_json::from_str(&body).unwrap_or_default();
    let wire = match call.as_str() {
        "POST /v1/chat/completions" if open_ai => Wire::new(Protocol::OpenAi, &json),
        "POST /api/chat" if ollama => Wire::new(Protocol::Ollama, &json),
        "GET /v1/models" if open_ai => {
            return axum::Json(wire::open_ai_list(&models)).into_response();
        }
        "GET /api/tags" if ollama => return axum::Json(wire::ollama_list(&models)).into_response(),
        "POST /api/show" if ollama => {
            return axum::Json(wire::ollama_show(&models, &json)).into_response();
        }
        "GET /api/version" if ollama => {
            return axum::Json(json!({ "version": "0.0.0-scripted" })).into_response();
        }
        _ => {
            let error = json!({ "error": format!("there is no {call} here") });
            return (StatusCode::NOT_FOUND, axum::Json(error)).into_response();
        }
    };
    let authorization = headers.get(header::AUTHORIZATION).and_then(|key| key.to_str().ok());
    let rule = shared.take(Request {
        path: uri.path().to_owned(),
        authorization: authorization.map(str::to_owned),
        body,
        json,
    });
    answer(rule, wire, shared).await
}

async fn answer(rule: Rule, wire: Wire, shared: Arc<Shared>) -> Response {
    if rule.stall {
        let _left = Leaving { shared, finished: false };
        return std::future::pending().await;
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
    let body = wire::stream(rule, wire, shared);
    ([(header::CONTENT_TYPE, content_type)], Body::from_stream(body)).into_response()
}

/// Notes that a client has left, when it is dropped before it is finished.
struct Leaving {
    shared: Arc<Shared>,
    finished: bool,
}

impl Leaving {
    fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if !self.finished {
            self.shared.closed.send_modify(|times| *times += 1);
        }
    }
}
