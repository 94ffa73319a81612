//! HTTP servers: addresses, keys, retries, failures and their sentences.

mod address;
pub(crate) mod blocking;
mod endpoint;
mod key;
mod pause;
mod refusal;
mod remote;
pub(crate) mod retry;
mod secrets;
mod server;

pub(crate) use endpoint::{Endpoint, Failure};
pub use key::Key;
pub(crate) use refusal::Refusal;
pub use remote::Remote;
pub use server::{Server, Timing};
