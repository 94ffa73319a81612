//! A server that is asked, and how long it is waited for.

use conversation::settings::{ServerAt, ServerSetting};
use std::time::Duration;

use super::address::Address;
use super::key::Key;
use crate::limits;
use crate::sentences;
use conversation::model::ProviderKind;

/// A server and how to reach it.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    pub kind: ProviderKind,
    /// Its address, e.g. `http://127.0.0.1:11434`; with `/v1` or a slash at its end it works as
    /// well. Empty for the engine, which has none: [`Server::at`] tells them apart.
    pub base_url: String,
    /// Its key, if it wants one. Never written anywhere.
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

    /// The address for people: without a password, and without the API's path. It is never read back: the engine's
    /// is its name, and an invalid one's is a sentence.
    pub fn shown(&self) -> String {
        if self.kind == ProviderKind::Engine {
            return sentences::THE_ENGINE.to_string();
        }
        Address::parse(&self.base_url, self.kind)
            .map_or_else(|_| sentences::INVALID_ADDRESS.to_string(), |address| address.shown())
    }

    /// Where it is, as settings hold it: an address in one form, however it was typed.
    pub fn at(&self) -> ServerAt {
        self.at_as(Address::shown)
    }

    /// Where it is, in the one form in which that is compared: as [`Server::at`], and this machine is always
    /// `127.0.0.1`.
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

    /// The server of a setting, to be asked with this key.
    pub fn of(setting: &ServerSetting, key: Option<Key>) -> Self {
        Self { kind: setting.kind, base_url: setting.base_url.clone(), key }
    }

    /// Whether this server is there, in whichever form its address was typed.
    pub fn is_at(&self, at: &ServerAt) -> bool {
        at.as_address()
            .map_or(self.kind == ProviderKind::Engine, |address| self.is_at_address(address))
    }

    /// Whether `address` is this server's address, in whichever form it was typed.
    pub fn is_at_address(&self, address: &str) -> bool {
        let there = Self { kind: self.kind, base_url: address.to_owned(), key: None };
        self.kind != ProviderKind::Engine && self.place() == there.place()
    }

    /// Whether the address has a name, a password or a key in it.
    pub fn has_credentials(&self) -> bool {
        Address::parse(&self.base_url, self.kind).is_ok_and(|address| address.has_credentials())
    }
}

/// The waits for a server, and the tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// Maximum time for a server to accept a connection.
    pub connect: Duration,
    /// Maximum silence before the first piece of an answer. A model on a slow machine may read
    /// a long request for minutes, so this is generous. A sign of life starts it anew.
    pub first_token: Duration,
    /// Maximum silence within an answer.
    pub idle: Duration,
    /// Maximum time from the first piece of an answer to its end, and until that piece comes, signs of
    /// life or not.
    pub answer: Duration,
    /// Maximum time for a question about models.
    pub question: Duration,
    /// Maximum number of times that a call is tried again, if nothing of its answer came and the failure is a passing
    /// one: too many requests (429), a server that is overloaded, starts, or is hidden behind
    /// another (502, 503, 529), a lost connection. A 500 isn't: local servers say it for what lasts,
    /// such as too little memory. Nor is a 504, for the model behind it may still be working.
    pub retries: u32,
    /// The pause before the first new try, doubled for each one after it. What the server asks for
    /// (`Retry-After`) goes before it.
    pub backoff: Duration,
    /// Maximum pause that a server may ask for. If it asks for a longer one the call fails, and says how
    /// long.
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
            retries: 2,
            backoff: Duration::from_millis(500),
            longest_wait: Duration::from_secs(20),
        }
    }
}
