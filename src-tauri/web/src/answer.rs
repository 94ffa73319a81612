//! Asking a search service, and what it answers.

use std::time::Duration;

use conversation::{Code, Error, Result, model};
use reqwest::{Client, RequestBuilder, StatusCode, redirect};
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use crate::sentences;

/// How long a service may take. Those that ask others themselves take some seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Maximum bytes of an answer.
const LONGEST: usize = 4 * 1024 * 1024;

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    body: Vec<u8>,
}

/// A client for the service at `address`. It follows no redirect: the query would go to somebody whom nobody chose. A
/// service on this machine is never asked through a proxy.
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
        .map_err(|_| failed(model::Code::Tls, sentences::NO_SECURE_CONNECTIONS.to_string()))
}

/// Asks `service`, and waits for `patience`. Cancelling closes the connection.
pub(crate) async fn ask(
    service: &str,
    request: RequestBuilder,
    patience: Duration,
    cancel: &CancellationToken,
) -> Result<Answer> {
    let answer = async {
        let mut response = request.send().await.map_err(|error| unreachable(service, &error))?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) =
            response.chunk().await.map_err(|error| unreachable(service, &error))?
        {
            if body.len() + chunk.len() > LONGEST {
                let told = sentences::answer_too_long(service);
                return Err(failed(model::Code::InvalidReply, told));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Answer { status, body })
    };
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(stopped()),
        answer = tokio::time::timeout(patience, answer) => answer.unwrap_or_else(|_| {
            Err(failed(model::Code::TimedOut, sentences::too_slow(service, patience)))
        }),
    }
}

impl Answer {
    /// What it says, if it is what is expected of `service`.
    pub(crate) fn parse<T: DeserializeOwned>(&self, service: &str) -> Result<T> {
        serde_json::from_slice(&self.body)
            .map_err(|_| failed(model::Code::InvalidReply, sentences::nonsense(service)))
    }
}

pub(crate) fn failed(code: model::Code, message: String) -> Error {
    Error::new(Code::Model(code), message)
}

pub(crate) fn stopped() -> Error {
    Error::new(Code::BadInput, sentences::STOPPED)
}

/// What a refusal of `service` means that has no meaning of its own there.
pub(crate) fn refused(service: &str, status: StatusCode) -> Error {
    let status = status.as_u16();
    match status {
        429 => failed(model::Code::RateLimited, sentences::too_often(service)),
        300..400 => failed(model::Code::BadSetting, sentences::redirects(service)),
        500.. => failed(model::Code::ServerError, sentences::has_failed(service, status)),
        _ => failed(model::Code::BadRequest, sentences::refuses(service, status)),
    }
}

fn unreachable(service: &str, error: &reqwest::Error) -> Error {
    // Its own words name the address, which the settings show anyway.
    if error.is_timeout() {
        return failed(model::Code::TimedOut, sentences::too_slow(service, PATIENCE));
    }
    if error.is_connect() {
        return failed(model::Code::Refused, sentences::not_reached(service));
    }
    failed(model::Code::BrokenStream, sentences::broke_off(service))
}
