use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;

use super::body::Body;
use super::list::list;
use super::pull::pull;
use super::stream::JsonLines;
use crate::http::{Endpoint, Server, Timing};
use crate::protocols::provider::{Provider, json};
use crate::streaming::{Call, PullEvent, StreamEvent, answer};
use conversation::model::{ChatRequest, Error, Model};

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
        list(&self.endpoint).boxed()
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

    fn limits_answers(&self) -> bool {
        false
    }

    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        pull(self.endpoint.clone(), name.to_owned(), cancel)
    }
}
