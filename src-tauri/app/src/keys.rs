//! Keys of servers, and their storage.
//!
//! A key belongs to an address: scheme, host and port. It is entered once, used for every request there, and sent
//! nowhere else. The system's keychain stores it; without a keychain, memory does while the app runs.

mod keychain;
mod ring;
mod store;
#[cfg(test)]
mod tests;

pub use keychain::Keychain;
pub use ring::Keys;
pub use store::{InMemory, KeyPlace, KeyStore, KeyStoreError, Origin};
