//! A model server that says what a script tells it, for tests and demonstrations.
//!
//! It speaks OpenAI's protocol, Ollama's and Anthropic's on one port, records what it was asked, and
//! notes when a client leaves in the middle. What a script can say is told at [`Script`] and
//! [`Rule`]: answers with thinking and calls of tools, in any pieces, and everything that goes wrong
//! with real servers.
//!
//! Beside the protocols it has, for tests in other processes: `GET /_control/requests` (the calls
//! for an answer, oldest first), `GET /_control/closed` (how many answers were left in the middle),
//! `POST /_control/release` (lets go what `hold_after` holds), and `PUT /_control/script` (another
//! script from now on).

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

/// A running scripted server. Dropping it ends it and all its connections at once, as a crash would.
pub struct ScriptedServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    runtime: Option<tokio::runtime::Runtime>,
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
        let shared = Arc::new(Shared::new(script));
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

    /// Waits until it was called for this number of answers.
    pub fn requests_when(&self, count: usize) -> impl Future<Output = ()> + Send + 'static {
        let mut asked = self.shared.asked.subscribe();
        async move {
            // The server's end ends the waiting, too.
            let _ = asked.wait_for(|asked| *asked >= count).await;
        }
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
    let script = shared.lock().script.clone();
    let models = &script.models;
    let call = format!("{method} {}", uri.path());
    let speaks = |protocol| script.speaks.contains(&protocol);
    let (open_ai, ollama, anthropic) =
        (speaks(Protocol::OpenAi), speaks(Protocol::Ollama), speaks(Protocol::Anthropic));
    // Two protocols have their lists at the same place.
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
        // A request that is too long for the window, however long it was.
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
