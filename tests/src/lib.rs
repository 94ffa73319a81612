//! Tests across crates, their fixtures, and the scripted model server.

pub mod embedder;
pub mod evidence;
pub mod floors;
#[cfg(unix)]
pub mod hard_vault;
pub mod hostile;
pub mod model_server;
pub mod there_and_back;
pub mod versions;

/// Whether the tests that kill processes run all of their rounds, which takes minutes: `npm run kills`. Otherwise each
/// kills up to 25.
pub fn all_kills() -> bool {
    std::env::var_os("MARGINALIA_ALL_KILLS").is_some()
}
