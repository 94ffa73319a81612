use std::time::Duration;

use conversation::{Code, Error, Result, model};
use language::Words;
use reqwest::{Client, RequestBuilder, StatusCode, redirect};
use serde::{Deserialize, de::DeserializeOwned};
use tokio_util::sync::CancellationToken;

use crate::{Page, sentences};

/// Timeout of a search: metasearch services take some seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Maximum bytes of an answer.
const LONGEST: usize = 4 * 1024 * 1024;

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    body: Vec<u8>,
}

#[derive(Deserialize)]
pub(crate) struct FoundPage {
    url: String,
    title: Option<String>,
    content: Option<String>,
    /// As Tavily and SearXNG call it.
    #[serde(rename = "published_date", alias = "publishedDate")]
    published: Option<String>,
}

pub(crate) fn pages(found: Vec<FoundPage>, limit: u32) -> Vec<Page> {
    let page = |found: FoundPage| Page {
        title: found.title.unwrap_or_default(),
        url: found.url,
        text: found.content.unwrap_or_default(),
        published: found.published.filter(|date| !date.is_empty()),
    };
    found.into_iter().take(limit as usize).map(page).collect()
}

/// Follows no redirects, which would send the query to a server that nobody chose. Never uses a proxy for a service
/// on this machine.
pub(crate) fn client(address: &str) -> Result<Client> {
    let url = reqwest::Url::parse(address).ok();
    let host = url.as_ref().and_then(reqwest::Url::host_str);
    let mut builder = Client::builder()
        .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(PATIENCE)
        .redirect(redirect::Policy::none());
    if host.is_some_and(|host| ["127.0.0.1", "[::1]", "localhost"].contains(&host)) {
        builder = builder.no_proxy();
    }
    builder
        .build()
        .map_err(|error| failed(model::Code::Tls, sentences::NO_SECURE_CONNECTIONS).because(error))
}

/// Cancelling closes the connection.
pub(crate) async fn ask(
    service: &str,
    request: RequestBuilder,
    patience: Duration,
    cancel: &CancellationToken,
) -> Result<Answer> {
    let answer = async {
        let mut response = request.send().await.map_err(|error| unreachable(service, error))?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) =
            response.chunk().await.map_err(|error| unreachable(service, error))?
        {
            if body.len() + chunk.len() > LONGEST {
                let code = model::Code::InvalidReply;
                return Err(failed(code, || sentences::answer_too_long(service)));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Answer { status, body })
    };
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(stopped()),
        answer = tokio::time::timeout(patience, answer) => answer.unwrap_or_else(|_| {
            Err(failed(model::Code::TimedOut, || sentences::too_slow(service, patience)))
        }),
    }
}

impl Answer {
    pub(crate) fn parse<T: DeserializeOwned>(&self, service: &str) -> Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            failed(model::Code::InvalidReply, || sentences::nonsense(service)).because(error)
        })
    }
}

pub(crate) fn failed(code: model::Code, message: impl Into<Words>) -> Error {
    Error::new(Code::Model(code), message)
}

pub(crate) fn stopped() -> Error {
    Error::bad_input(sentences::STOPPED)
}

pub(crate) fn refused(service: &str, status: StatusCode) -> Error {
    let status = status.as_u16();
    match status {
        429 => failed(model::Code::RateLimited, || sentences::too_often(service)),
        300..400 => failed(model::Code::BadSetting, || sentences::redirects(service)),
        500.. => failed(model::Code::ServerError, || sentences::has_failed(service, status)),
        _ => failed(model::Code::BadRequest, || sentences::refuses(service, status)),
    }
}

fn unreachable(service: &str, error: reqwest::Error) -> Error {
    let failure = if error.is_timeout() {
        failed(model::Code::TimedOut, || sentences::too_slow(service, PATIENCE))
    } else if error.is_connect() {
        failed(model::Code::Refused, || sentences::not_reached(service))
    } else {
        failed(model::Code::BrokenStream, || sentences::broke_off(service))
    };
    // The settings show the address anyway.
    failure.because(error.without_url())
}
