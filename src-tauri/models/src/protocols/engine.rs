//! The built-in engine as a provider.

mod body;
mod files;
mod installed;
mod provider;
mod reading;
#[cfg(test)]
mod tests;

pub use installed::{InstalledEngine, install_engine, installed_engine};
pub(super) use provider::EngineProvider;
