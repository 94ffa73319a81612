//! Keychain on macOS, the Credential Manager on Windows, the Secret Service (GNOME's keyring, KWallet) elsewhere.

use crate::sentences;
use keyring::{Entry, Error};
use models::Key;

use super::store::{KeyStore, KeyStoreError, Origin};

const SERVICE: &str = "Marginalia";

/// Asks the system nothing before the first call.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keychain;

impl KeyStore for Keychain {
    fn get(&self, origin: &Origin) -> Result<Option<Key>, KeyStoreError> {
        match entry(origin)?.get_password() {
            Ok(key) => Ok(Some(key.into())),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(unavailable(&error)),
        }
    }

    fn put(&self, origin: &Origin, key: &str) -> Result<(), KeyStoreError> {
        entry(origin)?.set_password(key).map_err(|error| unavailable(&error))
    }

    fn remove(&self, origin: &Origin) -> Result<(), KeyStoreError> {
        match entry(origin)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(unavailable(&error)),
        }
    }
}

fn entry(origin: &Origin) -> Result<Entry, KeyStoreError> {
    Entry::new(SERVICE, origin.as_str()).map_err(|error| unavailable(&error))
}

/// The reason for people. The error's own text may hold the key.
fn unavailable(error: &Error) -> KeyStoreError {
    let reason = match error {
        Error::NoDefaultStore => sentences::keys::KEYCHAIN_ABSENT.text(),
        Error::NoStorageAccess(_) => sentences::keys::KEYCHAIN_LOCKED.text(),
        Error::TooLong(..) | Error::Invalid(..) => sentences::keys::KEYCHAIN_REFUSES.text(),
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            sentences::keys::KEYCHAIN_ODD.text()
        }
        Error::Ambiguous(_) => sentences::keys::KEYCHAIN_AMBIGUOUS.text(),
        _ => sentences::keys::KEYCHAIN_FAILED.text(),
    };
    KeyStoreError(reason.to_owned())
}
