//! A JSON server other than a model's, with the same care and sentences.

use reqwest::header::HeaderName;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::endpoint::Endpoint;
use super::key::Key;
use super::server::{Server, Timing};
use super::{blocking, retry};
use conversation::model::{Code, Error, ProviderKind};

/// Its calls block.
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
    /// Sends nothing yet. `token` goes into `Authorization: Bearer`, and into `token_header` if given. Neither the
    /// token nor a password in the address is ever shown. The part of `address` from `/api` on is dropped.
    ///
    /// # Errors
    /// [`Code::BadSetting`] if the address or the token is invalid.
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

    /// GET without `body`, POST with it; `path` begins with a slash. Retries temporary failures.
    pub fn ask(&self, path: &str, body: Option<Value>) -> Result<Value, Error> {
        let Self { endpoint, cancel } = self.clone();
        let url = endpoint.address.beside(path);
        blocking::wait(async move { retry::ask(&endpoint, url, body.as_ref(), &cancel).await })?
    }

    /// The sentence is the server's address, `what`, and a full stop.
    pub fn error(&self, code: Code, what: &dyn std::fmt::Display) -> Error {
        self.endpoint.error(code, |server| format!("{server} {what}."))
    }
}
