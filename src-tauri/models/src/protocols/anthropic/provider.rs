use futures::FutureExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;

use super::body::Body;
use super::list::list;
use super::stream::Message;
use crate::http::{Endpoint, Server, Timing};
use crate::protocols::provider::{Provider, json};
use crate::streaming::{Call, Events, StreamEvent, answer};
use conversation::model::{ChatRequest, Error, Model};

pub(crate) const HOST: &str = "api.anthropic.com";

pub(crate) struct Anthropic {
    server: Server,
    endpoint: Endpoint,
}

impl Anthropic {
    pub(crate) fn new(server: Server, timing: Timing) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint })
    }
}

impl Provider for Anthropic {
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
            url: self.endpoint.address.in_api("/messages"),
            body,
            protocol: || Box::<Events<Message>>::default(),
        };
        answer(call, cancel)
    }
}
