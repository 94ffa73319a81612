//! A server that isn't a model's: asked in JSON, with the same care and the same sentences.

use reqwest::header::HeaderName;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::endpoint::Endpoint;
use super::key::Key;
use super::server::{Server, Timing};
use super::{blocking, retry};
use conversation::model::{Code, Error, ProviderKind};

/// A server that is asked in JSON. Its calls block.
#[derive(Clone)]
pub struct Remote {
    endpoint: Endpoint,
    cancel: CancellationToken,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remote").field(&self.endpoint.address.shown()).finish()
    }
}

impl Remote {
    /// The server at `address`; nothing is sent yet. A `token` is sent as `Authorization: Bearer`,
    /// and in the header `token_header`, too, if the server wants it there. Neither it nor a
    /// password in the address is ever shown. What of `address` begins with `/api` is left out.
    ///
    /// # Errors
    /// [`Code::BadSetting`] if the address isn't one, or the token can't be one.
    pub fn new(
        address: &str,
        token: Option<&str>,
        token_header: Option<&'static str>,
        timing: Timing,
    ) -> Result<Self, Error> {
        let server = Server {
            kind: ProviderKind::Ollama,
            base_url: address.to_owned(),
            key: token.map(Key::from),
        };
        let mut endpoint = Endpoint::new(&server, timing)?;
        endpoint.also_in = token_header.map(HeaderName::from_static);
        Ok(Self { endpoint, cancel: CancellationToken::new() })
    }

    pub fn shown(&self) -> String {
        self.endpoint.address.shown()
    }

    /// Asks for JSON at `path`, which begins with a slash: GET without `body`, POST with it. What
    /// fails for the moment is tried again.
    pub fn ask(&self, path: &str, body: Option<Value>) -> Result<Value, Error> {
        let Self { endpoint, cancel } = self.clone();
        let url = endpoint.address.beside(path);
        blocking::wait(async move { retry::ask(&endpoint, url, body.as_ref(), &cancel).await })?
    }

    /// An error whose sentence is the server's address with `what` behind it, and a full stop.
    pub fn error(&self, code: Code, what: &str) -> Error {
        self.endpoint.error(code, |server| format!("{server} {what}."))
    }
}
