//! Ollama's own API.

mod body;
mod list;
mod pull;
mod stream;

use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;

use crate::chat::json;
use crate::endpoint::Endpoint;
use crate::pull::PullEvent;
use crate::stream::{Call, answer};
use crate::{ChatRequest, Error, Model, Provider, Server, StreamEvent, Timing};
use body::Body;
pub use list::LARGEST_UNASKED;
use stream::JsonLines;

/// A server that speaks Ollama's protocol.
pub(crate) struct Ollama {
    server: Server,
    endpoint: Endpoint,
}

impl Ollama {
    pub(crate) fn new(server: Server, timing: Timing) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint })
    }
}

impl Provider for Ollama {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        json(&Body::new(request))
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        self.list().boxed()
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let call = Call {
            endpoint: self.endpoint.clone(),
            url: self.endpoint.address.beside("/api/chat"),
            body,
            protocol: || Box::new(JsonLines),
        };
        answer(call, cancel)
    }

    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        pull::pull(self.endpoint.clone(), name.to_owned(), cancel)
    }
}
