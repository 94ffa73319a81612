use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;

use super::body::Body;
use super::list::list;
use super::stream::Chunks;
use crate::http::{Endpoint, Server, Timing};
use crate::protocols::provider::{Provider, json};
use crate::streaming::{Call, Events, StreamEvent, answer};
use conversation::model::{ChatRequest, Error, Model};

pub(crate) struct OpenAi {
    server: Server,
    endpoint: Endpoint,
}

impl OpenAi {
    pub(crate) fn new(server: Server, timing: Timing) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint })
    }
}

impl Provider for OpenAi {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        let address = &self.endpoint.address;
        json(&Body::new(request, address.host() == "api.openai.com", address.is_public()))
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        list(&self.endpoint).boxed()
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let call = Call {
            endpoint: self.endpoint.clone(),
            url: self.endpoint.address.in_api("/chat/completions"),
            body,
            protocol: || Box::<Events<Chunks>>::default(),
        };
        answer(call, cancel)
    }

    fn limits_answers(&self) -> bool {
        self.endpoint.address.is_public()
    }
}
