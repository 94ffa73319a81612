//! Keys of servers, and where they are kept.
//!
//! A key belongs to an address: scheme, host and port. It is entered once, used for everything that
//! is asked of a server there, and sent nowhere else. It is kept in the system's keychain; where
//! there is none, for as long as the app runs.

mod keychain;
mod ring;
mod store;
#[cfg(test)]
mod tests;

pub use keychain::Keychain;
pub use ring::Keys;
pub use store::{InMemory, KeyPlace, KeyStore, KeyStoreError, Origin};
