//! Servers that speak their protocol over HTTP.

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use reqwest::Url;
use tokio_util::sync::CancellationToken;

use super::provider::{Provider, refused};
use crate::http::{Endpoint, Server, Timing};
use crate::streaming::{Call, Protocol, PullEvent, StreamEvent, answer};
use conversation::model::{ChatRequest, Error, Model};

type Models<'a> = BoxFuture<'a, Result<Vec<Model>, Error>>;

type Pull = fn(Endpoint, String, CancellationToken) -> BoxStream<'static, PullEvent>;

/// One protocol, as the methods of [`Provider`] need it.
pub(crate) struct Api {
    pub body: fn(&Endpoint, &ChatRequest) -> String,
    pub models: for<'a> fn(&'a Endpoint) -> Models<'a>,
    pub chat_url: fn(&Endpoint) -> Url,
    /// Reads an answer.
    pub protocol: fn() -> Box<dyn Protocol>,
    pub limits_answers: fn(&Endpoint) -> bool,
    pub pull: Option<Pull>,
}

pub(crate) struct HttpProvider {
    server: Server,
    endpoint: Endpoint,
    api: &'static Api,
}

impl HttpProvider {
    pub(crate) fn new(server: Server, timing: Timing, api: &'static Api) -> Result<Self, Error> {
        let endpoint = Endpoint::new(&server, timing)?;
        Ok(Self { server, endpoint, api })
    }
}

impl Provider for HttpProvider {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        (self.api.body)(&self.endpoint, request)
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        (self.api.models)(&self.endpoint)
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let (endpoint, protocol) = (self.endpoint.clone(), self.api.protocol);
        let url = (self.api.chat_url)(&endpoint);
        answer(Call { endpoint, url, body, protocol }, cancel)
    }

    fn limits_answers(&self) -> bool {
        (self.api.limits_answers)(&self.endpoint)
    }

    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        match self.api.pull {
            Some(pull) => pull(self.endpoint.clone(), name.to_owned(), cancel),
            None => refused(&self.server),
        }
    }
}
