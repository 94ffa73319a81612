use parking_lot::Mutex;
use std::{collections::HashMap, fmt};

use models::{Key, ProviderKind, Server};
use serde::Serialize;

use conversation::{Code, Error, Result};

/// Scheme, host and port of an address, as `https://host` or `http://host:port`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(String);

impl Origin {
    pub fn of(address: &str) -> Result<Self> {
        let server = Server { kind: ProviderKind::OpenAi, base_url: address.to_owned(), key: None };
        server.connect().map_err(|error| Error { code: Code::BadInput, ..error.into() })?;
        // A key for one name of this machine serves its other names.
        let place = server.place();
        let address = place.as_address().unwrap_or_default();
        let host = address.find("://").map_or(0, |at| at + 3);
        let end = address[host..].find('/').map_or(address.len(), |at| host + at);
        Ok(Self(address[..end].to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "detail", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum KeyPlace {
    Keychain,
    /// Until the app ends, with the reason in a sentence.
    ThisRun(String),
}

/// Why keys can't be stored: the second half of a sentence that begins with “because”.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KeyStoreError(pub String);

/// Calls may block while the system asks the user for a password.
pub trait KeyStore: Send + Sync {
    fn get(&self, origin: &Origin) -> Result<Option<Key>, KeyStoreError>;

    fn put(&self, origin: &Origin, key: &str) -> Result<(), KeyStoreError>;

    fn remove(&self, origin: &Origin) -> Result<(), KeyStoreError>;
}

#[derive(Default)]
pub struct InMemory(Mutex<HashMap<Origin, Key>>);

impl InMemory {
    fn keys(&self) -> parking_lot::MutexGuard<'_, HashMap<Origin, Key>> {
        self.0.lock()
    }
}

impl KeyStore for InMemory {
    fn get(&self, origin: &Origin) -> Result<Option<Key>, KeyStoreError> {
        Ok(self.keys().get(origin).cloned())
    }

    fn put(&self, origin: &Origin, key: &str) -> Result<(), KeyStoreError> {
        self.keys().insert(origin.clone(), key.into());
        Ok(())
    }

    fn remove(&self, origin: &Origin) -> Result<(), KeyStoreError> {
        self.keys().remove(origin);
        Ok(())
    }
}
