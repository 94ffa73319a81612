use conversation::settings::{ServerAt, ServerSetting};
use std::time::Duration;

use super::address::Address;
use super::key::Key;
use crate::{limits, sentences};
use conversation::model::ProviderKind;

#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    pub kind: ProviderKind,
    /// E.g. `http://127.0.0.1:11434`, also with `/v1` or a final slash. Empty for the engine; [`Server::at`] tells
    /// the engine and servers apart.
    pub base_url: String,
    /// Never written to the library or the log.
    pub key: Option<Key>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("kind", &self.kind)
            .field("base_url", &self.shown())
            .field("key", &self.key)
            .finish()
    }
}

impl Server {
    pub fn engine() -> Self {
        Self { kind: ProviderKind::Engine, base_url: String::new(), key: None }
    }

    /// The address for people, without password and API path. Not to be parsed: the engine's is its name, and an
    /// invalid one's is a sentence.
    pub fn shown(&self) -> String {
        if self.kind == ProviderKind::Engine {
            return sentences::THE_ENGINE.to_string();
        }
        Address::parse(&self.base_url, self.kind)
            .map_or_else(|_| sentences::INVALID_ADDRESS.to_string(), |address| address.shown())
    }

    /// The address as settings store it: in one form, however it was typed.
    pub fn at(&self) -> ServerAt {
        self.at_as(Address::shown)
    }

    /// The address for comparisons: as [`Server::at`], with this machine always as `127.0.0.1`.
    pub fn place(&self) -> ServerAt {
        self.at_as(Address::place)
    }

    fn at_as(&self, form: impl Fn(&Address) -> String) -> ServerAt {
        if self.kind == ProviderKind::Engine {
            return ServerAt::Engine;
        }
        let address = Address::parse(&self.base_url, self.kind);
        ServerAt::address(address.map_or_else(|_| self.base_url.clone(), |address| form(&address)))
    }

    pub fn of(setting: &ServerSetting, key: Option<Key>) -> Self {
        Self { kind: setting.kind, base_url: setting.base_url.clone(), key }
    }

    /// Compares addresses in any typed form.
    pub fn is_at(&self, at: &ServerAt) -> bool {
        at.as_address()
            .map_or(self.kind == ProviderKind::Engine, |address| self.is_at_address(address))
    }

    pub fn is_at_address(&self, address: &str) -> bool {
        let there = Self { kind: self.kind, base_url: address.to_owned(), key: None };
        self.kind != ProviderKind::Engine && self.place() == there.place()
    }

    pub fn has_credentials(&self) -> bool {
        Address::parse(&self.base_url, self.kind).is_ok_and(|address| address.has_credentials())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    pub connect: Duration,
    /// Maximum silence before the first piece of an answer. Generous, because a model on a slow machine may read a
    /// long request for minutes. A sign of life restarts it.
    pub first_token: Duration,
    pub idle: Duration,
    /// Maximum time from the first piece of an answer to its end, and also until that piece, despite signs of life.
    pub answer: Duration,
    /// Maximum time for a question about models.
    pub question: Duration,
    /// Maximum time for such a question to a server on this machine. A running one answers at once unless it is
    /// loading a model.
    pub here: Duration,
    /// Maximum number of retries, if nothing of the answer came and the failure may pass: too many requests (429), a
    /// server that is overloaded, starting, or behind a proxy (502, 503, 529), a lost connection. Not a 500: local
    /// servers send it for lasting failures, such as too little memory. Nor a 504, because the model may still be
    /// working.
    pub retries: u32,
    /// Pause before the first retry, doubled for each further one. The server's `Retry-After` takes precedence.
    pub backoff: Duration,
    /// Maximum pause that a server may ask for. If it asks for more the call fails, and the error states the pause.
    pub longest_wait: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_token: Duration::from_secs(120),
            idle: Duration::from_secs(60),
            answer: limits::MAX_TIME,
            question: Duration::from_secs(10),
            here: Duration::from_secs(2),
            retries: 2,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(20),
        }
    }
}
